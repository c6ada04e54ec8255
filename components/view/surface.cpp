// Sizes of surfaces.
#include "view/surface.hpp"

#include <algorithm>

namespace lenslet::view {

Size fitting(Size size, Size most) {
  const double scale = std::min({1.0, static_cast<double>(most.width) / static_cast<double>(size.width),
                                 static_cast<double>(most.height) / static_cast<double>(size.height)});
  const auto scaled = [scale](std::int64_t length) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(scale * static_cast<double>(length)));
  };
  return {scaled(size.width), scaled(size.height)};
}

}  // namespace lenslet::view
