// Keeps samples between two bounds.
#include <algorithm>
#include <cmath>

#include "ops/level_check.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_clip() {
  return {
      .name = "clip",
      .summary = "Samples kept between two bounds.",
      .details =
          "What is below low becomes low, what is above high becomes high. For integers the bounds are rounded, and "
          "kept within the type; both above or both below all of it are refused. NaN stays. Equals "
          "NumPy's clip. An alpha channel is kept.",
      .parameters = {{.name = "low",
                      .summary = "The least that stays, in units of the samples.",
                      .kind = ParameterKind::real,
                      .initial = 0.0},
                     {.name = "high",
                      .summary = "The greatest that stays, in units of the samples.",
                      .kind = ParameterKind::real,
                      .initial = 255.0}},
      .outputs = {"out"},
      .inputs = point::images({"image"}, point::all_types()),
      .synonyms = {"clamp", "limit"}};
}

point::Function make_clip(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const double low = args.real("low"), high = args.real("high");
  const SampleType type = formats.front().type;
  check_range("clip", low, high, type);
  const auto bound = [type](double value) {
    return is_integer(type) ? store_value(value, type) : static_cast<float>(value);
  };
  return {.file = "clip.cl",
          .name = "clip_sample",
          .arithmetic = point::Arithmetic::native,
          .numbers = {bound(low), bound(high)},
          .outputs = formats,
          .reference = [least = bound(low), most = bound(high)](std::span<const double> in, std::span<op::Range> out) {
            out[0] = point::exactly(std::clamp(in[0], least, most));
          }};
}

point::AnyFunction make_any_clip(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const PixelFormat& format = formats.front();
  check_range("clip", args.real("low"), args.real("high"), format.type);
  const op::Exact low = op::stored(args.real("low"), format.type), high = op::stored(args.real("high"), format.type);
  return {.file = "clip.cl",
          .name = "clip_sample",
          .arithmetic = format.type,
          .outputs = {format},
          .numbers = {low, high},
          .reference = [=](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
            out[0].low = out[0].high = std::isnan(in[0]) ? in[0] : std::clamp(in[0], low, high);
          }};
}

}  // namespace

op::Op clip() {
  return point::PointOp{.info = describe_clip(),
                        .make = make_clip,
                        .samples = {{{{"low", 20.4}, {"high", 90.0}}}, {{{"low", -50.0}}}},
                        .any = make_any_clip};
}

}  // namespace lenslet::ops
