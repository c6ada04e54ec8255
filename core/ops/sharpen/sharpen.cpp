// Sharpens by subtracting the four-neighbour Laplacian.
#include "ops/filter.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_sharpen() {
  return {
      .name = "sharpen",
      .summary = "Sharpen by what sets a pixel apart from its four neighbours.",
      .details =
          "out = in + amount * (4 in - left - right - up - down): with amount 1 the mask is "
          "0 -1 0; -1 5 -1; 0 -1 0. Equals OpenCV's filter2D with that mask. Colours are weighted by alpha, where the "
          "image has it.",
      .parameters = {{.name = "amount",
                      .summary = "How much of the difference is added.",
                      .kind = ParameterKind::real,
                      .initial = 1.0,
                      .minimum = 0,
                      .maximum = 100}},
      .outputs = {"out"},
      .nearest_to = {"highpass"}};
}

stencil::Stencil make_sharpen(const Arguments& args, SampleType type) {
  const double amount = args.real("amount");
  return stencil::linear({stencil::plus_mask(1 + 4 * amount, -amount)}, 1, 0, type);
}

}  // namespace

op::Op sharpen() {
  return filter_op(describe_sharpen(), make_sharpen, {{}, {{"amount", 0.3}}});
}

}  // namespace lenslet::ops
