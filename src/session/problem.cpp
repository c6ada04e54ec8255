// A call and its options as a problem of the stencil family.
#include "session/problem.hpp"

#include "ops/op.hpp"

namespace lenslet {

stencil::Problem problem_of(const Call& call, PixelFormat input, const FilterOptions& options) {
  const ops::Op& op = ops::find(call.op);
  stencil::Problem problem;
  problem.stencil = op.stencil(ops::Arguments(op.info, call.arguments), input.type);
  problem.input = input;
  problem.output = options.ddepth.value_or(input.type);
  problem.border = options.border;
  problem.border_value = options.border_value;
  problem.keep_alpha = input.alpha && options.alpha == Alpha::keep;
  problem.layered = options.layered;
  return problem;
}

}  // namespace lenslet
