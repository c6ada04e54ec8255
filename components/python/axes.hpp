// Which side of an array is what: rows, columns, channels, pages. Images and stacks over arrays of Python's, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>

#include <lenslet/image.hpp>
#include <lenslet/stack.hpp>
#include <lenslet/value.hpp>

#include "python/host_array.hpp"

namespace lenslet::python {

// A letter for each side of an array, in its order: y, x, c for channels of a pixel, z for depth, and t and q for
// pages. What Python calls with: axes="zyx" or channel_axis=0.
struct AxesWords {
  std::optional<std::string> axes = {};
  std::optional<std::int64_t> channel_axis = {};
};

// Throws ValueError where the words do not fit the array, or where an array of three sides may be several things.
std::string axes_of(const HostArray& array, const AxesWords& words, const std::string& what);

// The words for an image that is not the first: those of the first one's axes where it has as many sides, else the same
// without pages. `first_axes` is empty for the first image.
AxesWords words_for(const HostArray& array, const AxesWords& words, const std::string& first_axes);

bool has_axis(std::string_view axes, char axis);

// The pixels of an array, with the pages outermost and the channels innermost, over the same memory where that can be.
class Pixels {
 public:
  Pixels(HostArray array, const std::string& axes, bool alpha, const std::string& what);

  bool is_stack() const { return !pages_.empty(); }
  bool is_in_place() const { return in_place_; }            // false: over a copy
  ImageType page_type() const { return {format_, size_}; }  // of the image, or of each page
  std::int64_t bytes() const;

  ImageView image() const;
  StackView stack() const;
  MutableImageView target() const;
  MutableStackView stack_target() const;

 private:
  void find_strides();
  bool fits() const;
  StackType stack_type() const { return {size_, format_, pages_}; }

  HostArray array_;  // in the order of pages, rows, columns, channels
  std::vector<StackAxis> pages_;
  Size size_;
  PixelFormat format_;
  StackStrides strides_;
  bool in_place_ = true;
};

// The axes of a result of a call whose first image has `axes`: pages as the result has them, in that image's order. A
// side of one channel stays where the image had one.
std::string result_axes(const std::string& axes, bool had_one_channel, const std::string& pages, int channels);

}  // namespace lenslet::python
