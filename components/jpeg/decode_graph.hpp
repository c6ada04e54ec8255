// The stages by which files become images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "jpeg/layout.hpp"
#include "op/graph.hpp"

namespace lenslet::codec {

// Where coefficients come from.
enum class Entropy : std::uint8_t {
  whole,  // stretches that are decoded as a whole
  parts,  // stretches in parts, which must be synchronised
  host,   // the host has them
};

// What a launch is to decode, and what it found. The stages refer to it.
struct DecodeCall {
  std::span<const std::byte> input;         // as jpeg_layout.cl has it
  std::span<const std::byte> coefficients;  // of Entropy::host
  Taken taken;
  std::uint32_t images = 0, items = 0, parts = 0;
  std::uint64_t stored = 0;  // coefficients for which CPUs have room, see jpeg_huffman_coefficients.cl
  int repeats = 0;           // of the rounds that synchronise
  struct Told {
    std::int32_t unsynchronised = 0, lost_mcus = 0, wrong_codes = 0, lost_runs = 0;
  };
  std::vector<Told> told;  // of each image; zeros when it begins
};

// How many work-items decode, and in what groups.
struct DecodeGroups {
  std::size_t huffman, blocks, pixels;  // work-items of a group
  std::size_t run;                      // pixels of a work-item
  std::size_t scan;                     // work-items that sum up

  static DecodeGroups for_device(const DeviceInfo& device);
};

// Makes the graph as `target` has it, whose output is one row of samples: those of all images. `call` must outlive it.
// With memory for them, the graph ends with the coefficients, and has no output.
op::Graph decode_graph(const op::Maker& maker, const DeviceInfo& target, DecodeCall& call, Entropy entropy,
                       const std::optional<ocl::Buffer>& coefficients = {});

}  // namespace lenslet::codec
