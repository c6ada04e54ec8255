// The geometry of a JPEG frame (T.81 A.1, A.2): an image's samples, blocks and MCUs, and the places of blocks.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/image.hpp>

#pragma GCC visibility push(default)
namespace lenslet::codec {

inline constexpr int block_side = 8;
inline constexpr int block_samples = 64;
inline constexpr int max_components = 4;
inline constexpr std::int64_t max_side_length = 65500;  // of images, as in libjpeg-turbo
inline constexpr int max_mcu_blocks = 10;               // of all components

// A component as a file's header describes it.
struct ComponentSpec {
  int id = 1;
  int h = 1, v = 1;  // sampling factors, 1 to 4
  int quant = 0;     // number of its quantisation table
};

struct Component {
  ComponentSpec spec;
  int h = 1, v = 1;  // blocks of an MCU, across and down
  Size samples;      // of the component
  Size real;         // blocks that hold samples
  Size blocks;       // as stored: those of whole MCUs
  std::int64_t first_block = 0;

  std::int64_t block_count() const { return blocks.width * blocks.height; }
};

// Coefficients lie component by component. A block's 64 are in natural order, and the blocks of a component row by row.
struct Frame {
  Size size;
  std::vector<Component> components;
  int max_h = 1, max_v = 1;
  Size mcu;         // pixels
  Size mcus;        // across and down
  int restart = 0;  // MCUs of a restart interval, 0: all
  std::int64_t blocks = 0;
  int mcu_blocks = 0;

  std::int64_t mcu_count() const { return mcus.width * mcus.height; }
};

// Arranges an image of this size in one scan of all components. A single component has MCUs of one block, whatever its
// factors (T.81 A.2.2). Throws invalid_argument for factors or numbers of components that T.81 does not allow.
Frame make_frame(Size size, const std::vector<ComponentSpec>& components, int restart);

// The components of an image that is encoded with such a sampling ("4:2:0"). An image of one channel is only grey.
// Throws invalid_argument for an unknown word.
std::vector<ComponentSpec> components_for(int channels, const std::string& sampling);

}  // namespace lenslet::codec
#pragma GCC visibility pop
