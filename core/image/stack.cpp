// Stacks lie in memory as one tall image, so that whatever moves or reads rows needs to know nothing of pages.
#include <lenslet/stack.hpp>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/value.hpp>

#include "image/sides.hpp"

namespace lenslet {
namespace {

[[noreturn]] void throw_invalid_stack(const std::string& message) {
  throw Error(ErrorKind::invalid_argument, message);
}

void check_axis(const StackType& type, std::size_t place) {
  const StackAxis& axis = type.axes[place];
  if (std::string_view("ZTCQ").find(axis.name) == std::string_view::npos)
    throw_invalid_stack(fmt::format("an axis of pages is called {}; allowed: Z, T, C or Q", axis.name));
  for (std::size_t i = 0; i < place; ++i)
    if (type.axes[i].name == axis.name) throw_invalid_stack(fmt::format("two axes of pages are called {}", axis.name));
  if (axis.length < 1)
    throw_invalid_stack(fmt::format("axis {} has {} pages; it has at least 1", axis.name, axis.length));
}

std::int64_t stack_rows(const StackType& type) {
  check(type);
  return type.size.height * type.pages();
}

void check_page(std::int64_t page, std::int64_t pages) {
  if (page < 0 || page >= pages) throw_invalid_stack(fmt::format("no page {} in a stack of {}", page, pages));
}

[[noreturn]] void throw_too_far(const StackType& type) {
  throw_invalid_stack(fmt::format("pages of {} that lie 2^62 bytes or more apart", to_string(type)));
}

// The distances along the axes where those from one page to the next are all the same.
std::vector<std::int64_t> strides_of_axes(const StackType& type, std::int64_t page_stride) {
  if (page_stride == 0) return {};
  check(type);
  std::vector<std::int64_t> strides(type.axes.size(), page_stride);
  for (std::size_t i = strides.size(); i-- > 1;)
    if (__builtin_mul_overflow(strides[i], type.axes[i].length, &strides[i - 1])) throw_too_far(type);
  return strides;
}

// Gives each axis a distance: what has none goes on where the page, or the axis within, ends.
void fill_axes(const StackType& type, StackStrides& strides) {
  const std::size_t given = strides.axes.size();
  strides.axes.resize(type.axes.size());
  if (given != 0 && given != type.axes.size())
    throw_invalid_stack(fmt::format("{} distances of pages for {}; allowed: {}, one for each axis", given,
                                    to_string(type), type.axes.size()));
  std::int64_t next = std::max(std::abs(strides.row) * type.size.height, std::abs(strides.pixel) * type.size.width);
  for (std::size_t i = type.axes.size(); i-- > 0;) {
    if (strides.axes[i] == 0 || type.axes[i].length == 1) strides.axes[i] = next;
    constexpr std::int64_t most = std::int64_t{1} << 62;
    std::int64_t reach = 0;
    if (__builtin_mul_overflow(strides.axes[i], type.axes[i].length, &reach) || reach >= most || reach <= -most)
      throw_too_far(type);
    next = std::max(next, std::abs(reach));
  }
}

void check_pages(const StackView& stack) {
  const Laid laid = laid_of(stack);
  if (const auto found = overlap_within(laid.bytes, laid.sides))
    throw_invalid_stack(
        fmt::format("a distance of {} bytes is too small for pages of {} bytes", found->stride, found->inner));
}

}  // namespace

std::int64_t StackType::pages() const {
  std::int64_t count = 1;
  for (const StackAxis& axis : axes) count *= axis.length;
  return count;
}

void check(const StackType& type) {
  check(type.format);
  if (type.size.width < 1 || type.size.height < 1)
    throw_invalid_stack(fmt::format("a page is at least 1 x 1 pixel, not {} x {}", type.size.width, type.size.height));
  std::int64_t rows = type.size.height;
  for (std::size_t i = 0; i < type.axes.size(); ++i) {
    check_axis(type, i);
    if (__builtin_mul_overflow(rows, type.axes[i].length, &rows))
      throw_invalid_stack(fmt::format("a stack of {} pages and more has over 2^63 rows", type.axes[i].length));
  }
}

std::string to_string(const StackType& type) {
  std::string text = to_string(ImageType{type.format, type.size});
  for (const StackAxis& axis : type.axes) text += fmt::format(", {} {}", axis.name, axis.length);
  return text;
}

StackView::StackView(const void* data, const StackType& type, std::int64_t stride, std::int64_t page_stride)
    : StackView(data, type, StackStrides{.row = stride, .axes = strides_of_axes(type, page_stride)}) {}

StackView::StackView(const void* data, StackType type, const StackStrides& strides)
    : data_(static_cast<const std::byte*>(data)), type_(std::move(type)) {
  check(type_);
  const ImageView first(data, type_.size, type_.format, strides.row, strides.pixel);
  strides_ = {first.pixel_stride(), first.stride(), strides.axes};
  fill_axes(type_, strides_);
  check_pages(*this);
}

StackView::StackView(const ImageView& page)
    : data_(page.pixel(0, 0)), type_{page.size(), page.format()}, strides_{page.pixel_stride(), page.stride()} {}

std::int64_t StackView::offset_of(std::int64_t page) const {
  check_page(page, pages());
  std::int64_t offset = 0;
  for (std::size_t i = type_.axes.size(); i-- > 0; page /= type_.axes[i].length)
    offset += page % type_.axes[i].length * strides_.axes[i];
  return offset;
}

ImageView StackView::page(std::int64_t page) const {
  return {data_ + offset_of(page), type_.size, type_.format, strides_.row, strides_.pixel};
}

MutableStackView::MutableStackView(void* data, const StackType& type, std::int64_t stride, std::int64_t page_stride)
    : data_(static_cast<std::byte*>(data)), view_(data, type, stride, page_stride) {}

MutableStackView::MutableStackView(void* data, StackType type, const StackStrides& strides)
    : data_(static_cast<std::byte*>(data)), view_(data, std::move(type), strides) {}

MutableStackView::MutableStackView(const MutableImageView& page) : data_(page.pixel(0, 0)), view_(ImageView(page)) {}

MutableImageView MutableStackView::page(std::int64_t page) const {
  return {data_ + view_.offset_of(page), type().size, type().format, strides().row, strides().pixel};
}

Stack::Stack(StackType type) : type_(std::move(type)), tall_(Size{type_.size.width, stack_rows(type_)}, type_.format) {}

ImageView Stack::page(std::int64_t page) const {
  check_page(page, pages());
  return {tall_.row(page * type_.size.height), type_.size, type_.format, tall_.stride()};
}

MutableImageView Stack::page(std::int64_t page) {
  check_page(page, pages());
  return {tall_.row(page * type_.size.height), type_.size, type_.format, tall_.stride()};
}

Stack::operator StackView() const {
  return {tall_.data(), type_, tall_.stride()};
}

Stack::operator MutableStackView() {
  return {tall_.data(), type_, tall_.stride()};
}

}  // namespace lenslet
