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

#pragma GCC visibility push(default)
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

// Where the pixels of a stack lie: distances in bytes, which may be negative. What is 0 or missing lies without gaps.
struct StackStrides {
  std::int64_t pixel = 0;
  std::int64_t row = 0;
  std::vector<std::int64_t> axes = {};  // from one page to the next along each axis, in the order of StackType::axes
};

// Pixels that somebody else owns, for reading. They may begin at any byte and lie any distance apart: pages with gaps
// between them, from the last to the first, every second one, or the channels of an image as pages.
class StackView {
 public:
  // `stride` is the distance between rows and `page_stride` that between pages, in bytes; 0 means without gaps. Both
  // may be negative. Throws as check() and ImageView do, and invalid_argument for pages that overlap: the distance
  // along each axis, of rows and of pixels must be at least what the smaller ones take together.
  StackView(const void* data, const StackType& type, std::int64_t stride = 0, std::int64_t page_stride = 0);

  // The same with a distance for each axis. Throws also for another number of distances than of axes, unless there are
  // none.
  StackView(const void* data, StackType type, const StackStrides& strides);
  StackView(const ImageView& page);  // a single page

  const StackType& type() const { return type_; }
  std::int64_t pages() const { return type_.pages(); }
  const StackStrides& strides() const { return strides_; }  // without zeros, and one for each axis
  ImageView page(std::int64_t page) const;                  // throws invalid_argument for a page outside

 private:
  friend class MutableStackView;
  std::int64_t offset_of(std::int64_t page) const;

  const std::byte* data_;
  StackType type_;
  StackStrides strides_;
};

// The same, also for writing.
class MutableStackView {
 public:
  MutableStackView(void* data, const StackType& type, std::int64_t stride = 0, std::int64_t page_stride = 0);
  MutableStackView(void* data, StackType type, const StackStrides& strides);
  MutableStackView(const MutableImageView& page);
  MutableStackView(Image& page) : MutableStackView(MutableImageView(page)) {}

  const StackType& type() const { return view_.type(); }
  std::int64_t pages() const { return view_.pages(); }
  const StackStrides& strides() const { return view_.strides(); }
  MutableImageView page(std::int64_t page) const;
  operator const StackView&() const { return view_; }

 private:
  std::byte* data_;
  StackView view_;
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
  operator MutableStackView();

 private:
  StackType type_;
  Image tall_;
};

}  // namespace lenslet
#pragma GCC visibility pop
