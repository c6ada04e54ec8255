// Divides and rounds up sizes that are not negative, in 64 bits.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace lenslet {

template <std::integral N, std::integral By>
constexpr auto divide_up(N n, By by) {
  using Wide = std::common_type_t<N, By, std::int64_t>;
  return (static_cast<Wide>(n) + static_cast<Wide>(by) - 1) / static_cast<Wide>(by);
}

template <std::integral N, std::integral Multiple>
constexpr auto round_up(N n, Multiple multiple) {
  return divide_up(n, multiple) * multiple;
}

}  // namespace lenslet
