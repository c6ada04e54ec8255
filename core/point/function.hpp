// A point function: what makes each pixel of its outputs of the pixels at the same place of its inputs.
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

// What the function gets of images: samples of one channel, whichever, or all channels of a pixel.
enum class Layout : std::uint8_t { samples, pixels };

// What it computes with: floats, or the type's own integers where all inputs and outputs are of one type. f16 is worked
// on as f32 by either.
enum class Arithmetic : std::uint8_t { f32, native };

// Where the true outputs lie, in double, of one sample of each input; or of a pixel: the channels of all inputs one
// behind the other, and those of the outputs. A function that needs its place has the pixel's column and row behind its
// inputs, and the whole image's width and height.
using Reference = std::function<void(std::span<const double> in, std::span<op::Range> out)>;

struct Function {
  std::string file = {};  // the .cl file that has it
  std::string uses = {};  // another one that this file needs in front of it
  std::string name = {};  // what it is called there; see points.cl
  Layout layout = Layout::samples;
  Arithmetic arithmetic = Arithmetic::f32;
  std::vector<double> numbers = {};  // arguments of the kernel, so that others compile nothing
  std::vector<PixelFormat> outputs = {};
  Reference reference = {};

  // Of a user's filter: its kernel text, which programs are made of as long as anyone holds it. It may call functions
  // that OpenCL C has for vectors of 16 lanes at most.
  std::shared_ptr<const std::string> own_text = {};

  // All that it asks of a sample of its one input: whether it is so much or more.
  std::optional<double> cut = {};

  // What becomes of a sample of one image, whose type stays. Integers then are looked up in a table made of it, and the
  // rest of this is for floats.
  std::function<double(double)> curve = {};

  // The function also gets where the pixel lies in the whole image: behind its inputs two more, the column and the row,
  // and behind its numbers the image's width and height.
  bool needs_place = false;

  // The last channel of each output is the first input's, where both are alpha; the function does not see it.
  bool keeps_alpha = true;
};

// Whether it does keep an alpha channel of its inputs.
bool keeps_alpha(const Function& function, const PixelFormat& first);

// Of the channels of an input or output, how many the function sees.
int channels_seen(const PixelFormat& format, bool keeps_alpha);

// Whether it is a table on inputs of that type.
bool is_table(const Function& function, const PixelFormat& first);

}  // namespace lenslet::point
