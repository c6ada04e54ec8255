// The ways of the study `transfer` to move bytes between host and device. Each begins and ends at a place in host
// memory, so that all deliver the same.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "studies/kernel_row.hpp"

namespace lenslet::study {

struct TransferWay {
  std::string how;
  ocl::Buffer buffer;
  std::span<std::byte> host;
  std::function<void()> put, get;  // the host's bytes to the device, and back; both wait, and keep the memory
  std::size_t row_bytes = 0;       // where only the left halves of the buffer's rows are moved; 0: all
};

using MakeWay = TransferWay (*)(const ocl::Queue&, std::size_t bytes);

// These move all bytes by one command, from ordinary or from locked memory, or by mapping a buffer.
TransferWay by_command(const ocl::Queue& queue, std::size_t bytes);
TransferWay from_pinned_memory(const ocl::Queue& queue, std::size_t bytes);
TransferWay by_mapping(const ocl::Queue& queue, std::size_t bytes);
TransferWay by_mapping_pinned(const ocl::Queue& queue, std::size_t bytes);
TransferWay by_mapping_host_memory(const ocl::Queue& queue, std::size_t bytes);

// Moves one piece with each of so many commands.
TransferWay in_pieces(const ocl::Queue& queue, std::size_t bytes, std::size_t pieces, bool wait_for_each);

// These move the left halves of rows: as a rectangle, by a command for each row, or together with the other halves.
TransferWay as_rectangle(const ocl::Queue& queue, std::size_t bytes);
TransferWay row_by_row(const ocl::Queue& queue, std::size_t bytes);
TransferWay whole_rows(const ocl::Queue& queue, std::size_t bytes);

inline constexpr std::size_t half_row = 1024;  // bytes

// Candidates that move a way's bytes to the device, or back. A kernel adds 1 to every number on the device, so that the
// result shows that the bytes were there.
Ready put_ready(const Experiment& experiment, const TransferWay& way);
Ready get_ready(const Experiment& experiment, const TransferWay& way);
Ready both_ready(const Experiment& experiment, const TransferWay& way);  // put, the kernel, get

// Returns bytes whose pattern repeats late.
std::vector<std::byte> transfer_pattern(std::size_t bytes);
Mismatch differing_byte(std::span<const std::byte> found, std::span<const std::byte> expected);

}  // namespace lenslet::study
