// SPDX-License-Identifier: Apache-2.0
#include "bench/number.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace curvebench {

Bytes ToBytes(const mpz_class& value, size_t size) {
  const size_t needed = (mpz_sizeinbase(value.get_mpz_t(), 2) + 7) / 8;
  if (value < 0 || (value != 0 && needed > size)) {
    throw std::out_of_range(Hex(value) + " does not fit into " +
                            std::to_string(size) + " bytes");
  }
  Bytes bytes(size, 0);
  if (value != 0) {
    mpz_export(bytes.data() + (size - needed), nullptr, 1, 1, 1, 0,
               value.get_mpz_t());
  }
  return bytes;
}

mpz_class FromBytes(const Bytes& bytes) {
  mpz_class value;
  mpz_import(value.get_mpz_t(), bytes.size(), 1, 1, 1, 0, bytes.data());
  return value;
}

std::string Hex(const mpz_class& value) {
  return (value < 0 ? "-0x" : "0x") + mpz_class(abs(value)).get_str(16);
}

std::string Hex(const Bytes& bytes) { return Hex(FromBytes(bytes)); }

std::string FullHex(const Bytes& bytes) {
  const std::string digits = bytes.empty() ? "" : FromBytes(bytes).get_str(16);
  return "0x" + std::string(2 * bytes.size() - digits.size(), '0') + digits;
}

namespace {

mpz_class ParseDigits(const std::string& digits, int base,
                      const std::string& text) {
  const bool good =
      !digits.empty() && std::all_of(digits.begin(), digits.end(), [&](char c) {
        return base == 16 ? std::isxdigit(static_cast<unsigned char>(c))
                          : std::isdigit(static_cast<unsigned char>(c));
      });
  if (!good) {
    throw std::invalid_argument("'" + text +
                                "' is not a number; write 123 or "
                                "0x7b");
  }
  return mpz_class(digits, base);
}

}  // namespace

bool HasHexPrefix(const std::string& text) {
  return text.size() > 2 && text[0] == '0' &&
         (text[1] == 'x' || text[1] == 'X');
}

unsigned BitLength(const mpz_class& value) {
  return value == 0
             ? 0
             : static_cast<unsigned>(mpz_sizeinbase(value.get_mpz_t(), 2));
}

size_t HexBytes(const std::string& text) {
  return (text.size() - (HasHexPrefix(text) ? 2 : 0) + 1) / 2;
}

mpz_class ParseHex(const std::string& text) {
  return ParseDigits(HasHexPrefix(text) ? text.substr(2) : text, 16, text);
}

mpz_class ParseNumber(const std::string& text) {
  return HasHexPrefix(text) ? ParseHex(text) : ParseDigits(text, 10, text);
}

mpz_class ParseBound(const std::string& text,
                     const std::map<std::string, mpz_class>& symbols) {
  const auto atom = [&](const std::string& word) -> mpz_class {
    if (auto it = symbols.find(word); it != symbols.end()) return it->second;
    try {
      return ParseNumber(word);
    } catch (const std::invalid_argument&) {
      std::string known;
      for (const auto& [name, value] : symbols) known += " " + name;
      throw std::invalid_argument("'" + word + "' in bound '" + text +
                                  "' is neither a number nor one of:" + known);
    }
  };
  mpz_class sum = 0;
  size_t at = 0;
  int sign = 1;
  do {
    size_t end = text.find_first_of("+-", at);
    if (end == std::string::npos) end = text.size();
    const std::string term = text.substr(at, end - at);
    mpz_class value;
    if (term.rfind("2^", 0) == 0) {
      const mpz_class exponent = atom(term.substr(2));
      if (exponent < 0 || exponent > 1 << 20) {
        throw std::invalid_argument("exponent in bound '" + text +
                                    "' is out of range");
      }
      mpz_ui_pow_ui(value.get_mpz_t(), 2, exponent.get_ui());
    } else {
      value = atom(term);
    }
    sum += sign * value;
    if (end < text.size()) sign = text[end] == '+' ? 1 : -1;
    at = end + 1;
  } while (at <= text.size());
  return sum;
}

}  // namespace curvebench
