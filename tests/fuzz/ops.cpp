// The ops that the targets know. The library's own list would bring the whole library with it; parsers only ask what an
// op says of its parameters, so a few ops with a parameter of each kind stand for all.
#include <lenslet/error.hpp>

#include "joined.hpp"
#include "op/op.hpp"
#include "op/op_problem.hpp"
#include "ops/filter.hpp"
#include "ops/wide_gaussian/wide_gaussian.hpp"

namespace lenslet {
namespace {

op::Op array_op(std::string name, std::string family, std::vector<Parameter> parameters) {
  op::Op op;
  op.info = {.name = std::move(name),
             .summary = "",
             .details = "",
             .parameters = std::move(parameters),
             .outputs = array_operands({"out"}),
             .inputs = array_operands({"x"}),
             .family = std::move(family)};
  return op;
}

std::vector<Parameter> one_of_each_kind() {
  return {
      {.name = "flag", .summary = "", .kind = ParameterKind::flag, .initial = true},
      {.name = "bins",
       .summary = "",
       .kind = ParameterKind::integer,
       .initial = std::int64_t{256},
       .minimum = 1,
       .maximum = 65536},
      {.name = "k",
       .summary = "",
       .kind = ParameterKind::integer,
       .initial = std::string(automatic_word),
       .automatic = true},
      {.name = "a", .summary = "", .kind = ParameterKind::real, .initial = 1.0},
      {.name = "norm",
       .summary = "",
       .kind = ParameterKind::choice,
       .initial = std::string("l1"),
       .choices = {"l1", "l2"}},
      {.name = "text", .summary = "", .kind = ParameterKind::text, .initial = std::string()},
      {.name = "numbers", .summary = "", .kind = ParameterKind::numbers, .initial = Numbers(), .automatic = true},
      {.name = "matrix", .summary = "", .kind = ParameterKind::matrix, .initial = Matrix(), .automatic = true},
      {.name = "size", .summary = "", .kind = ParameterKind::size, .initial = Size(), .minimum = 0, .automatic = true},
      {.name = "curve", .summary = "", .kind = ParameterKind::curve, .initial = Curve{{0, 0}, {1, 1}}}};
}

}  // namespace

namespace ops {

op::Op filter2d();
op::Op gaussian();

// Parsers only ask what a filter says of itself.
op::Op filter_op(OpInfo info, std::function<stencil::Stencil(const Arguments&, SampleType)> stencil,
                 std::vector<ArgumentMap>, std::vector<ArgumentMap>) {
  op::Op op;
  op.info = std::move(info);
  op.stencil = std::move(stencil);
  op.problem = [](const op::OpPtr& own, const Work&) -> op::ProblemPtr {  // as all filters, and they alone, have
    throw Error(ErrorKind::unsupported, own->info.name + " has no computation here");
  };
  return op;
}

op::Op with_wide_gaussian(op::Op gaussian) {
  return gaussian;
}

bool is_wide_sigma(double, SampleType) {
  return false;  // no target runs volumes
}

}  // namespace ops

// Nothing is computed here.
op::ProblemPtr op::make_op_problem(OpPtr op, Work) {
  throw Error(ErrorKind::unsupported, op->info.name + " has no computation here");
}

namespace {

std::span<const op::Op> known_ops() {
  static const std::vector<op::Op> all{ops::filter2d(), ops::gaussian(), array_op("sum", "reduce", {}),
                                       array_op("mean", "reduce", {}), array_op("kinds", "kinds", one_of_each_kind())};
  return all;
}

op::OpPtr no_op(std::string_view) {
  return {};
}

}  // namespace

const Joined& joined() {
  static constexpr Joined all{known_ops, no_op, nullptr};
  return all;
}

}  // namespace lenslet
