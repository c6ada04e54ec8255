// Views of the host's memory, and their types.
#include <lenslet/host_views.hpp>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// Returns the number of bytes.
std::size_t checked_bytes(const void* data, const ArrayType& type) {
  check(type);
  if (!data && type.bytes() > 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("an array of {} is at a null pointer", to_string(type)));
  return static_cast<std::size_t>(type.bytes());
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

ArrayView::ArrayView(const void* data, const ArrayType& type)
    : bytes_(static_cast<const std::byte*>(data), checked_bytes(data, type)), type_(type) {}

ArrayView::ArrayView(const Array& array) : bytes_(array.bytes()), type_(array.type()) {}

MutableArrayView::MutableArrayView(void* data, const ArrayType& type)
    : bytes_(static_cast<std::byte*>(data), checked_bytes(data, type)), type_(type) {}

MutableArrayView::MutableArrayView(Array& array) : bytes_(array.bytes()), type_(array.type()) {}

std::vector<ValueType> HostViews::types() const {
  return types_of_views(views_);
}

std::vector<ValueType> HostTargets::types() const {
  return types_of_views(targets_);
}

}  // namespace lenslet
