// Converts double to binary16 in one step. By way of float the value would be rounded twice, and sometimes wrong.
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace lenslet {

std::uint16_t half_from_double(double value);

}  // namespace lenslet
#pragma GCC visibility pop
