// Device memory of a graph's scratch values: those that are never alive at once share a buffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::op {

class Arena {
 public:
  // Adds a value of so many bytes and returns its number. An empty value has memory, too, since kernels take no empty
  // buffer.
  std::size_t add(std::uint64_t bytes);

  // It is alive from the first of the stages that use it to the last, in whatever order these are named.
  void use(std::size_t value, std::size_t stage);

  // Once, when all uses are known. Greedy by size (Pisarchyk and Lee, "Efficient memory management for deep neural net
  // inference", 2020, "shared objects"): from the largest value on, each takes the first buffer that no value alive
  // with it has. Values that no stage uses have none.
  void allocate(const ocl::Queue& queue);

  const ocl::Buffer& buffer(std::size_t value) const { return buffers_[*values_[value].place]; }
  std::uint64_t bytes() const;  // of all buffers

 private:
  struct Value {
    std::uint64_t bytes = 0;
    std::optional<std::size_t> first = {}, last = {};  // stages
    std::optional<std::size_t> place = {};             // among the buffers

    bool alive_with(const Value& other) const { return first <= other.last && other.first <= last; }
  };
  std::size_t place_for(const Value& value, std::vector<std::uint64_t>& sizes) const;

  std::vector<Value> values_;
  std::vector<ocl::Buffer> buffers_;
};

}  // namespace lenslet::op
