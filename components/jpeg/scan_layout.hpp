// How the images of a call are divided among groups: the structures of jpeg_scan.cl in device memory.
#pragma once

#include <cstdint>
#include <vector>

#include "jpeg/frame.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

struct ScanComponent {
  std::int32_t h, v, stored, real_across, real_down, tables;
  std::int64_t first_block;
};

struct Scan {
  std::int32_t components;
  std::int32_t mcus_across, mcus;
  std::int32_t mcu_blocks;
  std::int32_t segment_mcus, segment_chunks;
  std::int32_t chunk_mcus;
  std::int32_t header;
  std::int64_t first_chunk;
  ScanComponent component[3];
};
static_assert(sizeof(ScanComponent) == 32 && sizeof(Scan) == 136, "as OpenCL C has them");

inline constexpr std::int64_t block_words = 52;  // of 32 bits, for the longest code of a block

std::int64_t chunks_of(const Scan& scan);

// The images that are coded together.
struct Batch {
  std::vector<Frame> frames;
  std::vector<Scan> scans;  // one for each image
  std::int64_t blocks = 0;
  std::int64_t chunks = 0;
  std::int64_t chunk_words = 0;  // room for a chunk

  std::int64_t first_block(std::size_t image) const { return scans[image].component[0].first_block; }
};

// Arranges the images. Chunks have about so many blocks, and each image has room for its header before it.
Batch arrange(std::vector<Frame> frames, int chunk_blocks, std::int32_t header);

}  // namespace lenslet::codec
#pragma GCC visibility pop
