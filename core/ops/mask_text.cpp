// Reads masks that the user writes.
#include "ops/mask_text.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "stencil/masks.hpp"
#include "system/printable.hpp"

namespace lenslet::ops {
namespace {

std::string_view trimmed(std::string_view s) {
  const char* blanks = " \t\r";
  const auto first = s.find_first_not_of(blanks);
  return first == s.npos ? std::string_view{} : s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

double mask_number(const MaskText& kind, std::string_view word, int row) {
  const std::string_view digits = word.starts_with('+') && !word.starts_with("+-") ? word.substr(1) : word;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
    refuse_mask(kind, fmt::format("row {} has '{}', allowed: finite numbers", row, system::excerpt(word)));
  return value;
}

// Appends the numbers of one row. Between two numbers stand spaces, a comma, or both.
void parse_mask_row(const MaskText& kind, std::string_view text, int row, stencil::Taps& taps) {
  while (true) {
    const auto end = text.find_first_of(" \t\r,");
    taps.push_back(mask_number(kind, text.substr(0, end), row));
    if (end == text.npos) return;
    const std::string_view rest = trimmed(text.substr(end));
    text = rest.starts_with(',') ? trimmed(rest.substr(1)) : rest;
  }
}

void check_mask_side(const MaskText& kind, const char* side, int count) {
  if (count > kind.max_side_length || count % 2 == 0)
    refuse_mask(kind, fmt::format("has {} {}, allowed: an odd number from 1 to {}", count, side, kind.max_side_length));
}

}  // namespace

void refuse_mask(const MaskText& kind, std::string_view what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} {}", kind.op, kind.parameter, what));
}

stencil::Mask parse_mask(const MaskText& kind, std::string_view text) {
  stencil::Mask mask{0, 0, {}};
  while (!text.empty()) {
    const auto end = text.find_first_of(";\n");
    const std::string_view row = trimmed(text.substr(0, end));
    text = end == text.npos ? std::string_view{} : text.substr(end + 1);
    if (row.empty()) continue;
    const std::size_t before = mask.taps.size();
    parse_mask_row(kind, row, ++mask.height, mask.taps);
    const int width = static_cast<int>(mask.taps.size() - before);
    if (mask.height == 1) mask.width = width;
    if (width != mask.width)
      refuse_mask(kind, fmt::format("row {} has {} numbers and row 1 has {}, allowed: rows of one length", mask.height,
                                    width, mask.width));
  }
  if (mask.taps.empty())
    refuse_mask(kind, fmt::format("is empty, allowed: rows of numbers such as '{}'", kind.example));
  check_mask_side(kind, "columns", mask.width);
  check_mask_side(kind, "rows", mask.height);
  return mask;
}

}  // namespace lenslet::ops
