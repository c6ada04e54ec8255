// Joins images as channels of one.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/parameters.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_merge() {
  return {
      .name = "merge",
      .summary = "Images of one channel as the channels of one image.",
      .details =
          "The 2 to 4 images have one size and type. With alpha the last of 2 or 4 is opacity. Equals OpenCV's merge; "
          "split undoes it.",
      .parameters = {integer_parameter("channels", "How many images there are.", 3, 2, 4),
                     flag_parameter("alpha", "The last of 2 or 4 images is opacity.")},
      .outputs = {"out"},
      .inputs = point::images({"channel0", "channel1", "channel2", "channel3"}, point::all_types()),
      .synonyms = {"bandjoin", "stack"}};
}

std::vector<std::string> merge_input_names(const Arguments& args) {
  std::vector<std::string> names;
  for (int c = 0; c < args.integer("channels"); ++c) names.push_back(fmt::format("channel{}", c));
  return names;
}

point::Function make_merge(const Arguments& args, const std::vector<PixelFormat>& formats) {
  point::check_alike("merge", formats);
  if (formats.front().channels != 1) point::refuse("merge", formats, "images of 1 channel");
  const int channels = args.integer("channels");
  const bool alpha = args.flag("alpha");
  if (alpha && channels == 3)
    throw Error(ErrorKind::invalid_argument, "merge: alpha among 3 channels; allowed: among 2 or 4");
  return {.file = "merge.cl",
          .name = fmt::format("merge_{}", channels),
          .layout = point::Layout::pixels,
          .arithmetic = point::Arithmetic::native,
          .outputs = {{formats.front().type, channels, alpha}},
          .reference =
              [](std::span<const double> in, std::span<op::Range> out) {
                for (std::size_t c = 0; c < in.size(); ++c) out[c] = point::exactly(in[c]);
              },
          .keeps_alpha = false,
          .copies = true};
}

point::AnyFunction make_any_merge(const Arguments& args, const std::vector<PixelFormat>& formats) {
  point::Function same = make_merge(args, formats);
  return point::moved_samples(same.file, same.name, formats.front().type, std::move(same.outputs));
}

point::Sample merge_sample(std::int64_t channels, bool alpha, SampleType type) {
  return {{{"channels", channels}, {"alpha", alpha}},
          std::vector<PixelFormat>(static_cast<std::size_t>(channels), {type, 1})};
}

}  // namespace

op::Op merge() {
  return point::PointOp{.info = describe_merge(),
                        .make = make_merge,
                        .samples = {merge_sample(3, false, SampleType::u8), merge_sample(4, true, SampleType::f32),
                                    merge_sample(2, true, SampleType::u16), merge_sample(3, false, SampleType::f16)},
                        .inputs = merge_input_names,
                        .any = make_any_merge};
}

}  // namespace lenslet::ops
