// What a head says of a user's whole kernel: its range, groups, options, local memory and results.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/image.hpp>

#include "user/lines.hpp"

namespace lenslet::user {

// A number of pixels or work-items: either a plain number, or factor * side / divisor, rounded up, plus `added`, at
// least 1. The side is an image's width or height.
struct Extent {
  enum class Of : std::uint8_t { number, width, height } of = Of::number;
  std::int64_t factor = 1;
  std::int64_t divisor = 1;
  std::int64_t added = 0;
  bool operator==(const Extent&) const = default;

  std::int64_t in(Size size) const;
};

// Work-items of a group along each dimension. Zeros: the driver chooses.
using GroupSides = std::array<std::size_t, 3>;

std::string text_of(const Extent& extent);     // "2*width/3"
std::string text_of(const GroupSides& group);  // "16x16", "auto"
GroupSides group_from(std::string_view word);  // reads such a text

struct KernelPart {
  std::string name = {};                // of the kernel; empty: the file has a function for a family
  std::vector<Extent> range;            // from the size of the first output; 1 to 3 numbers
  std::array<std::size_t, 3> offset{};  // global id of the first work-item
  std::vector<Extent> size;             // of the outputs, from the first input's size: width and height
  std::vector<GroupSides> groups;       // the first one runs untuned
  std::string options = {};             // of the compiler
  std::uint64_t local_bytes = 0, local_bytes_of_item = 0;  // of a group: a constant number, and one for each work-item
  std::vector<SampleType> takes = {};                      // empty: all types
  std::vector<int> takes_channels = {};
  std::vector<SampleType> makes = {};  // one type; empty: the inputs'
  int makes_channels = 0;              // 0: the inputs'

  KernelPart();
};

// The keys that are for kernels. read_kernel_key() reads the text of such a key; it returns false for any other key.
extern const std::vector<std::string> kernel_keys;
bool read_kernel_key(const std::string& key, Scanner& scanner, KernelPart& kernel);

// Returns these keys as lines of a head's comment.
std::string text_of(const KernelPart& kernel);

}  // namespace lenslet::user
