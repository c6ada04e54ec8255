// Tells missing samples from others.
#include "ops/missing_parameters.hpp"
#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_present() {
  return {.name = "present",
          .summary = "1 where there is a sample, 0 where it is missing.",
          .details =
              "Of u8, for each channel by itself, alpha among them. Filters leave missing samples out by themselves: "
              "see --nodata. Equals NumPy's image != value, or ~isnan(image).",
          .parameters = {value_parameter(), missing_parameter(),
                         flag_parameter("absent", "The other way round: 1 where a sample is missing.")},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"isnan", "notnan", "validmask", "ismissing"}};
}

point::Function make_present(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  const Missing missing = missing_of("present", arguments, formats.front().type);
  const double there = arguments.flag("absent") ? 0 : 1;
  PixelFormat made = formats.front();
  made.type = SampleType::u8;
  return {
      .file = "present.cl",
      .name = "present_sample",
      .numbers = {missing.value, missing.nan ? 1.0 : 0.0, 1 - there, there},
      .outputs = {made},
      .reference = [=](std::span<const double> in,
                       std::span<op::Range> out) { out[0] = point::exactly(missing.has(in[0]) ? 1 - there : there); },
      .keeps_alpha = false};
}

}  // namespace

op::Op present() {
  const auto missing = [](const char* which, bool absent, PixelFormat format) {
    return point::Sample{{{"value", 7.0}, {"missing", std::string(which)}, {"absent", absent}}, {format}};
  };
  return point::PointOp{
      .info = describe_present(),
      .make = make_present,
      .samples = {missing("value", false, {SampleType::u8, 3}), missing("both", true, {SampleType::f32, 1}),
                  missing("nan", false, {SampleType::f16, 4, true}), missing("value", true, {SampleType::u16, 2})}};
}

}  // namespace lenslet::ops
