// Finds pixels whose channels lie between bounds.
#include "point/numbers.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_inrange() {
  return {
      .name = "inrange",
      .summary = "A mask of the pixels whose channels all lie between bounds.",
      .details =
          "255 where low <= in <= high in every channel, alpha among them, else 0; one channel of u8. A bound is one "
          "number for all channels, or one for each. Equals OpenCV's inRange.",
      .parameters = {{.name = "low",
                      .summary = "The least of each channel, in units of the samples.",
                      .kind = ParameterKind::numbers,
                      .initial = Numbers{0}},
                     {.name = "high",
                      .summary = "The greatest of each channel, in units of the samples.",
                      .kind = ParameterKind::numbers,
                      .initial = Numbers{127}}},
      .outputs = {"out"},
      .inputs = {{"image", Reads::same}},
      .synonyms = {"colourmask", "colormask"}};
}

constexpr std::size_t upper = max_channels;  // where the upper bounds begin

point::Function make_inrange(const Arguments& args, const std::vector<PixelFormat>& formats) {
  std::vector<double> bounds(2 * upper);
  std::size_t place = 0;
  for (const char* side : {"low", "high"}) {
    const std::vector<double> numbers =
        point::per_channel("inrange", side, args.numbers(side), formats.front().channels);
    for (std::size_t c = 0; c < numbers.size(); ++c) bounds[place + c] = static_cast<float>(numbers[c]);
    place = upper;
  }
  return {.file = "inrange.cl",
          .name = "inrange_pixel",
          .layout = point::Layout::pixels,
          .numbers = bounds,
          .outputs = {{SampleType::u8, 1}},
          .reference =
              [bounds](std::span<const double> in, std::span<op::Range> out) {
                bool inside = true;
                for (std::size_t c = 0; c < in.size(); ++c)
                  inside = inside && in[c] >= bounds[c] && in[c] <= bounds[upper + c];
                out[0] = point::exactly(inside ? 255 : 0);
              },
          .keeps_alpha = false};
}

}  // namespace

op::Op inrange() {
  const auto bounds = [](const Numbers& low, const Numbers& high, PixelFormat format) {
    return point::Sample{{{"low", low}, {"high", high}}, {format}};
  };
  return point::PointOp{
      .info = describe_inrange(),
      .make = make_inrange,
      .samples = {bounds({10, 20, 30}, {200}, {SampleType::u8, 3}),
                  bounds({1000, 0, 30, 5}, {60000}, {SampleType::u16, 4, true}),
                  bounds({-50.5}, {60}, {SampleType::f16, 1}), bounds({-70, -20}, {80, 90.25}, {SampleType::f32, 2})}};
}

}  // namespace lenslet::ops
