// Sharpens by adding what a blur takes away.
#include "ops/border_check.hpp"
#include "pipeline/problem.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_unsharp() {
  return {.name = "unsharp",
          .summary = "Sharpen by what a Gaussian blur takes away.",
          .details =
              "out = in + amount * (in - gaussian(in)), rounded to nearest even and saturated; the blur is "
              "rounded to the image's type first. Equals OpenCV's GaussianBlur, then addWeighted(in, 1 + "
              "amount, blur, -amount, 0). The border 'discard' is refused. Where the image has alpha, the blur's "
              "colours are weighted by it, and alpha stays.",
          .parameters = {{.name = "sigma",
                          .summary = "Standard deviation of the blur.",
                          .kind = ParameterKind::real,
                          .initial = 2.0,
                          .unit = "pixels",
                          .minimum = 0.1,
                          .maximum = 40},
                         {.name = "amount",
                          .summary = "How much of the difference is added.",
                          .kind = ParameterKind::real,
                          .initial = 1.0,
                          .minimum = 0,
                          .maximum = 100}},
          .outputs = {"out"},
          .synonyms = {"unsharpmask", "usm", "imsharpen"}};
}

pipeline::Definition define_unsharp(const Arguments& arguments) {
  pipeline::Definition definition = pipeline::parse("in image; gaussian image | addweighted image _");
  const double amount = arguments.real("amount");
  definition.nodes[0].arguments["sigma"] = arguments.real("sigma");
  definition.nodes[1].arguments = {{"alpha", 1 + amount}, {"beta", -amount}};
  return definition;
}

}  // namespace

op::Op unsharp() {
  return pipeline::named_op(describe_unsharp(), define_unsharp, refuse_discard("unsharp"));
}

}  // namespace lenslet::ops
