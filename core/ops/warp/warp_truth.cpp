// Computes what warps must make, and makes images to prove it.
#include <cmath>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "ops/summed.hpp"
#include "ops/warp/warp.hpp"

namespace lenslet::ops {
namespace {

constexpr double keys = -0.75;  // parameter of the cubic kernel (Keys 1981), as in OpenCV

// The weights of the pixels along one side, by the first bits of a part.
struct Weights {
  int count;
  std::array<double, 4> values{};

  Weights(Sampling sampling, std::uint32_t part, int bits) : count(static_cast<int>(sampling)) {
    const double t = std::ldexp(static_cast<double>(part >> (32 - bits)), -bits), rest = 1 - t;
    const auto near = [](double d) { return ((keys + 2) * d - (keys + 3)) * d * d + 1; };
    if (sampling == Sampling::nearest) values = {1};
    if (sampling == Sampling::linear) values = {rest, t};
    if (sampling == Sampling::cubic) values = {keys * t * rest * rest, near(t), near(rest), keys * rest * t * t};
  }
};

class Reference {
 public:
  Reference(const op::Instance& problem, const Image& image, int weight_bits)
      : problem_(problem),
        image_(image),
        weight_bits_(weight_bits),
        sampling_(sampling_of(problem.arguments)),
        weighted_(weights_colours(problem)),
        bound_(sampling_ == Sampling::nearest ? 0 : (2 * static_cast<int>(sampling_) + 4) * unit_of_f32) {}

  op::Range at(const Place& place, int channel) const {
    const int alpha = image_.format().channels - 1;
    if (!weighted_ || channel == alpha) return range_of(sum(place, channel, false), bound_);
    return colour_of(sum(place, channel, true), sum(place, alpha, false), bound_);
  }

 private:
  double sample(std::int64_t x, std::int64_t y, int channel) const {
    const std::int64_t column = border_index(x, image_.width(), problem_.border);
    const std::int64_t row = border_index(y, image_.height(), problem_.border);
    if (column >= 0 && row >= 0) return image_.at(column, row, channel);
    return store_value(problem_.border_value[static_cast<std::size_t>(channel)], image_.format().type);
  }

  Summed sum(const Place& place, int channel, bool weighted) const {
    const int before = sampling_ == Sampling::cubic ? 1 : 0;
    const bool nearest = sampling_ == Sampling::nearest;
    const std::int64_t left = std::int64_t{place.x} - before + (nearest ? place.right >> 31 : 0);
    const std::int64_t top = std::int64_t{place.y} - before + (nearest ? place.below >> 31 : 0);
    const Weights across(sampling_, place.right, weight_bits_), down(sampling_, place.below, weight_bits_);
    Summed sum;
    for (int j = 0; j < down.count; ++j)
      for (int i = 0; i < across.count; ++i) {
        const double opacity = weighted ? sample(left + i, top + j, image_.format().channels - 1) : 1;
        const double value = sample(left + i, top + j, channel) * opacity;
        const double x = across.values[static_cast<std::size_t>(i)], y = down.values[static_cast<std::size_t>(j)];
        sum.add(value * x * y);
        if (sampling_ == Sampling::cubic) sum.size += std::abs(value) * (std::abs(x) + std::abs(y)) / 2;  // of weights
      }
    return sum;
  }

  const op::Instance& problem_;
  const Image& image_;
  int weight_bits_;
  Sampling sampling_;
  bool weighted_;
  double bound_;
};

}  // namespace

std::optional<std::string> warp_mismatch(const op::Instance& problem, const PlaceAt& place_at, int weight_bits,
                                         const op::HostValues& in, const op::HostValues& out) {
  const Reference reference(problem, in.image(0), weight_bits);
  return op::first_outside(out.image(0), [&](auto x, auto y, int c) { return reference.at(place_at(x, y), c); });
}

op::Case warp_case(Call call, PixelFormat format, Size size, std::uint32_t number) {
  constexpr const char* interpolations[] = {"linear", "cubic", "nearest"};
  const Border border = extending_borders[number % std::size(extending_borders)];
  const char* interpolation = interpolations[(number + number / 3) % std::size(interpolations)];
  call.arguments["interpolation"] = std::string(interpolation);
  const bool filters = format.alpha && number % 3 == 1;
  return {
      std::move(call),
      {op::random_value(ImageType{format, size}, array::Fill::random, number)},
      fmt::format("{}, {}, {}", to_string(ImageType{format, size}), interpolation, name_of(border)),
      {.border = border, .border_value = {0.25, 7, 130, 201}, .alpha = filters ? Alpha::filter : Alpha::premultiply}};
}

std::vector<op::Case> warp_cases(const std::string& op, const std::vector<std::map<std::string, Value>>& proved,
                                 int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}};
  constexpr Size sizes[] = {{37, 23}, {1, 1}, {70, 41}, {5, 3}};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const SampleType type : filter_types)
      for (std::size_t i = 0; i < (effort > 1 ? 3 * proved.size() : 2); ++i, ++number) {
        format.type = type;
        const auto& arguments = proved[(number + number / 5) % proved.size()];
        cases.push_back(warp_case({op, arguments}, format, sizes[(number + number / 4) % std::size(sizes)], number));
      }
  return cases;
}

}  // namespace lenslet::ops
