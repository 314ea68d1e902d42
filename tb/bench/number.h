// SPDX-License-Identifier: Apache-2.0
// Numbers as users write them and byte strings as the port carries them.
#ifndef CURVEBENCH_TB_BENCH_NUMBER_H_
#define CURVEBENCH_TB_BENCH_NUMBER_H_

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace curvebench {

/// An operand or result as the byte port carries it: most significant first.
using Bytes = std::vector<uint8_t>;

/// value as exactly `size` bytes, big-endian.
/// @throws std::out_of_range if value is negative or needs more bytes
Bytes ToBytes(const mpz_class& value, size_t size);

/// Big-endian bytes to an integer; an empty string is 0.
mpz_class FromBytes(const Bytes& bytes);

/// Bits of a value that is not negative; 0 for 0.
unsigned BitLength(const mpz_class& value);

/// "0x..." for messages and JSON; no padding.
std::string Hex(const mpz_class& value);
std::string Hex(const Bytes& bytes);

/// The same with two digits for each byte: leading zeros count.
std::string FullHex(const Bytes& bytes);

/// True if ParseNumber takes the text as hexadecimal.
bool HasHexPrefix(const std::string& text);

/// Bytes that a text for ParseHex spells out, leading zeros too.
size_t HexBytes(const std::string& text);

/// A non-negative number: hexadecimal, with or without 0x.
/// @throws std::invalid_argument naming the text
mpz_class ParseHex(const std::string& text);

/// A non-negative number on the command line: decimal, or hexadecimal with 0x.
/// @throws std::invalid_argument naming the text
mpz_class ParseNumber(const std::string& text);

/// A bound of a manifest's `inputs`: sums and differences of numbers, symbols
/// and powers "2^symbol", e.g. "2^m-1", "n-1", "0x10".
/// @throws std::invalid_argument naming the term and the known symbols
mpz_class ParseBound(const std::string& text,
                     const std::map<std::string, mpz_class>& symbols);

}  // namespace curvebench

#endif  // CURVEBENCH_TB_BENCH_NUMBER_H_
