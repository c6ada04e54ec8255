// The stages by which images become the bytes of their files.
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

namespace lenslet::codec {

// How groups code: a work-item for each chunk, as suits CPUs, or for each block.
struct Groups {
  std::size_t size;  // work-items; with 1 of them a work-item has a chunk
  int chunk_blocks;  // about as many are in a chunk

  static Groups for_device(const DeviceInfo& device);
};

// What a launch is to encode, and what it found. The stages refer to it.
struct EncodeCall {
  Jpeg options;
  std::vector<QuantTable> quant;  // of luminance and chrominance
  Batch batch;
  std::vector<CodingTables> tables;   // of each image; with standard Huffman tables one for all
  std::vector<std::uint64_t> starts;  // in the output: of each image, then the end of all
  std::uint64_t blocks = 0;           // of all these images
  std::optional<ocl::Buffer> output;
  std::span<std::byte> first_bytes = {};  // of the host, where the output begins to come before its length is known
  std::vector<std::byte> zeros;           // for as many counters of symbols
  std::optional<ocl::Buffer> coefficients =
      {};  // of such images, in zig-zag order: then graphs to come begin with these
};

// How many chunks are coded together at most, where the driver ends loops after so many rounds; 0: it does not.
std::int64_t most_chunks(const Groups& groups, std::uint64_t max_round_count);

// Makes the graph, whose inputs are the images of a call. `call` must outlive it. With their coefficients, in zig-zag
// order, the graph begins behind these, and has no inputs.
op::Graph encode_graph(const op::Maker& maker, EncodeCall& call, const Groups& groups,
                       const std::optional<ocl::Buffer>& coefficients = {});

}  // namespace lenslet::codec
