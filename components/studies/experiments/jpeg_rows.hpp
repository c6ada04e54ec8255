// What the rows of the study `jpeg` share: how they are launched, and the transfers round them.
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

inline constexpr const char* jpeg_lines_file = "jpeg_lines.cl";  // stands before each of the study's programs

// Eight work-items have a block of 4:2:0, four lines of which make a row of MCUs; `mcus` is how many there are.
std::size_t jpeg_lines_group(const Experiment& experiment);
Launch jpeg_lines_launch(const Experiment& experiment, Size mcus);

// Some arguments come from the host, and one goes back, as in a program whose other stages are the host's.
struct Transfers {
  std::vector<std::pair<std::size_t, std::vector<std::byte>>> inputs;  // by the places of the arguments
  std::size_t output, output_bytes;
};

// Overwrites memory, so that only what is transferred later can make a result right.
void spoil(const ocl::Queue& queue, const ocl::Buffer& buffer);

// Says whether what the host read is not what the device has.
Mismatch mismatch_of_read(const ocl::Queue& queue, const ocl::Buffer& buffer, std::span<const std::byte> host);

Ready with_transfers_ready(const Experiment& experiment, const KernelRow& row, Transfers transfers);

}  // namespace lenslet::study
