// Gives each channel an image of its own.
#include <utility>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_split() {
  return {.name = "split",
          .summary = "Each channel as an image of its own.",
          .details =
              "An image of one channel for each of the 2 to 4 channels, alpha among them. Equals OpenCV's split; "
              "merge undoes it.",
          .parameters = {},
          .outputs = {"channel0", "channel1", "channel2", "channel3"},
          .inputs = point::images({"image"}, point::all_types()),
          .synonyms = {"bandsplit", "channels"}};
}

point::Function make_split(const Arguments&, const std::vector<PixelFormat>& formats) {
  const PixelFormat format = formats.front();
  if (format.channels == 1) point::refuse("split", formats, "2 to 4 channels");
  return {.file = "split.cl",
          .name = "split_pixel",
          .layout = point::Layout::pixels,
          .arithmetic = point::Arithmetic::native,
          .outputs = std::vector<PixelFormat>(static_cast<std::size_t>(format.channels), {format.type, 1}),
          .reference =
              [](std::span<const double> in, std::span<op::Range> out) {
                for (std::size_t c = 0; c < in.size(); ++c) out[c] = point::exactly(in[c]);
              },
          .keeps_alpha = false,
          .copies = true};
}

point::AnyFunction make_any_split(const Arguments& args, const std::vector<PixelFormat>& formats) {
  point::Function same = make_split(args, formats);
  return point::moved_samples(same.file, same.name, formats.front().type, std::move(same.outputs));
}

}  // namespace

op::Op split() {
  return point::PointOp{.info = describe_split(),
                        .make = make_split,
                        .samples = {{{}, {{SampleType::u8, 3}}},
                                    {{}, {{SampleType::u16, 4, true}}},
                                    {{}, {{SampleType::f16, 2}}},
                                    {{}, {{SampleType::f32, 3}}}},
                        .any = make_any_split};
}

}  // namespace lenslet::ops
