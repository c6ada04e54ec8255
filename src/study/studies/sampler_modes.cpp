// The addressing modes by the formulas of OpenCL 1.2, section 8.2, in exact arithmetic.
#include "study/studies/sampler_modes.hpp"

#include <algorithm>

namespace lenslet::study::addressing {
namespace {

constexpr double nudge = 1e-3;  // to either side of a coordinate

double texel(Mode mode, int i) {
  const auto modulo = [](int a, int b) { return (a % b + b) % b; };
  const bool inside = i >= 0 && i < texels;
  if (mode == clamp && !inside) return 0;
  if (mode == repeat) return modulo(i, texels) + 1;
  if (mode != mirrored_repeat) return std::clamp(i, 0, texels - 1) + 1;
  const int place = modulo(i, 2 * texels);
  return (place < texels ? place : 2 * texels - 1 - place) + 1;
}

double nearest(Mode mode, double position) {
  return texel(mode, static_cast<int>(std::floor(position)));
}

double linear(Mode mode, double position) {
  const double below = std::floor(position - 0.5);
  const int i = static_cast<int>(below);
  return std::lerp(texel(mode, i), texel(mode, i + 1), position - 0.5 - below);
}

}  // namespace

// Without a mode all that is read must lie inside.
bool Sampling::defined(Mode mode, int i) const {
  const double reach = linear ? 0.5 : 0;
  return mode != none || (position(i) >= reach && position(i) + reach < texels);
}

Allowed allowed(const Sampling& sampling, Mode mode, int i) {
  const double at = sampling.position(i);
  if (sampling.linear) return {linear(mode, at), linear(mode, at)};
  return {nearest(mode, at - nudge), nearest(mode, at + nudge)};
}

}  // namespace lenslet::study::addressing
