// Looks samples up in a table that the call brings.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_lut() {
  return {.name = "lut",
          .summary = "Samples looked up in a table, or on a curve through points.",
          .details =
              "values is a list of 256 numbers for u8, or a list of points as 0:0,128:180,255:255, between which the "
              "result goes straight, and beyond which it stays. Results round to nearest even and saturate. Equals "
              "OpenCV's LUT with one table for all channels, and with points NumPy's interp. An alpha channel is kept.",
          .parameters = {{.name = "values",
                          .summary = "Points of a curve, or a table of 256 numbers.",
                          .kind = ParameterKind::curve,
                          .initial = Curve{{0, 0}, {255, 255}}}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same, {SampleType::u8, SampleType::u16}}},
          .synonyms = {"lookup", "lookuptable", "curves"}};
}

double on_points(const CurvePoints& points, double v) {
  const auto above = std::ranges::find_if(points, [v](const CurvePoint& point) { return point.x >= v; });
  if (above == points.begin()) return points.front().y;
  if (above == points.end()) return points.back().y;
  const auto [x0, y0] = *(above - 1);
  const auto [x1, y1] = *above;
  return y0 + (y1 - y0) * ((v - x0) / (x1 - x0));
}

std::function<double(double)> function_of(const Curve& curve, SampleType type) {
  if (!curve.points().empty()) return [points = curve.points()](double v) { return on_points(points, v); };
  if (type != SampleType::u8 || curve.table().size() != 256)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("lut: {} numbers for {}; allowed: 256 numbers for u8, or points as 0:0,128:180,255:255, "
                            "from left to right",
                            curve.table().size(), name_of(type)));
  return [table = curve.table()](double v) { return table[static_cast<std::size_t>(v)]; };
}

point::Function make_lut(const Arguments& args, const std::vector<PixelFormat>& formats) {
  return {.outputs = formats, .curve = function_of(args.curve("values"), formats.front().type)};
}

}  // namespace

op::Op lut() {
  Numbers falling;
  for (int i = 0; i < 256; ++i) falling.push_back(255 - i * i % 256);
  const auto points = [](const Curve& curve, PixelFormat format) {
    return point::Sample{{{"values", curve}}, {format}};
  };
  return point::PointOp{.info = describe_lut(),
                        .make = make_lut,
                        .samples = {{{{"values", Curve(falling)}}, {{SampleType::u8, 3}}},
                                    points({{10, 20}, {100, 250.5}, {101, 0}}, {SampleType::u16, 4, true}),
                                    points({{128, 300}}, {SampleType::u8, 1}),
                                    points({{0, 1000}, {65535, 64000}}, {SampleType::u16, 2})}};
}

}  // namespace lenslet::ops
