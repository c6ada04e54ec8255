// How much memory arrays take, for the limit that --max-memory sets.
#pragma once

#include <cstdint>
#include <lenslet/array.hpp>
#include <span>

#include "array_inputs.hpp"

namespace lenslet::cli {

// Bytes of such arrays on the host and of their copies on the device, which count whether or not that has memory of
// its own. The largest number stands for any that is larger.
std::uint64_t array_memory(std::span<const ArrayType> types);
std::uint64_t plus(std::uint64_t a, std::uint64_t b);

// Throws io where the inputs, converted, and the outputs take more than is allowed. What an op keeps on the device
// beside them is not counted.
void check_memory_of_call(const ArrayInputs& inputs, const InputLimits& limits);

}  // namespace lenslet::cli
