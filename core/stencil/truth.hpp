// What an op's reference says of a whole image, and whether an output agrees.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Returns the first sample of `got` that is no stored value of the reference's range; nothing where all samples are
// right.
std::optional<std::string> first_difference(const Problem& problem, const std::vector<ImageView>& inputs,
                                            const std::vector<ImageView>& got);

struct Position {
  std::int64_t x = 0;
  std::int64_t y = 0;
  int channel = 0;
};

// The same for these samples only.
std::optional<std::string> first_difference(const Problem& problem, const std::vector<ImageView>& inputs,
                                            const std::vector<ImageView>& got, std::span<const Position> positions);

}  // namespace lenslet::stencil
