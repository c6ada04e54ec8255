// Damages files at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lenslet {

// Changes, marks, removes or cuts off bytes from byte `from` on, in the same way for the same seed.
std::vector<std::byte> damaged_file(std::vector<std::byte> file, std::size_t from, std::uint32_t seed);

}  // namespace lenslet
