// The stages that make images of files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "jpeg/layout.hpp"
#include "op/graph.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// Where coefficients come from.
enum class Entropy : std::uint8_t {
  whole,  // decoded from whole stretches
  parts,  // decoded from parts of stretches, which must be synchronised
  host,   // from the host
};

// What a launch decodes, and what it found. The stages refer to it.
struct DecodeCall {
  std::span<const std::byte> input;         // laid out as in jpeg_layout.cl
  std::span<const std::byte> coefficients;  // for Entropy::host
  Taken taken;
  std::uint32_t images = 0, items = 0, parts = 0;
  std::uint64_t stored = 0;  // room for coefficients on CPUs, see jpeg_huffman_coefficients.cl
  int repeats = 0;           // of the rounds that synchronise
  struct Told {
    std::int32_t unsynchronised = 0, lost_mcus = 0, wrong_codes = 0, lost_runs = 0;
  };
  std::vector<Told> told;  // one for each image; zeros at first
};

// The numbers of work-items.
struct DecodeGroups {
  std::size_t huffman, blocks, pixels;  // in a group
  std::size_t run;                      // pixels of a work-item
  std::size_t scan;                     // work-items that sum up

  static DecodeGroups for_device(const DeviceInfo& device);
};

// Makes the graph for `target`. Its output is one row of samples, with those of all images. `call` must outlive it.
// With memory for coefficients, the graph ends with these, and has no output.
op::Graph decode_graph(const op::Maker& maker, const DeviceInfo& target, DecodeCall& call, Entropy entropy,
                       const std::optional<ocl::Buffer>& coefficients = {});

}  // namespace lenslet::codec
#pragma GCC visibility pop
