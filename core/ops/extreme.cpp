// Grey-scale morphology with a flat structuring element.
#include "ops/extreme.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "ops/element.hpp"
#include "ops/volume_passes.hpp"
#include "stencil/element.hpp"

namespace lenslet::ops {
namespace {

using stencil::Extreme;

// Samples with a NaN have no order: any result is right.
stencil::Truth extreme_of(const stencil::Window& window, const std::vector<stencil::Chord>& chords, Extreme extreme) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool largest = extreme == Extreme::greatest;
  double result = largest ? -infinity : infinity;
  for (const auto& [y, first, last] : chords)
    for (int x = first; x <= last; ++x) {
      const double sample = window.at(x, y);
      if (std::isnan(sample)) return {-infinity, infinity};
      result = largest ? std::max(result, sample) : std::min(result, sample);
    }
  return {result, result};
}

stencil::Stencil make_extreme(const char* op, const Arguments& args, Extreme extreme) {
  stencil::Stencil result;
  result.chords = stencil::chords_of(element_of(op, args));
  for (const auto& [y, first, last] : result.chords) {
    result.radius_x = std::max({result.radius_x, std::abs(first), std::abs(last)});
    result.radius_y = std::max(result.radius_y, std::abs(y));
  }
  result.body = "extreme.cl";
  result.defines = {{"LARGEST", extreme == Extreme::greatest ? "1" : "0"},
                    {"CHORDS", stencil::chords_text(result.chords)}};
  result.arithmetic = stencil::Arithmetic::native;
  result.extreme = extreme;
  result.reference = [chords = result.chords, extreme](const stencil::Window& window) {
    return std::vector<stencil::Truth>{extreme_of(window, chords, extreme)};
  };
  return result;
}

// Elements of even reach on one side of the centre: of one pixel, one row, one column.
std::vector<ArgumentMap> reaching_elements() {
  const auto element = [](Matrix matrix) { return ArgumentMap{{"element", std::move(matrix)}}; };
  return {element({5, 5, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}}),
          element({1, 5, {0, 0, 0, 0, 1}}),
          element({1, 5, {1, 1, 0, 0, 0}}),
          element({7, 1, {1, 0, 0, 0, 0, 0, 0}}),
          element({3, 3, {1, 1, 0, 1, 1, 0, 0, 0, 0}}),
          element({3, 5, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}),
          element({5, 5, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1}})};
}

}  // namespace

op::Op extreme_filter(Extreme extreme, const char* name, std::string summary, const std::string& details) {
  const auto make = [name, extreme](const Arguments& args, SampleType) { return make_extreme(name, args, extreme); };
  op::Op op = filter_op(
      {.name = name,
       .summary = std::move(summary),
       .details = details +
                  " Shapes are those of OpenCV's getStructuringElement, whose centre is right of the middle of an "
                  "even side, or below it; an element is not turned, and its centre "
                  "may be 0. A window with a NaN gives any of its samples.",
       .parameters = element_parameters(),
       .outputs = {"out"}},
      make,
      {{},
       {{"ksize", 5L}, {"ksize_y", 7L}},
       {{"ksize", 6L}, {"ksize_y", 4L}},
       {{"ksize", 1L}, {"ksize_y", 3L}},
       {{"element", Matrix(5, 7, {0, 0, 0, 0, 0, 0, 1,  //
                                  1, 0, 1, 1, 0, 0, 0,  //
                                  0, 1, 1, 0, 0, 0, 0,  //
                                  1, 1, 1, 1, 1, 1, 0,  //
                                  0, 0, 0, 0, 0, 0, 0})}}},
      reaching_elements());
  op.volume = [name](const op::VolumeCall& volume) { return extreme_passes(name, name, volume); };
  return op;
}

}  // namespace lenslet::ops
