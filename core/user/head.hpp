// What a user's filter says of itself in the comment at the head of its file. docs/your-own-filter.md describes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/op.hpp>

#include "user/head_kernel.hpp"

namespace lenslet::user {

constexpr int max_pixel_count = 512;  // of a window: its pixels are in registers

// A side of the window: factor * parameter + offset.
struct Side {
  int factor = 0;
  std::string parameter = {};  // name of an integer
  int offset = 1;
  bool operator==(const Side&) const = default;
};

// Taps row by row. All rows have the same length.
using MaskRows = std::vector<std::vector<double>>;

// What the filter's function gets.
enum class Kind : std::uint8_t {
  window,  // a sample and those round it
  masks,   // sums of masks; without a function, the sums are the outputs
  inputs,  // a sample of each of several inputs
  pixels,  // all channels of a pixel of each input
  kernel,  // images: the text is a whole kernel
};

struct Head {
  std::string name;
  std::string summary;
  std::string details = {};
  std::vector<std::string> inputs = {"image"};
  std::vector<std::string> outputs = {"out"};
  std::vector<Parameter> parameters = {};
  Kind kind = Kind::window;
  Side width = {}, height = {};
  std::vector<MaskRows> masks = {};
  double scale = 1;           // factor of the masks' sums
  bool native = false;        // the window's samples keep their type
  bool not_negative = false;  // no result is below 0
  int channels = 0;           // of each pixel, without alpha; 0: any number
  double tolerance = 0;       // see op::Parts
  KernelPart kernel = {};
  std::size_t lines = 0;  // of the head
};

// Throws invalid_argument, "FILE:LINE:COLUMN: what is wrong; allowed: ...".
Head parse_head(std::string_view text, const std::string& file);

// Returns a comment from which parse_head() makes the same head.
std::string text_of(const Head& head);

// Returns the parameter of that name, null where there is none.
const Parameter* find_parameter(const Head& head, std::string_view name);

// Returns the side of the window for the parameter's value.
int side_of(const Side& side, std::int64_t value);

}  // namespace lenslet::user
