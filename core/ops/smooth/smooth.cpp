// The mean of a pixel and its four neighbours. Those outside the image are left out, or follow the border rule.
#include "ops/filter.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_smooth() {
  return {
      .name = "smooth",
      .summary = "Mean of a pixel and its left, right, upper and lower neighbour.",
      .details =
          "renormalise: the mean of those of the five that lie in the image, whatever the border. "
          "border: the mean of all five by the border rule. "
          "Equals OpenCV's filter2D with the mask 0 1 0; 1 1 1; 0 1 0 over 5. Colours are weighted by alpha, where the "
          "image has it.",
      .parameters = {{.name = "edge",
                      .summary = "What is averaged at the image's edge.",
                      .kind = ParameterKind::choice,
                      .initial = std::string("renormalise"),
                      .choices = {"renormalise", "border"}}},
      .outputs = {"out"},
      .nearest_to = {"soften"}};
}

struct Offset {
  int dx, dy;
};
constexpr Offset plus[] = {{0, -1}, {-1, 0}, {0, 0}, {1, 0}, {0, 1}};

stencil::Reference renormalised(SampleType type) {
  return [type](const stencil::Window& window) -> std::vector<stencil::Truth> {
    stencil::Mask present{3, 3, stencil::Taps(9)};
    int count = 0;
    for (const auto [dx, dy] : plus)
      if (window.inside(dx, dy)) {
        present.taps[static_cast<std::size_t>(3 * (dy + 1) + dx + 1)] = 1;
        ++count;
      }
    return stencil::linear_reference({{present}}, 1.0 / count, 0, type)(window);
  };
}

stencil::Stencil make_smooth(const Arguments& args, SampleType type) {
  if (args.text("edge") == "border") return stencil::linear({stencil::plus_mask(1, 1)}, 1 / 5.0, 0, type);
  stencil::Stencil result;
  result.radius_x = result.radius_y = 1;
  result.body = "smooth.cl";
  result.needs_inside = true;
  result.reference = renormalised(type);
  return result;
}

}  // namespace

op::Op smooth() {
  op::Op op = filter_op(describe_smooth(), make_smooth, {{}, {{"edge", std::string("border")}}});
  op.averages = true;
  return op;
}

}  // namespace lenslet::ops
