// The stages that make the bytes of files from images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/markers.hpp"
#include "jpeg/scan_layout.hpp"
#include "op/graph.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// How groups code: with a work-item for each chunk, as suits CPUs, or with one for each block.
struct Groups {
  std::size_t size;  // work-items; 1 means a work-item for each chunk
  int chunk_blocks;  // in a chunk, roughly

  static Groups for_device(const DeviceInfo& device);
};

// What a launch encodes, and what it found. The stages refer to it.
struct EncodeCall {
  Jpeg options;
  std::vector<QuantTable> quant;  // of luminance and chrominance
  Batch batch;
  std::vector<CodingTables> tables;   // one for each image; with standard Huffman tables one for all
  std::vector<std::uint64_t> starts;  // in the output: where each image begins, then the end of all
  std::uint64_t blocks = 0;           // of all images
  std::optional<ocl::Buffer> output;
  std::span<std::byte> first_bytes = {};  // of the host; the output begins to arrive there before its length is known
  std::vector<std::byte> zeros;           // the first values of all counters of symbols
  std::optional<ocl::Buffer> coefficients =
      {};  // of the images, in zig-zag order; with them, graphs that are made later begin here
};

// The most chunks that are coded together, where the driver ends loops after so many rounds; with 0 it does not.
std::int64_t most_chunks(const Groups& groups, std::uint64_t max_round_count);

// Makes the graph, whose inputs are the images of a call. `call` must outlive it. With coefficients in zig-zag order,
// the graph begins with these and has no inputs.
op::Graph encode_graph(const op::Maker& maker, EncodeCall& call, const Groups& groups,
                       const std::optional<ocl::Buffer>& coefficients = {});

}  // namespace lenslet::codec
#pragma GCC visibility pop
