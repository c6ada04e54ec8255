// Device memory for a graph's scratch values. Values that are never needed at the same time share a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include <lenslet/image.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::op {

// The region that a launch computes, for plans that serve images of every size.
struct LaunchShape {
  Rect region;  // of the outputs, in pixels of the whole
  Size whole;
  std::int64_t layers = 1;
};

// The size of a value: a number, or a function of the launch's shape.
using ScratchBytes = std::variant<std::uint64_t, std::function<std::uint64_t(const LaunchShape&)>>;

class Arena {
 public:
  // Adds a value of so many bytes and returns its number. An empty value gets memory, too, since kernels cannot take an
  // empty buffer.
  std::size_t add(ScratchBytes bytes);

  // Says that a stage uses a value. The value is alive from the first to the last stage that uses it. Stages may come
  // in any order.
  void use(std::size_t value, std::size_t stage);

  // Chooses the buffer of each value. It is called once all uses are known. Greedy by size (Pisarchyk and Lee,
  // "Efficient memory management for deep neural net inference", 2020, "shared objects"): the largest value comes
  // first. Each value takes the first buffer whose other values are never alive together with it. Values without a use
  // get no buffer.
  void place();

  // Makes each buffer large enough for a launch. Returns whether any buffer was replaced by a larger one.
  bool grow(const ocl::Queue& queue, const LaunchShape& shape);

  bool depends_on_launch() const { return depends_on_launch_; }
  const ocl::Buffer& buffer(std::size_t value) const { return *buffers_[*values_[value].place]; }
  std::uint64_t bytes(const LaunchShape& shape) const;  // of all buffers after launches of this shape only

 private:
  struct Value {
    ScratchBytes bytes;
    std::optional<std::size_t> first = {}, last = {};  // stages
    std::optional<std::size_t> place = {};             // index into buffers_

    bool alive_with(const Value& other) const { return first <= other.last && other.first <= last; }
  };
  std::size_t place_for(const Value& value) const;
  std::vector<std::uint64_t> sizes(const LaunchShape& shape) const;  // of each buffer

  std::vector<Value> values_;
  std::vector<std::optional<ocl::Buffer>> buffers_;
  bool depends_on_launch_ = false;
};

}  // namespace lenslet::op
#pragma GCC visibility pop
