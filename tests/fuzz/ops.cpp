// The ops that the targets know. The library's own list would bring the whole library with it; parsers only ask what an
// op says of its parameters, so a few ops with a parameter of each kind stand for all.
#include "array/op.hpp"
#include "ops/op.hpp"

namespace lenslet {
namespace {

array::Op array_op(std::string name, std::string family, std::vector<Parameter> parameters) {
  array::Op op;
  op.info = {.name = std::move(name),
             .summary = "",
             .details = "",
             .parameters = std::move(parameters),
             .outputs = {"out"},
             .inputs = {"x"},
             .family = std::move(family)};
  return op;
}

std::vector<Parameter> one_of_each_kind() {
  return {{.name = "flag", .summary = "", .kind = ParameterKind::flag, .initial = true},
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
          {.name = "text", .summary = "", .kind = ParameterKind::text, .initial = std::string()}};
}

}  // namespace

namespace ops {

Op filter2d();
Op gaussian();

std::span<const Op> registry() {
  static const std::vector<Op> all{filter2d(), gaussian()};
  return all;
}

}  // namespace ops

namespace array {

std::span<const Op> registry() {
  static const std::vector<Op> all{array_op("sum", "reduce", {}), array_op("mean", "reduce", {}),
                                   array_op("kinds", "kinds", one_of_each_kind())};
  return all;
}

}  // namespace array
}  // namespace lenslet
