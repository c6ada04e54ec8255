// Device memory of a graph's scratch values: those that are never alive at once share a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include <lenslet/image.hpp>

#include "ocl/queue.hpp"

namespace lenslet::op {

// What a launch computes of images, where plans serve every size.
struct LaunchShape {
  Rect region;  // of the outputs, in pixels of the whole
  Size whole;
  std::int64_t layers = 1;
};

// Of a value: a number, or what a launch makes of it.
using ScratchBytes = std::variant<std::uint64_t, std::function<std::uint64_t(const LaunchShape&)>>;

class Arena {
 public:
  // Adds a value of so many bytes and returns its number. An empty value has memory, too, since kernels take no empty
  // buffer.
  std::size_t add(ScratchBytes bytes);

  // It is alive from the first of the stages that use it to the last, in whatever order these are named.
  void use(std::size_t value, std::size_t stage);

  // Once, when all uses are known. Greedy by size (Pisarchyk and Lee, "Efficient memory management for deep neural net
  // inference", 2020, "shared objects"): from the largest value on, each takes the first buffer that no value alive
  // with it has. Values that no stage uses have none.
  void place();

  // Makes each buffer large enough for a launch; whether any was replaced by a larger one.
  bool grow(const ocl::Queue& queue, const LaunchShape& shape);

  bool depends_on_launch() const { return depends_on_launch_; }
  const ocl::Buffer& buffer(std::size_t value) const { return *buffers_[*values_[value].place]; }
  std::uint64_t bytes(const LaunchShape& shape) const;  // of all buffers, for such a launch alone

 private:
  struct Value {
    ScratchBytes bytes;
    std::optional<std::size_t> first = {}, last = {};  // stages
    std::optional<std::size_t> place = {};             // among the buffers

    bool alive_with(const Value& other) const { return first <= other.last && other.first <= last; }
  };
  std::size_t place_for(const Value& value) const;
  std::vector<std::uint64_t> sizes(const LaunchShape& shape) const;  // of the buffers

  std::vector<Value> values_;
  std::vector<std::optional<ocl::Buffer>> buffers_;
  bool depends_on_launch_ = false;
};

}  // namespace lenslet::op
