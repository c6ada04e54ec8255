// Computes what resizing must make, and makes images to prove it.
#include <limits>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/resize/resize.hpp"
#include "ops/summed.hpp"

namespace lenslet::ops {
namespace {

class Reference {
 public:
  Reference(const Resizing& resizing, const Image& image)
      : image_(image),
        resizing_(resizing),
        x_(taps_of(resizing, resizing.x)),
        y_(taps_of(resizing, resizing.y)),
        bound_(x_.count * y_.count == 1 ? 0 : (x_.count + y_.count + 4) * unit_of_f32) {}

  op::Range at(std::int64_t x, std::int64_t y, int channel) const {
    const int alpha = image_.format().channels - 1;
    if (!resizing_.premultiplied || channel == alpha) return range_of(sum(x, y, channel, false), bound_);
    return colour_of(sum(x, y, channel, true), sum(x, y, alpha, false), bound_);
  }

 private:
  Summed sum(std::int64_t x, std::int64_t y, int channel, bool weighted) const {
    Summed sum;
    for (int j = 0; j < y_.count; ++j)
      for (int i = 0; i < x_.count; ++i) {
        const auto column = static_cast<std::size_t>(x * x_.count + i),
                   row = static_cast<std::size_t>(y * y_.count + j);
        const std::int64_t from_x = x_.places[column], from_y = y_.places[row];
        const double opacity = weighted ? image_.at(from_x, from_y, image_.format().channels - 1) : 1;
        sum.add(image_.at(from_x, from_y, channel) * opacity * x_.weights[column] * y_.weights[row]);
      }
    return sum;
  }

  const Image& image_;
  const Resizing& resizing_;
  Taps x_, y_;
  double bound_;
};

struct ResizeShape {
  const char* interpolation;
  Size from, to;
  bool antialias = false;
};

op::Case case_of(PixelFormat format, const ResizeShape& way, Alpha alpha, std::uint32_t seed) {
  return {
      {"resize", {{"size", way.to}, {"interpolation", std::string(way.interpolation)}, {"antialias", way.antialias}}},
      {op::random_value(ImageType{format, way.from}, array::Fill::random, seed)},
      fmt::format("{} to {}x{}, {}{}", to_string(ImageType{format, way.from}), way.to.width, way.to.height,
                  way.interpolation, way.antialias ? ", antialias" : ""),
      {.alpha = alpha}};
}

}  // namespace

std::optional<std::string> resize_mismatch(const op::Instance& problem, const op::HostValues& in,
                                           const op::HostValues& out) {
  const Resizing resizing = resizing_of(problem);
  const Reference reference(resizing, in.image(0));
  return op::first_outside(out.image(0), [&](auto x, auto y, int c) { return reference.at(x, y, c); });
}

std::vector<op::Case> resize_cases(int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}};
  constexpr ResizeShape ways[] = {{"linear", {37, 23}, {50, 11}},
                                  {"cubic", {37, 23}, {61, 40}},
                                  {"area", {301, 41}, {43, 9}},
                                  {"nearest", {37, 23}, {80, 7}},
                                  {"area", {13, 11}, {30, 5}},
                                  {"linear", {1, 1}, {5, 3}},
                                  {"cubic", {2, 3}, {1, 1}},
                                  {"area", {64, 48}, {1, 1}},
                                  {"area", {120, 5}, {9, 13}},
                                  {"area", {7, 90}, {16, 11}},
                                  {"lanczos", {37, 23}, {50, 11}},
                                  {"lanczos", {3, 40}, {1, 90}},
                                  {"lanczos", {301, 41}, {43, 9}, true},
                                  {"cubic", {64, 48}, {9, 61}, true},
                                  {"linear", {90, 70}, {7, 1}, true}};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const SampleType type : filter_types)
      for (std::size_t i = 0; i < (effort > 1 ? std::size(ways) : 1); ++i, ++number) {
        format.type = type;
        const std::size_t way = effort > 1 ? i : (number + number / 4) % std::size(ways);
        cases.push_back(case_of(format, ways[way], number % 5 == 1 ? Alpha::filter : Alpha::premultiply, number));
      }
  for (const SampleType type : filter_types) {  // halves
    const char* how = number++ % 2 == 0 ? "area" : "linear";
    cases.push_back(case_of({type, 1}, {how, {150, 46}, {75, 23}}, Alpha::premultiply, number));
  }
  return cases;
}

}  // namespace lenslet::ops
