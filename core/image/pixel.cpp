// What a pixel may be.
#include <lenslet/pixel.hpp>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {

void check(const PixelFormat& format) {
  if (format.channels < 1 || format.channels > max_channels)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a pixel has 1 to {} channels, not {}", max_channels, format.channels));
  if (format.alpha && format.channels % 2 != 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a pixel with alpha has 2 or 4 channels, not {}", format.channels));
}

}  // namespace lenslet
