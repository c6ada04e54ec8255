// A stencil together with the pixels that it is for: all that a schedule does not decide.
#pragma once

#include <array>

#include <lenslet/border.hpp>
#include <lenslet/pixel.hpp>

#include "stencil/stencil.hpp"

namespace lenslet::stencil {

struct Problem {
  Stencil stencil;
  PixelFormat input;
  PixelType output = PixelType::u8;
  Border border = Border::reflect101;
  std::array<double, 4> border_value{};
  bool keep_alpha = false;

  bool linear() const { return !stencil.masks.empty(); }
  bool combines() const { return linear() && !stencil.body.empty(); }
  int width() const { return 2 * stencil.radius_x + 1; }  // of the window
  int height() const { return 2 * stencil.radius_y + 1; }
  int taps() const { return width() * height(); }
  int masks() const { return static_cast<int>(stencil.masks.size()); }
};

// What sums are kept in: integers where f32 could not hold every partial sum of integer taps and samples exactly.
enum class Accumulator : std::uint8_t { f32, i32, i64 };

Accumulator accumulator_of(const Problem& problem);

// Whether the result is scale * sum + delta in f32; otherwise it is sum + delta in the accumulator's type.
bool is_affine(const Problem& problem);

// Whether a sampler can make the border. Of constants it knows zero only.
bool sampler_has_border(const Problem& problem);

}  // namespace lenslet::stencil
