// A weighted sum of two images.
#include <cmath>

#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

Parameter real(const char* name, const char* summary, double initial) {
  return {.name = name, .summary = summary, .kind = ParameterKind::real, .initial = initial};
}

OpInfo describe() {
  return {.name = "addweighted",
          .summary = "The sum of two images, each with a factor.",
          .details =
              "out = alpha a + beta b + gamma, rounded to nearest even and saturated. Both have one size and "
              "format. Equals OpenCV's addWeighted. Of alpha channels the first is kept.",
          .parameters = {real("alpha", "Factor of the first image.", 0.5), real("beta", "Factor of the second.", 0.5),
                         real("gamma", "Is added.", 0.0)},
          .outputs = {"out"},
          .inputs = point::images({"a", "b"}),
          .synonyms = {"imlincomb", "weightedsum"}};
}

point::Function make(const Arguments& args, const std::vector<PixelFormat>& formats) {
  constexpr int roundings = 5;
  point::check_alike("addweighted", formats);
  const double a = static_cast<float>(args.real("alpha")), b = static_cast<float>(args.real("beta")),
               more = static_cast<float>(args.real("gamma"));
  return {.file = "addweighted.cl",
          .name = "weighted_sum",
          .numbers = {a, b, more},
          .outputs = {formats.front()},
          .reference = [=](std::span<const double> in, std::span<op::Range> out) {
            const double magnitude = std::abs(in[0] * a) + std::abs(in[1] * b) + std::abs(more);
            out[0] = point::within(in[0] * a + in[1] * b + more, magnitude, roundings);
          }};
}

}  // namespace

point::PointOp addweighted() {
  return {.info = describe(), .make = make, .samples = {{{{"alpha", 1.6}, {"beta", -0.7}, {"gamma", 3.5}}}}};
}

}  // namespace lenslet::ops
