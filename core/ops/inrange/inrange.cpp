// Finds pixels whose channels lie between bounds.
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "ops/bands.hpp"
#include "ops/level_check.hpp"
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
          "number for all channels, or one for each. Bounds that both lie above or below all of an integer type, and a "
          "low above the high, are refused. Equals OpenCV's inRange.",
      .parameters = {{.name = "low",
                      .summary = "The least of each channel, in units of the samples.",
                      .kind = ParameterKind::numbers,
                      .initial = Numbers{0}},
                     {.name = "high",
                      .summary = "The greatest of each channel, in units of the samples.",
                      .kind = ParameterKind::numbers,
                      .initial = Numbers{127}}},
      .outputs = {"out"},
      .inputs = point::images({"image"}, point::all_types()),
      .synonyms = {"colourmask", "colormask"}};
}

constexpr std::size_t upper = max_channels;  // where the upper bounds begin

// Of each channel.
struct Bounds {
  Numbers low, high;
};

Bounds bounds_of(const Arguments& args, const PixelFormat& format) {
  Bounds bounds{point::per_channel("inrange", "low", args.numbers("low"), format.channels),
                point::per_channel("inrange", "high", args.numbers("high"), format.channels)};
  for (std::size_t c = 0; c < bounds.low.size(); ++c)
    check_range("inrange", bounds.low[c], bounds.high[c], format.type);
  return bounds;
}

point::Function make_inrange(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const auto [low, high] = bounds_of(args, formats.front());
  std::vector<double> bounds(2 * upper);
  for (std::size_t c = 0; c < low.size(); ++c) {
    bounds[c] = static_cast<float>(low[c]);
    bounds[upper + c] = static_cast<float>(high[c]);
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

// A bound as integers have it: the least that is not below, or the greatest that is not above. A pair that no sample
// lies between becomes 1 and 0.
std::pair<op::Exact, op::Exact> whole_bounds(op::Exact low, op::Exact high, SampleType type) {
  const op::Exact infinite = std::numeric_limits<op::Exact>::infinity();
  const op::Exact least = op::stored(-infinite, type), most = op::stored(infinite, type);
  if (!(std::ceil(low) <= most && std::floor(high) >= least)) return {1, 0};
  return {op::stored(std::ceil(low), type), op::stored(std::floor(high), type)};
}

// Bytes with a sign do not hold the result, 255.
point::AnyFunction make_any_inrange(const Arguments& args, const std::vector<PixelFormat>& formats) {
  const PixelFormat& format = formats.front();
  const Bounds given = bounds_of(args, format);
  const Numbers &low = given.low, &high = given.high;
  std::vector<op::Exact> bounds(2 * upper);
  for (std::size_t c = 0; c < low.size(); ++c) {
    const bool whole = is_integer(format.type);
    std::tie(bounds[c], bounds[upper + c]) =
        whole ? whole_bounds(low[c], high[c], format.type) : std::pair<op::Exact, op::Exact>(low[c], high[c]);
  }
  return {.file = "inrange.cl",
          .name = "inrange_pixel",
          .arithmetic = format.type == SampleType::i8 ? SampleType::i16 : format.type,
          .outputs = {{SampleType::u8, 1}},
          .numbers = bounds,
          .layout = point::Layout::pixels,
          .keeps_alpha = false,
          .reference = [low = given.low, high = given.high](std::span<const op::Exact> in,
                                                            std::span<point::ExactRange> out) {
            bool inside = true;
            for (std::size_t c = 0; c < in.size(); ++c)
              inside = inside && in[c] >= op::Exact{low[c]} && in[c] <= op::Exact{high[c]};
            out[0].low = out[0].high = inside ? 255 : 0;
          }};
}

}  // namespace

op::Op inrange() {
  const auto bounds = [](const Numbers& low, const Numbers& high, PixelFormat format) {
    return point::Sample{{{"low", low}, {"high", high}}, {format}};
  };
  op::Op op = point::PointOp{
      .info = describe_inrange(),
      .make = make_inrange,
      .samples = {bounds({10, 20, 30}, {200}, {SampleType::u8, 3}),
                  bounds({1000, 0, 30, 5}, {60000}, {SampleType::u16, 4, true}),
                  bounds({-50.5}, {60}, {SampleType::f16, 1}), bounds({-70, -20}, {80, 90.25}, {SampleType::f32, 2})},
      .any = make_any_inrange,
      .any_samples = {bounds({-3.5, 0}, {9e8}, {SampleType::i32, 2}), bounds({-20}, {1e30}, {SampleType::i8, 1}),
                      bounds({-1e30}, {12.5}, {SampleType::f64, 3})}};
  join_channels(op);
  return op;
}

}  // namespace lenslet::ops
