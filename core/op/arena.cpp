// Which buffer each scratch value has.
#include "op/arena.hpp"

#include <algorithm>
#include <numeric>

namespace lenslet::op {
namespace {

constexpr std::uint64_t min_buffer = 16;

// Where a value's size depends on the launch, this launch gives the size by which values are ordered.
constexpr LaunchShape typical{{0, 0, 1024, 1024}, {1024, 1024}, 1};

std::uint64_t bytes_of(const ScratchBytes& bytes, const LaunchShape& shape) {
  const auto* number = std::get_if<std::uint64_t>(&bytes);
  return std::max(number ? *number : std::get<1>(bytes)(shape), min_buffer);
}

}  // namespace

std::size_t Arena::add(ScratchBytes bytes) {
  depends_on_launch_ = depends_on_launch_ || bytes.index() == 1;
  values_.push_back({.bytes = std::move(bytes)});
  return values_.size() - 1;
}

void Arena::use(std::size_t value, std::size_t stage) {
  Value& used = values_[value];
  used.first = std::min(used.first.value_or(stage), stage);
  used.last = std::max(used.last.value_or(stage), stage);
}

// The first free buffer, or a new one.
std::size_t Arena::place_for(const Value& value) const {
  const auto is_free = [&](std::size_t place) {
    return std::ranges::none_of(values_,
                                [&](const Value& other) { return other.place == place && other.alive_with(value); });
  };
  std::size_t place = 0;
  while (!is_free(place)) ++place;
  return place;
}

void Arena::place() {
  for (Value& value : values_) value.place.reset();
  std::vector<std::size_t> order(values_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(),
                           [this](std::size_t value) { return bytes_of(values_[value].bytes, typical); });
  for (const std::size_t value : order) {
    if (!values_[value].first) continue;
    values_[value].place = place_for(values_[value]);
    buffers_.resize(std::max(buffers_.size(), *values_[value].place + 1));
  }
}

std::vector<std::uint64_t> Arena::sizes(const LaunchShape& shape) const {
  std::vector<std::uint64_t> sizes(buffers_.size());
  for (const Value& value : values_)
    if (value.place) sizes[*value.place] = std::max(sizes[*value.place], bytes_of(value.bytes, shape));
  return sizes;
}

bool Arena::grow(const ocl::Queue& queue, const LaunchShape& shape) {
  bool grown = false;
  const std::vector<std::uint64_t> sizes = this->sizes(shape);
  for (std::size_t place = 0; place < sizes.size(); ++place) {
    std::optional<ocl::Buffer>& buffer = buffers_[place];
    if (buffer && buffer->bytes() >= sizes[place]) continue;
    buffer.reset();  // free it first: there may be no room for both
    buffer = queue.allocate(sizes[place]);
    grown = true;
  }
  return grown;
}

std::uint64_t Arena::bytes(const LaunchShape& shape) const {
  const std::vector<std::uint64_t> sizes = this->sizes(shape);
  return std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
}

}  // namespace lenslet::op
