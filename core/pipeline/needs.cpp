// Computes the needs from the outputs back to the inputs.
#include "pipeline/needs.hpp"

#include <algorithm>

#include "image/rect.hpp"

namespace lenslet::pipeline {
namespace {

bool is_empty(const Rect& rect) {
  return rect.width <= 0 || rect.height <= 0;
}

// In a plan for every size all images have the launch's size. In other plans the values' types have the sizes.
std::vector<Size> wholes_of(const Typed& typed, const Arrangement& arrangement, Size whole) {
  const bool every_size =
      std::ranges::all_of(arrangement.units, [](const Unit& unit) { return unit.problem->serves_every_size(); });
  std::vector<Size> sizes;
  for (const ValueType& type : typed.types) {
    const auto* image = std::get_if<ImageType>(&type);
    sizes.push_back(!image ? Size{} : every_size ? whole : image->size);
  }
  return sizes;
}

}  // namespace

Rect cover(const Rect& a, const Rect& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const std::int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

bool has_one_region(const Typed& typed) {
  std::vector<ValueType> outputs;
  for (const ValueId id : typed.definition->outputs) outputs.push_back(typed.types[id]);
  return op::have_one_size(outputs);
}

Needs needs_of(const Typed& typed, const Arrangement& arrangement,
               const std::vector<std::unique_ptr<op::Computation>>& computations, const Rect& region, Size whole) {
  const std::vector<Rect> none(typed.types.size());
  Needs needs{wholes_of(typed, arrangement, whole), none, none};
  const bool parts = has_one_region(typed);
  const auto is_image = [&](ValueId id) { return std::holds_alternative<ImageType>(typed.types[id]); };
  for (const ValueId id : typed.definition->outputs)
    if (is_image(id)) needs.wanted[id] = needs.rectangles[id] = parts ? region : rect_of(needs.wholes[id]);
  for (std::size_t i = arrangement.units.size(); i-- > 0;) {
    const Unit& unit = arrangement.units[i];
    Rect wanted{};
    for (const ValueId id : unit.outputs) wanted = cover(wanted, needs.rectangles[id]);
    const Size size = needs.wholes[unit.inputs.front()];
    if (!computations[i]->has_regions() || is_empty(wanted)) wanted = rect_of(needs.wholes[unit.outputs.front()]);
    for (const ValueId id : unit.outputs)
      if (is_image(id)) needs.rectangles[id] = wanted;
    const bool regions = computations[i]->has_regions();
    for (std::size_t k = 0; k < unit.inputs.size(); ++k) {
      const ValueId id = unit.inputs[k];
      const Rect reads = regions ? computations[i]->reads(wanted, size, k) : rect_of(needs.wholes[id]);
      needs.rectangles[id] = cover(needs.rectangles[id], reads);
    }
  }
  return needs;
}

}  // namespace lenslet::pipeline
