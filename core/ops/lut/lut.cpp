// Looks samples up in a table that the call brings.
#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "point/numbers.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

using Points = std::vector<std::pair<double, double>>;

OpInfo describe_lut() {
  return {.name = "lut",
          .summary = "Samples looked up in a table, or on a curve through points.",
          .details =
              "values is a list of 256 numbers for u8, or a list of points as 0:0,128:180,255:255, between which the "
              "result goes straight, and beyond which it stays. Results round to nearest even and saturate. Equals "
              "OpenCV's LUT with one table for all channels, and with points NumPy's interp. An alpha channel is kept.",
          .parameters = {{.name = "values",
                          .summary = "256 numbers, or points, with commas between them.",
                          .kind = ParameterKind::text,
                          .initial = std::string("0:0,255:255"),
                          .list = true}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same, {SampleType::u8, SampleType::u16}}},
          .synonyms = {"lookup", "lookuptable", "curves"}};
}

[[noreturn]] void refuse_values(const std::string& what) {
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("lut: {}; allowed: 256 numbers for u8, or points as 0:0,128:180,255:255, from left to right", what));
}

Points points_of(std::string text) {
  std::replace(text.begin(), text.end(), ':', ',');
  const std::vector<double> numbers = point::numbers_of("lut", "values", text);
  if (numbers.size() % 2 != 0) refuse_values("a point has not two numbers");
  Points points;
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    if (i > 0 && numbers[i] <= points.back().first)
      refuse_values(fmt::format("{} stands behind {}", numbers[i], points.back().first));
    points.emplace_back(numbers[i], numbers[i + 1]);
  }
  return points;
}

double on_points(const Points& points, double v) {
  const auto above = std::ranges::find_if(points, [v](const auto& point) { return point.first >= v; });
  if (above == points.begin()) return points.front().second;
  if (above == points.end()) return points.back().second;
  const auto [x0, y0] = *(above - 1);
  const auto [x1, y1] = *above;
  return y0 + (y1 - y0) * ((v - x0) / (x1 - x0));
}

std::function<double(double)> curve_of(const Value& values, SampleType type) {
  if (const auto* text = std::get_if<std::string>(&values); text && text->find(':') != std::string::npos)
    return [points = points_of(*text)](double v) { return on_points(points, v); };
  std::vector<double> table = point::numbers_of("lut", "values", values);
  if (type != SampleType::u8 || table.size() != 256)
    refuse_values(fmt::format("{} numbers for {}", table.size(), name_of(type)));
  return [table = std::move(table)](double v) { return table[static_cast<std::size_t>(v)]; };
}

point::Function make_lut(const Arguments& args, const std::vector<PixelFormat>& formats) {
  return {.outputs = formats, .curve = curve_of(args.get("values"), formats.front().type)};
}

}  // namespace

op::Op lut() {
  std::string falling;
  for (int i = 0; i < 256; ++i) falling += fmt::format("{}{}", i == 0 ? "" : ",", 255 - i * i % 256);
  const auto points = [](const char* text, PixelFormat format) {
    return point::Sample{{{"values", std::string(text)}}, {format}};
  };
  return point::PointOp{.info = describe_lut(),
                        .make = make_lut,
                        .samples = {{{{"values", falling}}, {{SampleType::u8, 3}}},
                                    points("10:20,100:250.5,101:0", {SampleType::u16, 4, true}),
                                    points("128:300", {SampleType::u8, 1}),
                                    points("0:1000,65535:64000", {SampleType::u16, 2})}};
}

}  // namespace lenslet::ops
