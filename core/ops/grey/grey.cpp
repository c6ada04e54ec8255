// Makes colours grey.
#include <cmath>
#include <iterator>
#include <utility>

#include "ops/colours.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_grey() {
  return {
      .name = "grey",
      .summary = "Colours made grey, by their luma.",
      .details =
          "0.299 red + 0.587 green + 0.114 blue (ITU-R BT.601), in one channel; an alpha channel stays behind it. "
          "A grey image stays as it is, so that a folder may hold both. Equals OpenCV's cvtColor with COLOR_RGB2GRAY, "
          "but for u8 and u16 within 1, since OpenCV sums in fixed point.",
      .parameters = {},
      .outputs = {"out"},
      .inputs = {{"image", Reads::same}},
      .synonyms = {"gray", "grayscale", "greyscale", "rgb2gray", "rgbtogray", "luma", "desaturate"},
      .nearest_to = words_for_colours};
}

bool is_grey(const PixelFormat& format) {
  return format.channels == (format.alpha ? 2 : 1);
}

point::Function kept(const PixelFormat& format) {
  return {.file = "grey.cl",
          .name = "grey_sample",
          .outputs = {format},
          .reference = [](std::span<const double> in, std::span<op::Range> out) { out[0] = point::exactly(in[0]); },
          .copies = true};
}

point::Function make_grey(const Arguments&, const std::vector<PixelFormat>& formats) {
  const PixelFormat format = formats.front();
  if (is_grey(format)) return kept(format);
  point::check_colours("grey", format);
  return {.file = "grey.cl",
          .name = "grey_pixel",
          .layout = point::Layout::pixels,
          .outputs = {{format.type, format.channels - 2, format.alpha}},
          .reference = [](std::span<const double> in, std::span<op::Range> out) {
            const double red = 0.299 * in[0], green = 0.587 * in[1], blue = 0.114 * in[2];
            out[0] = point::within(red + green + blue, std::abs(red) + std::abs(green) + std::abs(blue), 4);
          }};
}

}  // namespace

op::Op grey() {
  std::vector<point::Sample> samples = point::of_colours({std::begin(filter_types), std::end(filter_types)});
  samples.push_back({{}, {{SampleType::u16, 1}}});
  samples.push_back({{}, {{SampleType::f32, 2, true}}});
  return point::PointOp{.info = describe_grey(), .make = make_grey, .samples = std::move(samples)};
}

}  // namespace lenslet::ops
