// Which schedules can serve a problem, and what is simple among them.
#include "stencil/space.hpp"

#include <string>
#include <tuple>
#include <utility>

#include "names.hpp"
#include "stencil/rules.hpp"

namespace lenslet::stencil {
namespace {

// The enumerators of an axis stand in the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height, s.stores);
}

}  // namespace

Space space_of(std::function<bool(const Schedule&)> possible) {
  return {{}, shared_axes(), {std::move(possible), [](const Schedule& a, const Schedule& b) {
                                return effort(a) < effort(b);
                              }}};
}

Space space_of(Problem problem, DeviceInfo device, std::string_view pattern) {
  return space_of(
      [problem = std::move(problem), device = std::move(device), pattern = std::string(pattern)](const Schedule& s) {
        return (pattern == "*" || fits_pattern(pattern, to_string(s))) && !excluded(s, problem, device);
      });
}

}  // namespace lenslet::stencil
