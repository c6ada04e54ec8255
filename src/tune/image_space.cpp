// What is simple among schedules of images.
#include "tune/image_space.hpp"

#include <tuple>

#include <lenslet/error.hpp>

namespace lenslet::tune {
namespace {

// The enumerators of an axis stand in the order of growing effort.
auto effort(const Schedule& s) {
  return std::tuple(s.storage, s.staging, s.passes, s.vector * s.items_x * s.items_y, s.edges, s.coefficients,
                    s.items_y, s.items_x, s.group_width * s.group_height, s.group_height, s.stores);
}

std::optional<Schedule> read_image(const std::string& spelling) {
  try {
    return parse_schedule(spelling);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

ImageSpace image_space(const stencil::Space& space) {
  return {space, {read_image, [](const Schedule& a, const Schedule& b) { return effort(a) < effort(b); }}};
}

}  // namespace lenslet::tune
