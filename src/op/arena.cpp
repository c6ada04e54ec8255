// Which buffer each scratch value has.
#include "op/arena.hpp"

#include <algorithm>
#include <numeric>

namespace lenslet::op {
namespace {

constexpr std::uint64_t smallest_buffer = 16;

}  // namespace

std::size_t Arena::add(std::uint64_t bytes) {
  values_.push_back({.bytes = std::max(bytes, smallest_buffer)});
  return values_.size() - 1;
}

void Arena::use(std::size_t value, std::size_t stage) {
  Value& used = values_[value];
  used.first = std::min(used.first.value_or(stage), stage);
  used.last = std::max(used.last.value_or(stage), stage);
}

// The first that is free, or a new one, which is then as large as the value: values come from the largest on.
std::size_t Arena::place_for(const Value& value, std::vector<std::uint64_t>& sizes) const {
  for (std::size_t place = 0; place < sizes.size(); ++place)
    if (std::ranges::none_of(values_,
                             [&](const Value& other) { return other.place == place && other.alive_with(value); }))
      return place;
  sizes.push_back(value.bytes);
  return sizes.size() - 1;
}

void Arena::allocate(const ocl::Queue& queue) {
  std::vector<std::size_t> order(values_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [this](std::size_t value) { return values_[value].bytes; });
  std::vector<std::uint64_t> sizes;
  for (const std::size_t value : order)
    if (values_[value].first) values_[value].place = place_for(values_[value], sizes);
  for (const std::uint64_t bytes : sizes) buffers_.push_back(queue.allocate(bytes));
}

std::uint64_t Arena::bytes() const {
  return std::accumulate(buffers_.begin(), buffers_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const ocl::Buffer& buffer) { return sum + buffer.bytes(); });
}

}  // namespace lenslet::op
