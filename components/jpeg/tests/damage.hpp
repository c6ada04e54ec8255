// Files that are damaged at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lenslet {

// The file with bytes changed, marked, taken out or cut off from byte `from` on; the same for the same seed.
std::vector<std::byte> damaged_file(std::vector<std::byte> file, std::size_t from, std::uint32_t seed);

}  // namespace lenslet
