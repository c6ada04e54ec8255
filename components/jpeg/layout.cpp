// Arranges the memory of images, and makes the tables that look up codes.
#include "jpeg/layout.hpp"

#include <algorithm>

#include "rounding.hpp"

namespace lenslet::codec {
namespace {

constexpr int look_ahead = 10;
constexpr std::uint32_t limits = 1u << look_ahead, offsets = limits + 18, symbols = offsets + 18;
constexpr std::uint32_t no_steps = 1, all_steps = 80;

// The number of coefficients by which a symbol advances.
std::uint32_t steps_of(std::uint32_t symbol, HuffmanClass which) {
  if (which == HuffmanClass::dc) return no_steps;
  const std::uint32_t size = symbol & 15, zeros = symbol >> 4;
  return size > 0 || zeros == 15 ? zeros + 1 : all_steps;
}

// The entry for the bits after a code of this length, see jpeg_huffman.cl.
std::uint32_t entry_of(std::uint32_t symbol, int length, std::uint32_t rest, HuffmanClass which) {
  const int size = static_cast<int>(symbol & 15), known = look_ahead - length;
  const std::uint32_t entry = steps_of(symbol, which) << 12 | static_cast<std::uint32_t>(length + size);
  if (size == 0) return entry;
  if (size > known) return entry | static_cast<std::uint32_t>(size) << 8;
  const int bits = static_cast<int>(rest >> (known - size));
  const int value = bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
  return entry | static_cast<std::uint32_t>(value) << 19;
}

// The inverse transform gives a component more samples if that saves interpolating them
// (`jpeg_calc_output_dimensions`).
int side_of(const Frame& frame, const ComponentSpec& spec, int least) {
  int side = least;
  while (side < block_side && frame.max_h * least % (spec.h * side * 2) == 0 &&
         frame.max_v * least % (spec.v * side * 2) == 0)
    side *= 2;
  return side;
}

std::uint32_t u32(std::integral auto number) {
  return static_cast<std::uint32_t>(number);
}

LayoutComponent component_of(const Frame& frame, const Component& from, std::size_t number, int least, Taken& taken) {
  constexpr std::uint64_t plane_step = 64;
  const int side = side_of(frame, from.spec, least);
  LayoutComponent to{};
  to.first_block = u32(taken.blocks);
  to.blocks_x = u32(from.blocks.width);
  to.blocks_y = u32(from.blocks.height);
  to.side = u32(side);
  to.width = u32(divide_up(frame.size.width * from.spec.h * side, frame.max_h * block_side));
  to.height = u32(divide_up(frame.size.height * from.spec.v * side, frame.max_v * block_side));
  to.plane = u32(taken.plane_bytes);
  to.stride = u32(round_up(to.blocks_x * to.side, lenslet::codec::block_side));
  to.quant = u32(number);
  to.expand_x = u32(frame.max_h * least / (from.spec.h * side));
  to.expand_y = u32(frame.max_v * least / (from.spec.v * side));
  const bool is_triangle =
      (to.expand_x == 2 && to.expand_y <= 2 && to.width > 2) || (to.expand_x == 1 && to.expand_y == 2);
  to.fancy = is_triangle && least > 1 ? 1 : 0;
  taken.blocks += static_cast<std::uint64_t>(from.block_count());
  taken.plane_bytes +=
      static_cast<std::uint64_t>(round_up(static_cast<std::uint64_t>(to.stride) * to.blocks_y * to.side, plane_step));
  taken.most_x = std::max(taken.most_x, to.blocks_x);
  taken.most_y = std::max(taken.most_y, to.blocks_y);
  return to;
}

void list_blocks(const Frame& frame, LayoutImage& image) {
  std::size_t place = 0;
  for (std::size_t c = 0; c < frame.components.size(); ++c) {
    const Component& component = frame.components[c];
    for (int y = 0; y < component.v; ++y)
      for (int x = 0; x < component.h; ++x)
        image.block[place++] = {u32(c), 0, 0, u32(x), u32(y), u32(component.h), u32(component.v)};
  }
}

}  // namespace

std::vector<std::uint32_t> look_up_table(const HuffmanTable& table, HuffmanClass which) {
  std::vector<std::uint32_t> words(table_words);
  std::uint32_t code = 0, place = 0;
  for (int length = 1; length <= max_code_length; ++length, code <<= 1) {
    const std::uint32_t count = table.counts[static_cast<std::size_t>(length)];
    words[offsets + u32(length)] = place - code;
    for (std::uint32_t i = 0; i < count; ++i, ++code, ++place) {
      words[symbols + place] = table.symbols[place];
      if (length > look_ahead) continue;
      const std::uint32_t rests = 1u << (look_ahead - length);
      for (std::uint32_t rest = 0; rest < rests; ++rest)
        words[code * rests + rest] = entry_of(table.symbols[place], length, rest, which);
    }
    words[limits + u32(length)] = code << (max_code_length - length);
  }
  return words;
}

LayoutImage layout_of(const Frame& frame, Color color, int scale, Taken& taken) {
  const int least = block_side / scale;
  LayoutImage image{.width = u32(divide_up(frame.size.width, scale)),
                    .height = u32(divide_up(frame.size.height, scale)),
                    .components = u32(frame.components.size()),
                    .is_ycc = color == Color::ycc ? 1u : 0u,
                    .out = 0,
                    .stride = 0,
                    .mcus_x = u32(frame.mcus.width),
                    .mcus = u32(frame.mcu_count()),
                    .mcu_blocks = u32(frame.mcu_blocks)};
  for (std::size_t c = 0; c < frame.components.size(); ++c)
    image.component[c] = component_of(frame, frame.components[c], c, least, taken);
  list_blocks(frame, image);
  taken.most_width = std::max(taken.most_width, image.width);
  taken.most_height = std::max(taken.most_height, image.height);
  return image;
}

}  // namespace lenslet::codec
