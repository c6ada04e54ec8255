// Elements in host memory that lie along sides, each with its own distance: pixels of images and stacks, elements of
// arrays. What lies on what, and copies from one place to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <lenslet/host_views.hpp>
#include <lenslet/image.hpp>
#include <lenslet/stack.hpp>

namespace lenslet {

// A side has so many elements, each so many bytes behind the one before. Distances may be negative.
struct Side {
  std::int64_t length, stride;

  bool operator==(const Side&) const = default;
};

// Elements of so many bytes. The first one is that whose indices are all 0.
struct Laid {
  const std::byte* first;
  std::int64_t bytes;
  std::vector<Side> sides;  // outermost first

  bool operator==(const Laid&) const = default;
};

Laid laid_of(const ImageView& image);
Laid laid_of(const StackView& stack);
Laid laid_of(const ArrayView& array);

// A side on which others lie that do not fit between its elements.
struct Overlap {
  std::int64_t stride, inner;  // its distance, and the bytes of what lies on it
};

// Absent where no two elements share a byte: along each side the distance is at least what the sides of smaller
// distances take together. Other elements that share none are told to do so.
std::optional<Overlap> overlap_within(std::int64_t bytes, std::vector<Side> sides);

// Whether an element of one shares a byte with an element of the other. What would take too long to tell is true.
bool overlap(const Laid& a, const Laid& b);

// The sides of more than one element. Two of them are one where the outer goes on at the end of the inner.
std::vector<Side> joined(const std::vector<Side>& sides);

// The distance along the side that these sides make together, so that all of their elements follow each other at one
// distance; absent where they make none. `alone` is for sides of a single element.
std::optional<std::int64_t> joined_stride(const std::vector<Side>& sides, std::int64_t alone);

// Copies elements of so many bytes. There are three lists of one length: of the sides, and of the distances along them.
void copy_elements(const std::byte* from, const std::vector<std::int64_t>& from_strides, std::byte* to,
                   const std::vector<std::int64_t>& to_strides, const std::vector<std::int64_t>& shape,
                   std::int64_t bytes);

}  // namespace lenslet
