// What the rows of the study `jpeg` share: their launches, and the transfers round them.
#pragma once

#include "studies/experiments/jpeg_parts.hpp"

namespace lenslet::study {

using Samples = std::vector<std::uint8_t>;

inline std::uint32_t u32(std::int64_t number) {
  return static_cast<std::uint32_t>(number);
}

template <class T>
std::vector<std::byte> copy_of_bytes(const std::vector<T>& values) {
  const auto bytes = bytes_of(values);
  return {bytes.begin(), bytes.end()};
}

Samples bytes_of_pixels(const Image& image);  // without gaps

inline constexpr const char* jpeg_lines_file = "jpeg_lines.cl";  // stands before each file of the study

// Eight work-items share a block of 4:2:0. Four lines of blocks make a row of MCUs; `mcus` is the number of MCUs.
std::size_t jpeg_lines_group(const Experiment& experiment);
Launch jpeg_lines_launch(const Experiment& experiment, Size mcus);

// Some arguments come from the host and one goes back, as in a program with its other stages on the host.
struct Transfers {
  std::vector<std::pair<std::size_t, std::vector<std::byte>>> inputs;  // by the places of the arguments
  std::size_t output, output_bytes;
};

// Overwrites memory, so that only a later transfer can make a result right.
void spoil(const ocl::Queue& queue, const ocl::Buffer& buffer);

// Says whether the host read something else than the device has.
Mismatch mismatch_of_read(const ocl::Queue& queue, const ocl::Buffer& buffer, std::span<const std::byte> host);

Ready with_transfers_ready(const Experiment& experiment, const KernelRow& row, Transfers transfers);

}  // namespace lenslet::study
