// Stacks: images of one size and format, one behind the other. They are the pages of a file, the slices of a volume,
// the frames of a film, or the bands of a picture with more than four of them.
//
//   lenslet::Stack volume({.size = {512, 512}, .format = {lenslet::SampleType::u16}, .axes = {{'Z', 40}}});
//   volume.page(3).set(x, y, 0, 1000);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lenslet/image.hpp>

namespace lenslet {

// What neighbouring pages differ in. The names are those of OME-TIFF: Z depth, T time, C band; and Q for pages of which
// nothing is known.
struct StackAxis {
  char name = 'Q';
  std::int64_t length = 1;

  bool operator==(const StackAxis&) const = default;
};

// All of a stack but its pixels. Pages follow one another as in C order: those along the last axis are neighbours.
struct StackType {
  Size size;  // of a page
  PixelFormat format;
  std::vector<StackAxis> axes = {};  // outermost first; none: a single page

  std::int64_t pages() const;  // the product of the axes' lengths
  bool operator==(const StackType&) const = default;
};

// Throws invalid_argument for a size or format that no image has, a name other than Z, T, C and Q, a name twice, and a
// length below 1.
void check(const StackType& type);

std::string to_string(const StackType& type);  // "u16 x 1 of 512 x 512, Z 40"

// Pixels that somebody else owns, for reading. They may begin at any byte.
class StackView {
 public:
  // `stride` is the distance between rows and `page_stride` that between pages, in bytes; 0 means without gaps. Both
  // may be negative. Throws as check() and ImageView do, and invalid_argument for pages that overlap.
  StackView(const void* data, StackType type, std::int64_t stride = 0, std::int64_t page_stride = 0);
  StackView(const ImageView& page);  // a single page

  const StackType& type() const { return type_; }
  std::int64_t pages() const { return type_.pages(); }
  ImageView page(std::int64_t page) const;  // throws invalid_argument for a page outside

 private:
  const std::byte* data_;
  StackType type_;
  std::int64_t stride_;
  std::int64_t page_stride_;
};

// Pixels in host memory that the stack owns. They are 0 at first. Pages lie without gaps.
class Stack {
 public:
  // Throws as check() does, and unsupported where the host has not enough memory.
  explicit Stack(StackType type);

  const StackType& type() const { return type_; }
  std::int64_t pages() const { return type_.pages(); }
  ImageView page(std::int64_t page) const;     // throws invalid_argument for a page outside
  MutableImageView page(std::int64_t page);    // the same, also for writing
  const Image& tall() const { return tall_; }  // all pages, one below the other
  Image& tall() { return tall_; }

  operator StackView() const;

 private:
  StackType type_;
  Image tall_;
};

}  // namespace lenslet
