// The Laplacian by finite differences.
#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_laplacian() {
  return {.name = "laplacian",
          .summary = "Laplacian: the sum of both second derivatives.",
          .details =
              "ksize 1: the mask 0 1 0; 1 -4 1; 0 1 0. ksize 3, 5, 7: the sum of the second Sobel derivatives in x "
              "and y. The result may be negative: choose a floating ddepth to keep it. Equals OpenCV's Laplacian.",
          .parameters = {integer_parameter("ksize", "Side of the mask: 1, 3, 5 or 7.", 1, 1, 7, "pixels"),
                         scale_parameter(), delta_parameter()},
          .outputs = {"out"},
          .synonyms = {"laplace", "del2"},
          .nearest_to = {"log", "dog", "laplacianofgaussian", "differenceofgaussians"}};
}

stencil::Stencil make_laplacian(const Arguments& args, SampleType type) {
  return stencil::linear({stencil::laplacian_mask(args.integer("ksize"))}, args.real("scale"), args.real("delta"),
                         type);
}

}  // namespace

op::Op laplacian() {
  return filter_op(describe_laplacian(), make_laplacian,
                   {{}, {{"ksize", 3L}, {"scale", 0.25}, {"delta", 128.0}}, {{"ksize", 7L}}});
}

}  // namespace lenslet::ops
