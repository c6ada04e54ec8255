// Lists of numbers for the channels of an image.
#pragma once

#include <string_view>

#include <lenslet/argument.hpp>

namespace lenslet::point {

// Returns one number for each channel; a single number is for all. Throws invalid_argument with the names of the op and
// its parameter.
Numbers per_channel(std::string_view op, std::string_view parameter, Numbers numbers, int channels);

}  // namespace lenslet::point
