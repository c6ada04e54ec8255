// Correlates with any mask that the user writes.
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"
#include "system/printable.hpp"

namespace lenslet::ops {
namespace {

constexpr int largest_side = 31;

OpInfo describe() {
  return {
      .name = "filter2d",
      .summary = "Correlate, or convolve, with a mask of your own.",
      .details =
          "out(x, y) = scale * sum of mask(i, j) * in(x + i - cx, y + j - cy) + delta, with (cx, cy) the mask's "
          "centre. Taps of zero do not exist. Equals OpenCV's filter2D and SciPy's correlate; with flip, "
          "SciPy's convolve.",
      .parameters = {{.name = "mask",
                      .summary = "Rows apart by ';' or a line's end, numbers by spaces or commas; odd sides up to 31.",
                      .kind = ParameterKind::text,
                      .initial = std::string("0 -1 0; -1 5 -1; 0 -1 0")},
                     flag_parameter("flip", "Turn the mask by half a turn first: true convolution."),
                     scale_parameter(),
                     delta_parameter()},
      .outputs = {"out"}};
}

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, "filter2d: mask " + what);
}

std::string_view trimmed(std::string_view s) {
  const char* blanks = " \t\r";
  const auto first = s.find_first_not_of(blanks);
  return first == s.npos ? std::string_view{} : s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

double parse_number(std::string_view word, int row) {
  const std::string_view digits = word.starts_with('+') && !word.starts_with("+-") ? word.substr(1) : word;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value))
    fail(fmt::format("row {} has '{}', allowed: finite numbers", row, system::excerpt(word)));
  return value;
}

// Appends the numbers of one row; a comma stands between two of them, with or without spaces.
void parse_row(std::string_view text, int row, stencil::Taps& taps) {
  while (true) {
    const auto end = text.find_first_of(" \t\r,");
    taps.push_back(parse_number(text.substr(0, end), row));
    if (end == text.npos) return;
    const std::string_view rest = trimmed(text.substr(end));
    text = rest.starts_with(',') ? trimmed(rest.substr(1)) : rest;
  }
}

void check_side(const char* side, int count) {
  if (count > largest_side || count % 2 == 0)
    fail(fmt::format("has {} {}, allowed: an odd number from 1 to {}", count, side, largest_side));
}

stencil::Mask parse_mask(std::string_view text) {
  stencil::Mask mask{0, 0, {}};
  while (!text.empty()) {
    const auto end = text.find_first_of(";\n");
    const std::string_view row = trimmed(text.substr(0, end));
    text = end == text.npos ? std::string_view{} : text.substr(end + 1);
    if (row.empty()) continue;
    const std::size_t before = mask.taps.size();
    parse_row(row, ++mask.height, mask.taps);
    const int width = static_cast<int>(mask.taps.size() - before);
    if (mask.height == 1) mask.width = width;
    if (width != mask.width)
      fail(fmt::format("row {} has {} numbers and row 1 has {}, allowed: rows of one length", mask.height, width,
                       mask.width));
  }
  if (mask.taps.empty()) fail("is empty, allowed: rows of numbers such as '0 -1 0; -1 5 -1; 0 -1 0'");
  check_side("columns", mask.width);
  check_side("rows", mask.height);
  return mask;
}

stencil::Stencil make(const Arguments& args, PixelType type) {
  const stencil::Mask mask = parse_mask(args.text("mask"));
  return stencil::linear({args.flag("flip") ? stencil::rotated(mask) : mask}, args.real("scale"), args.real("delta"),
                         type);
}

// Returns a mask without any symmetry, of whole numbers.
std::string asymmetric_mask(int width, int height) {
  std::string text;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) text += fmt::format("{} ", (7 * x + 3 * y + x * y) % 11 - 5);
    text += "; ";
  }
  return text;
}

}  // namespace

Filter filter2d() {
  return {describe(),
          make,
          {{{"mask", asymmetric_mask(3, 3)}},
           {{"mask", asymmetric_mask(5, 5)}, {"flip", true}, {"scale", 0.037}, {"delta", 60.0}},
           {{"mask", std::string(".1 .2 -.4 .8 .3 0 -.15")}},
           {{"mask", asymmetric_mask(1, 31)}},
           {{"mask", asymmetric_mask(31, 31)}, {"scale", 0.01}}}};
}

}  // namespace lenslet::ops
