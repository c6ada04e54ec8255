// The structures of jpeg_layout.cl, jpeg_huffman.cl and jpeg_huffman_sync.cl, word by word.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jpeg/parse.hpp"

namespace lenslet::codec {

struct LayoutComponent {
  std::uint32_t first_block, blocks_x, blocks_y;
  std::uint32_t side;
  std::uint32_t width, height;
  std::uint32_t plane, stride;
  std::uint32_t quant;
  std::uint32_t expand_x, expand_y;
  std::uint32_t fancy;
};

struct LayoutBlock {
  std::uint32_t component, dc, ac, x, y, across, down, unused = 0;
};

struct LayoutImage {
  std::uint32_t width, height, components, is_ycc;
  std::uint32_t out, stride;
  std::uint32_t mcus_x, mcus, mcu_blocks;
  std::uint32_t first_item = 0, items = 0, unused = 0;
  std::array<LayoutComponent, 3> component{};
  std::array<LayoutBlock, max_mcu_blocks> block{};
};

struct Stretch {
  std::uint32_t first_word, bits, image, first_mcu, mcus, interval;
};

struct Item {
  std::uint32_t stretch, begin, end, first_part;
};

inline constexpr std::uint64_t state_bytes = 12, part_bytes = state_bytes + 24, run_bytes = 24;

// The size of a table in which kernels look up codes.
inline constexpr std::size_t table_words = (1 << 10) + 18 + 18 + 256;
std::vector<std::uint32_t> look_up_table(const HuffmanTable& table, HuffmanClass which);

// The memory that all images of a batch take.
struct Taken {
  std::uint64_t blocks = 0, plane_bytes = 0, samples = 0;
  std::uint32_t most_x = 0, most_y = 0;           // blocks of a component
  std::uint32_t most_width = 0, most_height = 0;  // pixels of an output
};

// Describes an image that is `scale` times smaller, and takes its memory. Tables have the places of their components.
LayoutImage layout_of(const Frame& frame, Color color, int scale, Taken& taken);

}  // namespace lenslet::codec
