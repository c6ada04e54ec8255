#include "damage.hpp"

#include <algorithm>
#include <random>

namespace lenslet {

std::vector<std::byte> damaged_file(std::vector<std::byte> file, std::size_t from, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(random); };
  const auto place = [&] { return file.begin() + static_cast<std::ptrdiff_t>(from + up_to(file.size() - from - 1)); };
  for (std::size_t i = up_to(3); i < 4 && file.size() >= from + 2; ++i) {
    const auto at = place();
    const std::size_t kind = up_to(5);
    if (kind == 0) file.resize(std::max(from + 1, static_cast<std::size_t>(at - file.begin())));
    if (kind == 1)
      file.erase(at, at + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(up_to(40)), file.end() - at));
    if (kind == 2) file.insert(at, {std::byte{0xff}, static_cast<std::byte>(0xd0 + up_to(8))});
    if (kind == 3) file.insert(at, {std::byte{0xff}, static_cast<std::byte>(up_to(255))});
    if (kind >= 4) *at = static_cast<std::byte>(up_to(255));
  }
  return file;
}

}  // namespace lenslet
