// Reads sizes that people write.
#include "ops/size_text.hpp"

#include <charconv>
#include <cstdint>

namespace lenslet::ops {
namespace {

// One side of a text, which must end with it; 0 for an empty text.
std::optional<std::int64_t> side_in(std::string_view text) {
  std::int64_t side = 0;
  if (text.empty()) return side;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
  if (error != std::errc() || end != text.data() + text.size() || side < 1 ||
      static_cast<double>(side) > max_side_length)
    return {};
  return side;
}

}  // namespace

std::optional<Size> size_in(std::string_view text) {
  const std::size_t sign = text.find('x');
  const auto width = side_in(text.substr(0, sign));
  const auto height = side_in(sign == text.npos ? std::string_view() : text.substr(sign + 1));
  if (!width || !height || (*width == 0 && *height == 0)) return {};
  return Size{*width, *height};
}

}  // namespace lenslet::ops
