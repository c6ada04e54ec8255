// Colours weighted by alpha.

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "ops/alpha_parameters.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_premultiply() {
  return {.name = "premultiply",
          .summary = "Colours weighted by alpha: times what their pixel is opaque.",
          .details =
              "out = colour * alpha / white, rounded to nearest even and saturated; alpha stays. As libvips' "
              "premultiply. Filters that make means of pixels do this by themselves, in f32: see --alpha.",
          .parameters = {alpha_type_parameter(), white_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same}},
          .synonyms = {"premul", "associatealpha"}};
}

point::Function make_premultiply(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  const double white = white_of(arguments, formats.front().type);
  const auto reference = [white](std::span<const double> in, std::span<op::Range> out) {
    const double alpha = in.back();
    for (std::size_t c = 0; c + 1 < in.size(); ++c) {
      const double product = in[c] * alpha / white;
      const double by_least_weight = in[c] * FLT_MIN;  // smaller weights are rounded like this one
      out[c] = point::within(product, std::max(std::abs(product), std::abs(by_least_weight)), 4);
    }
    out[in.size() - 1] = point::exactly(alpha);
  };
  return of_alpha("premultiply", arguments, formats.front(), reference);
}

}  // namespace

op::Op premultiply() {
  return point::PointOp{.info = describe_premultiply(), .make = make_premultiply, .samples = samples_of_alpha()};
}

}  // namespace lenslet::ops
