// Looks samples up in a table that the call brings.
#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/random_value.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_lut() {
  return {
      .name = "lut",
      .summary = "Samples looked up in a table, or on a curve through points.",
      .details =
          "values is a table: 256 numbers for u8 and i8, 65536 for u16 and i16, of which the first is for the least "
          "sample of the type, 0 or -128 and so on. Or it is a list of points as 0:0,128:180,255:255, between which "
          "the result goes straight, and beyond which it stays. Results round to nearest even and saturate. Equals "
          "OpenCV's LUT of u8 with one table for all channels, and with points NumPy's interp; of i8 OpenCV says the "
          "same, but 5.0 takes a sample's bits for the place. An alpha channel is kept.",
      .parameters = {{.name = "values",
                      .summary = "Points of a curve, or a table of 256 or 65536 numbers.",
                      .kind = ParameterKind::curve,
                      .initial = Curve{{0, 0}, {255, 255}}}},
      .outputs = {"out"},
      .inputs = {{"image", Reads::same, {SampleType::u8, SampleType::i8, SampleType::u16, SampleType::i16}}},
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

std::size_t table_length(SampleType type) {
  return std::size_t{1} << (8 * size_of(type));
}

std::function<double(double)> function_of(const Curve& curve, SampleType type) {
  if (!curve.points().empty()) return [points = curve.points()](double v) { return on_points(points, v); };
  if (curve.table().size() != table_length(type))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("lut: {} numbers for {}; allowed: {} numbers, or points as 0:0,128:180,255:255, from left "
                            "to right",
                            curve.table().size(), name_of(type), table_length(type)));
  return
      [table = curve.table(), least = min_value(type)](double v) { return table[static_cast<std::size_t>(v - least)]; };
}

point::Function make_lut(const Arguments& args, const std::vector<PixelFormat>& formats) {
  return {.outputs = formats, .curve = function_of(args.curve("values"), formats.front().type)};
}

bool is_signed(SampleType type) {
  return min_value(type) < 0;
}

SampleType with_sign(SampleType type, bool sign) {
  return size_of(type) == 1 ? (sign ? SampleType::i8 : SampleType::u8) : (sign ? SampleType::i16 : SampleType::u16);
}

// The function of a signed type, from the bits of a sample to those of the result.
std::function<double(double)> on_bits(const std::function<double(double)>& function, SampleType type) {
  return [=, count = static_cast<double>(table_length(type))](double bits) {
    const double result = store_value(function(bits > max_value(type) ? bits - count : bits), type);
    return result < 0 ? result + count : result;
  };
}

// Gets unsigned samples, which are the bits of signed ones.
point::Function make_signed(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const SampleType type = with_sign(formats.front().type, true);
  return {.outputs = formats, .curve = on_bits(function_of(args.curve("values"), type), type)};
}

op::Types as_unsigned(const op::Types& types) {
  std::vector<ValueType> made;
  for (ImageType image = types.image(0); made.size() < types.size(); made.emplace_back(image))
    image.format.type = with_sign(image.format.type, false);
  return made;
}

op::Instance as_unsigned(op::Instance problem) {
  problem.inputs = as_unsigned(problem.inputs);
  problem.outputs = as_unsigned(problem.outputs);
  return problem;
}

std::vector<HostValue> as_unsigned(const op::HostValues& values) {
  const Image& image = values.image(0);
  PixelFormat format = image.format();
  format.type = with_sign(format.type, false);
  Image made(image.size(), format);
  for (std::int64_t y = 0; y < image.height(); ++y)
    std::memcpy(made.row(y), image.row(y), static_cast<std::size_t>(image.width()) * format.bytes());
  std::vector<HostValue> result;
  result.emplace_back(std::move(made));
  return result;
}

point::Sample with_values(const Curve& curve, PixelFormat format) {
  return {{{"values", curve}}, {format}};
}

std::vector<op::Case> signed_cases() {
  Numbers rising;
  for (int i = 0; i < 65536; ++i) rising.push_back(i * 3 % 70000 - 33000);
  const Numbers few(rising.begin(), rising.begin() + 256);
  const point::Sample samples[] = {with_values(few, {SampleType::i8, 3}),
                                   with_values(rising, {SampleType::i16, 2, true}),
                                   with_values({{-100, 20}, {-1, 250.5}, {101, -130}}, {SampleType::i8, 1}),
                                   with_values({{-30000, -9}, {12, 700}}, {SampleType::i16, 4, true})};
  std::vector<op::Case> cases;
  for (const point::Sample& sample : samples) {
    const ImageType type{sample.inputs.front(), {301, 7}};
    cases.push_back({{"lut", sample.arguments}, {op::random_value(type, array::Fill::random, 7)}, to_string(type)});
  }
  return cases;
}

// Looks signed samples up by their bits, as unsigned ones.
op::Op with_signed(const op::Op& plain, const op::Op& bits) {
  op::Op op = plain;
  const auto is_signed_problem = [](const op::Instance& problem) {
    return is_signed(problem.inputs.image(0).format.type);
  };
  op.space = [=](const op::Instance& problem, const DeviceInfo& device) {
    return is_signed_problem(problem) ? bits.space(as_unsigned(problem), device) : plain.space(problem, device);
  };
  op.initial = [=](const op::Instance& problem, const DeviceInfo& device) {
    return is_signed_problem(problem) ? bits.initial(as_unsigned(problem), device) : plain.initial(problem, device);
  };
  op.rule = [=](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return is_signed_problem(problem) ? bits.rule(as_unsigned(problem), device, schedule)
                                      : plain.rule(problem, device, schedule);
  };
  op.make = [=](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return is_signed_problem(problem) ? bits.make(as_unsigned(problem), schedule, maker)
                                      : plain.make(problem, schedule, maker);
  };
  op.mismatch = [=](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    if (!is_signed_problem(problem)) return plain.mismatch(problem, in, out);
    return bits.mismatch(as_unsigned(problem), as_unsigned(in), as_unsigned(out));
  };
  op.cases = [=](int effort) {
    std::vector<op::Case> cases = plain.cases(effort);
    std::ranges::move(signed_cases(), std::back_inserter(cases));
    return cases;
  };
  op.proofs = [=](const op::Op& own, const DeviceInfo& device, int effort) {
    return point::proofs_with(own, plain, signed_cases(), device, effort);
  };
  return op;
}

}  // namespace

op::Op lut() {
  Numbers falling;
  for (int i = 0; i < 256; ++i) falling.push_back(255 - i * i % 256);
  const point::PointOp plain{.info = describe_lut(),
                             .make = make_lut,
                             .samples = {with_values(Curve(falling), {SampleType::u8, 3}),
                                         with_values({{10, 20}, {100, 250.5}, {101, 0}}, {SampleType::u16, 4, true}),
                                         with_values({{128, 300}}, {SampleType::u8, 1}),
                                         with_values({{0, 1000}, {65535, 64000}}, {SampleType::u16, 2})}};
  point::PointOp bits = plain;
  bits.make = make_signed;
  return with_signed(plain, bits);
}

}  // namespace lenslet::ops
