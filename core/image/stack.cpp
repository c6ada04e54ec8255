// Stacks lie in memory as one tall image, so that whatever moves or reads rows needs to know nothing of pages.
#include <lenslet/stack.hpp>

#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/value.hpp>

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

StackView::StackView(const void* data, StackType type, std::int64_t stride, std::int64_t page_stride)
    : data_(static_cast<const std::byte*>(data)), type_(std::move(type)) {
  check(type_);
  stride_ = ImageView(data, type_.size, type_.format, stride).stride();
  const std::int64_t page_bytes = std::abs(stride_) * type_.size.height;
  page_stride_ = page_stride == 0 ? page_bytes : page_stride;
  if (std::abs(page_stride_) < page_bytes && pages() > 1)
    throw_invalid_stack(
        fmt::format("a distance of {} bytes is too small for pages of {} bytes", page_stride_, page_bytes));
}

StackView::StackView(const ImageView& page)
    : data_(page.row(0)), type_{page.size(), page.format()}, stride_(page.stride()), page_stride_(0) {}

ImageView StackView::page(std::int64_t page) const {
  check_page(page, pages());
  return {data_ + page * page_stride_, type_.size, type_.format, stride_};
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

}  // namespace lenslet
