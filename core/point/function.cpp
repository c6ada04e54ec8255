// Says what a point function does with alpha, and whether it becomes a table.
#include "point/function.hpp"

namespace lenslet::point {

bool keeps_alpha(const Function& function, const PixelFormat& first) {
  return function.keeps_alpha && first.alpha && function.outputs.front().alpha;
}

int channels_seen(const PixelFormat& format, bool keeps_alpha) {
  return format.channels - (keeps_alpha && format.alpha ? 1 : 0);
}

bool is_table(const Function& function, const PixelFormat& first) {
  return function.curve && is_integer(first.type);
}

}  // namespace lenslet::point
