// Divides colours by alpha again.
#include <cmath>
#include <limits>

#include "ops/alpha_parameters.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_unpremultiply() {
  return {.name = "unpremultiply",
          .summary = "Colours that were weighted by alpha, without the weights.",
          .details =
              "out = colour * white / alpha, rounded to nearest even and saturated, and 0 where alpha is 0 or less; "
              "alpha stays. Undoes premultiply, but for what its rounding took. As libvips' unpremultiply.",
          .parameters = {alpha_type_parameter(), white_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"unpremul", "demultiply", "unassociatealpha"}};
}

// Anything is right where a quotient or its divisor leaves the range of normal floats.
op::Range quotient_of(double colour, double weight) {
  constexpr double least = std::numeric_limits<float>::min(), most = std::numeric_limits<float>::max();
  if (weight <= 0) return point::exactly(0);
  const double quotient = colour / weight;
  if (weight < 2 * least || std::abs(quotient) > most / 2) return op::any_value;
  return point::within(quotient, quotient, 8);
}

point::Function make_unpremultiply(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  const double white = white_of(arguments, formats.front().type);
  const auto reference = [white](std::span<const double> in, std::span<op::Range> out) {
    for (std::size_t c = 0; c + 1 < in.size(); ++c) out[c] = quotient_of(in[c], in.back() / white);
    out[in.size() - 1] = point::exactly(in.back());
  };
  return of_alpha("unpremultiply", arguments, formats.front(), reference);
}

}  // namespace

op::Op unpremultiply() {
  return point::PointOp{.info = describe_unpremultiply(), .make = make_unpremultiply, .samples = samples_of_alpha()};
}

}  // namespace lenslet::ops
