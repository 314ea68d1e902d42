// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "bench/number.h"

namespace curvebench {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Number, ToBytesIsBigEndianAndPadded) {
  EXPECT_EQ(ToBytes(0x010203, 4), (Bytes{0, 1, 2, 3}));
  EXPECT_EQ(ToBytes(0, 3), (Bytes{0, 0, 0}));
  EXPECT_EQ(ToBytes(0, 0), Bytes{});
  EXPECT_EQ(ToBytes(0xff, 1), Bytes{0xff});
}

TEST(Number, ToBytesRefusesWhatDoesNotFit) {
  EXPECT_THAT([] { ToBytes(0x100, 1); },
              ThrowsMessage<std::out_of_range>(HasSubstr("0x100")));
  EXPECT_THAT([] { ToBytes(1, 0); },
              ThrowsMessage<std::out_of_range>(HasSubstr("does not fit")));
  EXPECT_THAT([] { ToBytes(-1, 4); },
              ThrowsMessage<std::out_of_range>(HasSubstr("-0x1")));
}

TEST(Number, FromBytesReadsWhatToBytesWrote) {
  EXPECT_EQ(FromBytes({}), 0);
  EXPECT_EQ(FromBytes({0, 0, 1, 0}), 256);
  for (unsigned bit = 0; bit < 240; bit += 13) {
    const mpz_class value = (mpz_class(1) << bit) + 5;
    EXPECT_EQ(FromBytes(ToBytes(value, 32)), value);
  }
}

TEST(Number, HexHasNoPadding) {
  EXPECT_EQ(Hex(mpz_class(0)), "0x0");
  EXPECT_EQ(Hex(mpz_class(-16)), "-0x10");
  EXPECT_EQ(Hex(Bytes{0, 0, 0xab}), "0xab");
}

TEST(Number, ParseHexTakesBothForms) {
  EXPECT_EQ(ParseHex("10"), 16);
  EXPECT_EQ(ParseHex("0x10"), 16);
  EXPECT_EQ(ParseHex("0XfF"), 255);
  EXPECT_EQ(ParseHex("000000000000000000000000000000000000000001"), 1);
}

TEST(Number, ParseNumberIsDecimalWithoutPrefix) {
  EXPECT_EQ(ParseNumber("10"), 10);
  EXPECT_EQ(ParseNumber("0x10"), 16);
  EXPECT_EQ(ParseNumber("010"), 10);
}

TEST(Number, NonsenseIsNamed) {
  for (const std::string text :
       {"", " ", "0x", "-1", "1 ", " 1", "0x1g", "1.5", "+1", "0x-1", "x"}) {
    EXPECT_THAT([&] { ParseHex(text); }, ThrowsMessage<std::invalid_argument>(
                                             HasSubstr("'" + text + "'")))
        << text;
    EXPECT_THAT(
        [&] { ParseNumber(text); },
        ThrowsMessage<std::invalid_argument>(HasSubstr("'" + text + "'")))
        << text;
  }
  EXPECT_THROW(ParseNumber("ff"), std::invalid_argument);
}

TEST(Number, LeadingZerosCountWhereBytesDo) {
  EXPECT_EQ(HexBytes("0x0000ab"), 3u);
  EXPECT_EQ(HexBytes("abc"), 2u);
  EXPECT_TRUE(HasHexPrefix("0Xab"));
  EXPECT_FALSE(HasHexPrefix("0012"));
  for (const Bytes& bytes : {Bytes{0, 0, 0xab}, Bytes{0}, Bytes{0xa, 0}}) {
    EXPECT_EQ(HexBytes(FullHex(bytes)), bytes.size());
    EXPECT_EQ(ParseHex(FullHex(bytes)), FromBytes(bytes));
  }
}

TEST(Number, BoundsAreSumsOfNumbersSymbolsAndPowers) {
  const std::map<std::string, mpz_class> symbols = {{"m", 233}, {"n", 1000}};
  EXPECT_EQ(ParseBound("0", symbols), 0);
  EXPECT_EQ(ParseBound("0x10", symbols), 16);
  EXPECT_EQ(ParseBound("n-1", symbols), 999);
  EXPECT_EQ(ParseBound("n-m+2", symbols), 769);
  EXPECT_EQ(ParseBound("2^m-1", symbols), (mpz_class(1) << 233) - 1);
  EXPECT_EQ(ParseBound("2^8", symbols), 256);
  EXPECT_EQ(ParseBound("1-2^4", symbols), -15);
}

TEST(Number, WrongBoundsNameTermAndSymbols) {
  const std::map<std::string, mpz_class> symbols = {{"m", 233}};
  EXPECT_THAT([&] { ParseBound("n-1", symbols); },
              ThrowsMessage<std::invalid_argument>(testing::AllOf(
                  HasSubstr("'n'"), HasSubstr("n-1"), HasSubstr(" m"))));
  for (const char* text : {"", "2^", "m-", "m--1", "2*m", "m+", "3^m"}) {
    EXPECT_THROW(ParseBound(text, symbols), std::invalid_argument) << text;
  }
  EXPECT_THAT([&] { ParseBound("2^99999999", symbols); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("out of range")));
}

}  // namespace
}  // namespace curvebench
