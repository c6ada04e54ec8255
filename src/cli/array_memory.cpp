// Sums of sizes that a file may claim do not fit into 64 bits: they end at the largest number.
#include "array_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/array_op.hpp>
#include <limits>

namespace lenslet::cli {
namespace {

// Each input is converted by itself, while those before it are converted and those behind it are not.
std::uint64_t memory_of_conversion(const ArrayInputs& inputs) {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
    std::uint64_t bytes = inputs.types[i].bytes();
    for (std::size_t j = 0; j < inputs.arrays.size(); ++j)
      bytes = plus(bytes, j < i ? inputs.types[j].bytes() : inputs.arrays[j].type().bytes());
    most = std::max(most, bytes);
  }
  return most;
}

}  // namespace

std::uint64_t array_memory(std::span<const ArrayType> types) {
  std::uint64_t bytes = 0;
  for (const ArrayType& type : types) bytes = plus(bytes, plus(type.bytes(), type.bytes()));
  return bytes;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return a > most - b ? most : a + b;
}

void check_memory_of_call(const ArrayInputs& inputs, const InputLimits& limits) {
  std::vector<ArrayType> types = inputs.types;
  for (const ArrayOutput& output : array_outputs(inputs.call, inputs.types)) types.push_back(output.type);
  check_memory(fmt::format("{} with its inputs and outputs", inputs.call.op),
               std::max(memory_of_conversion(inputs), array_memory(types)), limits);
}

}  // namespace lenslet::cli
