// Finds the schedules that can serve a problem, and orders them by simplicity.
#include "stencil/space.hpp"

#include <string>
#include <tuple>
#include <utility>

#include "stencil/rules.hpp"

namespace lenslet::stencil {
namespace {

// Sorts simpler schedules first: an axis's enumerators have the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height, s.stores, s.lanes,
                    s.selection);
}

}  // namespace

Space space_of(std::function<bool(const Schedule&)> possible, std::string_view pattern) {
  const auto is_simpler = [](const Schedule& a, const Schedule& b) { return effort(a) < effort(b); };
  return {{}, shared_axes(), {std::move(possible), is_simpler, std::string(pattern)}};
}

Space space_of(Problem problem, DeviceInfo device, std::string_view pattern) {
  return space_of([problem = std::move(problem),
                   device = std::move(device)](const Schedule& s) { return !excluded(s, problem, device); },
                  pattern);
}

}  // namespace lenslet::stencil
