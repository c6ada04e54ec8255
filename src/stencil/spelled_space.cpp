// What is simple among schedules of stencils.
#include "stencil/spelled_space.hpp"

#include <tuple>

#include <lenslet/error.hpp>

namespace lenslet::stencil {
namespace {

// The enumerators of an axis stand in the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height, s.stores);
}

std::optional<Schedule> parsed(const std::string& spelling) {
  try {
    return parse_schedule(spelling);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

SpelledSpace spelled(const Space& space) {
  return {space, {parsed, [](const Schedule& a, const Schedule& b) { return effort(a) < effort(b); }}};
}

}  // namespace lenslet::stencil
