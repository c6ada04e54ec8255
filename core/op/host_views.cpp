// Views of the host's memory, and their types.
#include <lenslet/host_views.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "image/sides.hpp"

namespace lenslet {
namespace {

std::vector<std::int64_t> dense_strides(const ArrayType& type) {
  std::vector<std::int64_t> strides(type.shape.size());
  auto next = static_cast<std::int64_t>(size_of(type.type));
  for (std::size_t i = strides.size(); i-- > 0;) {
    strides[i] = next;
    next *= std::max<std::int64_t>(type.shape[i], 1);
  }
  return strides;
}

// Throws where the bytes from the first to the last element are too many to count.
void check_extent(const ArrayType& type, const std::vector<std::int64_t>& strides) {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    std::int64_t side = 0;
    const bool is_far = __builtin_mul_overflow(type.shape[i] - 1, strides[i], &side) || side <= -most || side >= most;
    if (is_far || (all += std::abs(side)) >= most)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("strides of {} bytes for {}; allowed: elements less than 2^62 bytes apart",
                              fmt::join(strides, ", "), to_string(type)));
  }
}

// Returns a distance for each side.
std::vector<std::int64_t> checked_strides(const void* data, const ArrayType& type, std::vector<std::int64_t> strides) {
  check(type);
  if (!data && type.bytes() > 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("an array of {} is at a null pointer", to_string(type)));
  if (strides.empty()) return dense_strides(type);
  if (strides.size() != type.shape.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{} strides for {}; allowed: {}, one for each side",
                                                         strides.size(), to_string(type), type.shape.size()));
  if (type.count() > 0) check_extent(type, strides);
  return strides;
}

bool are_dense(const ArrayType& type, const std::vector<std::int64_t>& strides) {
  const std::vector<std::int64_t> dense = dense_strides(type);
  for (std::size_t i = 0; i < dense.size(); ++i)
    if (type.shape[i] > 1 && strides[i] != dense[i]) return type.count() == 0;
  return true;
}

void check_for_writing(const ArrayView& array) {
  const Laid laid = laid_of(array);
  const auto found = overlap_within(laid.bytes, laid.sides);
  if (found && array.count() > 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("elements to write of {} overlap: a stride of {} bytes on what takes {}; allowed: as many "
                            "bytes or more",
                            to_string(array.type()), found->stride, found->inner));
}

ValueType type_of_view(const ImageView& image) {
  return ImageType{image.format(), image.size()};
}
ValueType type_of_view(const ArrayView& array) {
  return array.type();
}
ValueType type_of_view(const MutableArrayView& array) {
  return array.type();
}

template <class Views>
std::vector<ValueType> types_of_views(const Views& views) {
  std::vector<ValueType> types;
  for (const auto& view : views)
    types.push_back(std::visit([](const auto& known) { return type_of_view(known); }, view));
  return types;
}

}  // namespace

ArrayView::ArrayView(const void* data, const ArrayType& type, std::vector<std::int64_t> strides)
    : data_(static_cast<const std::byte*>(data)),
      type_(type),
      strides_(checked_strides(data, type, std::move(strides))),
      is_dense_(are_dense(type_, strides_)) {}

ArrayView::ArrayView(const Array& array) : ArrayView(array.bytes().data(), array.type()) {}

std::span<const std::byte> ArrayView::bytes() const {
  if (is_dense_) return {data_, static_cast<std::size_t>(type_.bytes())};
  throw Error(ErrorKind::invalid_argument,
              fmt::format("a view of {} with strides of {} bytes; allowed here: elements in C order without gaps",
                          to_string(type_), fmt::join(strides_, ", ")));
}

MutableArrayView::MutableArrayView(void* data, const ArrayType& type, std::vector<std::int64_t> strides)
    : data_(static_cast<std::byte*>(data)), view_(data, type, std::move(strides)) {
  check_for_writing(view_);
}

MutableArrayView::MutableArrayView(Array& array) : data_(array.bytes().data()), view_(array) {}

std::vector<ValueType> HostViews::types() const {
  return types_of_views(views_);
}

std::vector<ValueType> HostTargets::types() const {
  return types_of_views(targets_);
}

}  // namespace lenslet
