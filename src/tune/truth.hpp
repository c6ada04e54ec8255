// What an op's reference says of a whole image, and whether an output agrees.
#pragma once

#include <optional>
#include <string>

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet {

// The first sample of `got` that no value in the reference's range could be stored as; nothing where all agree.
std::optional<std::string> first_difference(const stencil::Problem& problem, const ImageView& input,
                                            const std::vector<Image>& got);

}  // namespace lenslet
