// What a head says of a kernel that is a user's own as a whole: its range, groups, options, local memory and results.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/image.hpp>

#include "user/lines.hpp"

namespace lenslet::user {

// A number of pixels or work-items by an image's size: factor * side / divisor, rounded up, and what is added, at least
// 1; or the factor alone.
struct Extent {
  enum class Of : std::uint8_t { number, width, height } of = Of::number;
  std::int64_t factor = 1;
  std::int64_t divisor = 1;
  std::int64_t added = 0;
  bool operator==(const Extent&) const = default;

  std::int64_t in(Size size) const;
};

// Work-items of a group along each dimension; zeros are the driver's choice.
using GroupSides = std::array<std::size_t, 3>;

std::string text_of(const Extent& extent);     // "2*width/3"
std::string text_of(const GroupSides& group);  // "16x16", "auto"
GroupSides group_from(std::string_view word);  // of such a text

struct KernelPart {
  std::string name = {};                // of the kernel; empty: the file has a function of a family
  std::vector<Extent> range;            // by the size of the first output, 1 to 3
  std::array<std::size_t, 3> offset{};  // of the first work-item's global id
  std::vector<Extent> size;             // of the outputs, by that of the first input: width and height
  std::vector<GroupSides> groups;       // the first runs untuned
  std::string options = {};             // of the compiler
  std::uint64_t local_bytes = 0, local_bytes_of_item = 0;  // of a group: so many, and so many for each of its items
  std::vector<PixelType> takes = {};                       // empty: all
  std::vector<int> takes_channels = {};
  std::vector<PixelType> makes = {};  // one, or empty: the inputs'
  int makes_channels = 0;             // 0: the inputs'

  KernelPart();
};

// The keys of a head that are for kernels, and reading the text of one. read_kernel_key() says whether it is such a
// key.
extern const std::vector<std::string> kernel_keys;
bool read_kernel_key(const std::string& key, Scanner& scanner, KernelPart& kernel);

// Those keys as lines of a head's comment.
std::string text_of(const KernelPart& kernel);

}  // namespace lenslet::user
