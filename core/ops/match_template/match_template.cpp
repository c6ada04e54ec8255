// Compares a small picture with every place of an image.
#include "ops/match_template/match_template.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "ops/bands.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

constexpr std::int64_t widest_of_pairs = 32768;  // LONGEST of the kernel

constexpr char match_details[] =
    "out(x, y) compares the picture T with the image's part I of its size whose first pixel is (x, y), all channels "
    "together: sqdiff: the sum of (T - I)^2; ccorr: of T I; ccoeff: of T' I', where each channel's mean over the part "
    "is taken away from both. The result, of f32, has a column for each place across, W - w + 1, and a row for each "
    "down, H - h + 1. _normed divides by the root of the product of the sums of squares, of T^2 and I^2 or T'^2 and "
    "I'^2. As in OpenCV a normed result is 0 (of sqdiff 1) where the sum of I^2, or of I'^2, is at most the lesser of "
    "0.5 and 1.2e-6 times that of I^2, and 1 everywhere for ccoeff of a flat picture. Sums are direct, in f32 of up to "
    "256 terms, or for u8 in i32, and in f64 of those, for which it needs a device that has f64, so results for u8 are "
    "exact but for one "
    "rounding; for other types the error of a "
    "sum is at most 2^-16 times that of the terms' absolute values, and of sqdiff and ccoeff samples are counted from "
    "the picture's mean. The time grows with the picture's pixels: sensible up to about 64 x 64, and possible for any "
    "size. Where the picture or a window holds NaN or an infinity, its score is NaN by every measure, and no other "
    "window's is; of finite samples it may be an infinity or NaN where a sum of f32 exceeds 3.4e38. `minmaxloc` passes "
    "over NaN. Equals OpenCV's matchTemplate; ccoeff_normed also scikit-image's match_template. A region reads the "
    "whole "
    "picture, and of the image as much more as the picture is large.";

OpInfo describe_match() {
  return {.name = "match_template",
          .summary = "How like a small picture is to each part of an image.",
          .details = match_details,
          .parameters = {{.name = "by",
                          .summary = "What measures the likeness; of sqdiff less is more like.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("ccoeff_normed"),
                          .choices = {"sqdiff", "sqdiff_normed", "ccorr", "ccorr_normed", "ccoeff", "ccoeff_normed"}}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::scaled}, {"picture", Reads::whole}},
          .synonyms = {"matchtemplate", "templatematching", {"crosscorrelation", "by=ccorr"}, "findimage"}};
}

op::Types match_outputs(const op::Arguments&, const op::Types& inputs) {
  const ImageType &image = inputs.image(0), &picture = inputs.image(1);
  if (image.format.type != picture.format.type || image.format.channels != picture.format.channels)
    point::refuse("match_template", {image.format, picture.format}, "one type, and as many channels");
  const Size size{image.size.width - picture.size.width + 1, image.size.height - picture.size.height + 1};
  if (size.width < 1 || size.height < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("match_template: a picture of {} x {} in an image of {} x {}; allowed: no larger than the "
                            "image",
                            picture.size.width, picture.size.height, image.size.width, image.size.height));
  return std::vector<ValueType>{ImageType{{SampleType::f32, 1}, size}};
}

Rect match_reads(const op::Instance& problem, const Rect& region, std::size_t input) {
  const Size picture = problem.inputs.image(1).size;
  if (input == 1) return {0, 0, picture.width, picture.height};
  return {region.x, region.y, region.width + picture.width - 1, region.height + picture.height - 1};
}

// Pairs are bytes above a level: two of them are a factor of 32 bits.
op::Dimensions match_space(const op::Instance& problem, const DeviceInfo&) {
  const bool are_bytes = problem.inputs.image(0).format.type == SampleType::u8;
  return {op::numbers("group", {1, 32, 64, 128}), op::numbers("rows", {2, 4, 8}), op::numbers("spans", {1, 2, 4}),
          op::numbers("v", {1, 4, 8, 16}), are_bytes ? op::numbers("pairs", {0, 1}) : op::numbers("pairs", {0})};
}

// A CPU's core has eight vectors of sums or more, so that none waits for its last addition, but no more than registers.
// It multiplies pairs at twice the rate, which is worth the sums of all rows from some size of picture on.
DimensionSchedule match_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (device.kind != DeviceKind::cpu)
    return DimensionSchedule({{"group", "64"}, {"rows", "4"}, {"spans", "2"}, {"v", "1"}, {"pairs", "0"}});
  const ImageType& picture = problem.inputs.image(1);
  const bool has_pairs = picture.format.type == SampleType::u8 && picture.size.width <= widest_of_pairs &&
                         picture.size.width * picture.size.height >= 16 * 16;
  const bool is_wide = device.native_floats >= 16;
  return DimensionSchedule({{"group", "1"},
                            {"rows", "4"},
                            {"spans", has_pairs && is_wide ? "4" : "2"},
                            {"v", is_wide ? "16" : "8"},
                            {"pairs", has_pairs ? "1" : "0"}});
}

std::optional<Exclusion> match_rule(const op::Instance& problem, const DeviceInfo& device,
                                    const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.number("pairs") == 1 && problem.inputs.image(1).size.width > widest_of_pairs)
    return Exclusion{"sums", fmt::format("sums of a row of pairs have at most {} terms", widest_of_pairs)};
  constexpr int most_sums = 256;
  const int sums = schedule.number("rows") * schedule.number("spans") * schedule.number("v");
  if (sums <= most_sums) return {};
  return Exclusion{"registers", fmt::format("a work-item has at most {} places", most_sums)};
}

}  // namespace

Match match_of(const op::Arguments& arguments) {
  const std::string& by = arguments.text("by");
  const Measure measure = by.starts_with("sqdiff")  ? Measure::sqdiff
                          : by.starts_with("ccorr") ? Measure::ccorr
                                                    : Measure::ccoeff;
  return {measure, by.ends_with("_normed")};
}

op::Op match_template() {
  op::Op op = op::whole_op(describe_match());
  op.whole = false;
  op.reads = match_reads;
  op.outputs = match_outputs;
  op.space = match_space;
  op.initial = match_initial;
  op.rule = match_rule;
  op.make = match_make;
  op.mismatch = match_mismatch;
  op.cases = match_cases;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  join_channels(op);
  return op;
}

}  // namespace lenslet::ops
