// The size of an image.
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace lenslet {

struct Size {
  std::int64_t width = 0;   // pixels, at least 1
  std::int64_t height = 0;  // pixels, at least 1
  bool operator==(const Size&) const = default;
};

}  // namespace lenslet
#pragma GCC visibility pop
