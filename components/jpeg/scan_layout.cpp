// Divides segments into chunks of whole MCUs.
#include "jpeg/scan_layout.hpp"

#include <algorithm>

#include "rounding.hpp"

namespace lenslet::codec {
namespace {

std::int32_t narrow(std::int64_t value) {  // JPEG images are small enough
  return static_cast<std::int32_t>(value);
}

Scan scan_of(const Frame& frame, int chunk_blocks, std::int64_t first_block) {
  Scan scan{};
  scan.components = narrow(static_cast<std::int64_t>(frame.components.size()));
  scan.mcus_across = narrow(frame.mcus.width);
  scan.mcus = narrow(frame.mcu_count());
  scan.mcu_blocks = frame.mcu_blocks;
  scan.segment_mcus = frame.restart > 0 ? std::min(frame.restart, scan.mcus) : scan.mcus;
  scan.chunk_mcus = std::min(std::max(chunk_blocks / frame.mcu_blocks, 1), scan.segment_mcus);
  scan.segment_chunks = narrow(divide_up(scan.segment_mcus, scan.chunk_mcus));
  for (std::size_t c = 0; c < frame.components.size(); ++c) {
    const Component& from = frame.components[c];
    scan.component[c] = {from.h,
                         from.v,
                         narrow(from.blocks.width),
                         narrow(from.real.width),
                         narrow(from.real.height),
                         from.spec.quant,
                         first_block + from.first_block};
  }
  return scan;
}

}  // namespace

// The last segment may be shorter than the others.
std::int64_t chunks_of(const Scan& scan) {
  const std::int64_t whole = scan.mcus / scan.segment_mcus, rest = scan.mcus % scan.segment_mcus;
  return whole * scan.segment_chunks + divide_up(rest, scan.chunk_mcus);
}

Batch arrange(std::vector<Frame> frames, int chunk_blocks, std::int32_t header) {
  Batch batch;
  for (const Frame& frame : frames) {
    Scan scan = scan_of(frame, chunk_blocks, batch.blocks);
    scan.header = header;
    scan.first_chunk = batch.chunks;
    batch.blocks += frame.blocks;
    batch.chunks += chunks_of(scan);
    batch.chunk_words = std::max(batch.chunk_words, std::int64_t{scan.chunk_mcus} * scan.mcu_blocks * block_words);
    batch.scans.push_back(scan);
  }
  batch.frames = std::move(frames);
  return batch;
}

}  // namespace lenslet::codec
