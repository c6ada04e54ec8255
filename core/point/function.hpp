// A point function: it makes each pixel of its outputs from the pixels at the same place in its inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/pixel.hpp>

#include "op/image_truth.hpp"

namespace lenslet::point {

// What the function gets: samples of any one channel, or all channels of a pixel.
enum class Layout : std::uint8_t { samples, pixels };

// What the function computes with: floats, or the type's own integers where all inputs and outputs have one type. f16
// is computed as f32 in both cases.
enum class Arithmetic : std::uint8_t { f32, native };

// Computes the intervals of the true outputs, in double. For functions of samples, `in` has one sample of each input.
// For functions of pixels, it has the channels of all inputs one after the other, and `out` those of all outputs. For a
// function that needs its place, `in` ends with the pixel's column and row and the whole image's width and height.
using Reference = std::function<void(std::span<const double> in, std::span<op::Range> out)>;

struct Function {
  std::string file = {};  // the .cl file with the function
  std::string uses = {};  // another file that must come before it
  std::string name = {};  // its name in the file; see points.cl
  Layout layout = Layout::samples;
  Arithmetic arithmetic = Arithmetic::f32;
  std::vector<double> numbers = {};  // arguments of the kernel: other numbers compile nothing
  std::vector<PixelFormat> outputs = {};
  Reference reference = {};

  // The kernel text of a user's filter, which is kept as long as somebody holds it; null for other ops. The text may
  // call OpenCL C functions, which take vectors of at most 16 lanes.
  std::shared_ptr<const std::string> own_text = {};

  // Where the function only asks whether a sample of its one input is at least so large: that number.
  std::optional<double> cut = {};

  // For a function of one image's samples that keeps their type: the function as a curve. For integers a table is made
  // of it; the other members are for floats.
  std::function<double(double)> curve = {};

  // The function also gets the pixel's place in the whole image: the column and the row behind its inputs, the image's
  // width and height behind its numbers.
  bool needs_place = false;

  // Where the last channel is alpha in the first input and in an output, it is copied, and the function does not see
  // it.
  bool keeps_alpha = true;

  // Each sample of a result is one of the inputs', unchanged, so that one that is missing stays so.
  bool copies = false;
};

// Tells whether the function really copies an alpha channel of its inputs.
bool keeps_alpha(const Function& function, const PixelFormat& first);

// Returns how many channels of an input or output the function sees.
int channels_seen(const PixelFormat& format, bool keeps_alpha);

// Tells whether the function is a table on inputs of that type.
bool is_table(const Function& function, const PixelFormat& first);

}  // namespace lenslet::point
