// What a call of a session takes and makes, in memory of the host that somebody else owns: views of images and of
// arrays, mixed. Nothing is copied to make them.
//
//   session.run_into(lenslet::ops::Gaussian{.sigma = 2}, lenslet::ImageView(pixels, size, format, stride),
//                    lenslet::MutableImageView(result, size, format, other_stride));
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/image.hpp>
#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Elements that somebody else owns, for reading. They may begin at any byte and lie any distance apart: parts of an
// array, every second element, a mirrored or a transposed array. Uploads, downloads and runs take all of them.
class ArrayView {
 public:
  // `data` is the element whose indices are all 0. `strides` has the distance from one element to the next along each
  // side, in bytes; it may be negative, and with 0 the same elements come again. Without strides the elements lie in C
  // order without gaps. Throws as check() does. Throws invalid_argument for a null pointer, unless there are no
  // elements, for another number of strides than of sides, and for elements that lie 2^62 bytes or more apart.
  ArrayView(const void* data, const ArrayType& type, std::vector<std::int64_t> strides = {});
  ArrayView(const Array& array);

  const ArrayType& type() const { return type_; }
  std::int64_t count() const { return type_.count(); }
  const std::byte* data() const { return data_; }
  const std::vector<std::int64_t>& strides() const { return strides_; }  // one for each side
  bool is_dense() const { return is_dense_; }                            // in C order without gaps

  // All elements as they lie in memory. Throws invalid_argument where they are not dense.
  std::span<const std::byte> bytes() const;

 private:
  const std::byte* data_;
  ArrayType type_;
  std::vector<std::int64_t> strides_;
  bool is_dense_;
};

// The same, also for writing.
class MutableArrayView {
 public:
  // Throws as ArrayView does. Throws invalid_argument for strides by which elements overlap: along each side the
  // distance must be at least what the sides of smaller distances take together.
  MutableArrayView(void* data, const ArrayType& type, std::vector<std::int64_t> strides = {});
  MutableArrayView(Array& array);

  const ArrayType& type() const { return view_.type(); }
  std::int64_t count() const { return view_.count(); }
  std::byte* data() const { return data_; }
  const std::vector<std::int64_t>& strides() const { return view_.strides(); }
  bool is_dense() const { return view_.is_dense(); }
  std::span<std::byte> bytes() const { return {data_, view_.bytes().size()}; }  // throws as ArrayView's
  operator const ArrayView&() const { return view_; }

 private:
  std::byte* data_;
  ArrayView view_;
};

using HostView = std::variant<ImageView, ArrayView>;
using HostTarget = std::variant<MutableImageView, MutableArrayView>;  // memory that a result is written to

// The inputs of a call, made of one value or view, or of a list: `image`, `{image, array}`, a vector or a std::span.
// The memory must live until the call returns.
class HostViews {
 public:
  HostViews() = default;
  template <class T>
  requires std::convertible_to<const T&, HostView> HostViews(const T& value) : views_{HostView(value)} {}
  HostViews(const HostValue& value) { add(value); }
  HostViews(std::initializer_list<HostView> views) : views_(views) {}
  HostViews(std::vector<HostView> views) : views_(std::move(views)) {}
  template <class T>
  HostViews(const std::vector<T>& values) : HostViews(std::span<const T>(values)) {}
  template <class T, std::size_t count>
  HostViews(std::span<T, count> values) {
    for (const T& value : values)
      if constexpr (std::convertible_to<const T&, HostView>)
        views_.emplace_back(HostView(value));
      else
        add(value);
  }

  std::size_t size() const { return views_.size(); }
  const HostView& operator[](std::size_t place) const { return views_[place]; }  // the place is not checked
  std::vector<HostView>::const_iterator begin() const { return views_.begin(); }
  std::vector<HostView>::const_iterator end() const { return views_.end(); }

  std::vector<ValueType> types() const;

 private:
  void add(const HostValue& value) {
    std::visit([this](const auto& known) { views_.emplace_back(HostView(known)); }, value);
  }

  std::vector<HostView> views_;
};

// Memory for the results of a call, one target for each output: `image`, `{image, array}`, or a vector or a std::span
// of HostTarget.
class HostTargets {
 public:
  HostTargets() = default;
  template <class T>
  requires std::convertible_to<T&, HostTarget> HostTargets(T& target) : targets_{HostTarget(target)} {}
  HostTargets(const MutableImageView& image) : targets_{image} {}
  HostTargets(const MutableArrayView& array) : targets_{array} {}
  HostTargets(std::initializer_list<HostTarget> targets) : targets_(targets) {}
  HostTargets(std::vector<HostTarget> targets) : targets_(std::move(targets)) {}
  HostTargets(std::span<const HostTarget> targets) : targets_(targets.begin(), targets.end()) {}

  std::size_t size() const { return targets_.size(); }
  const HostTarget& operator[](std::size_t place) const { return targets_[place]; }  // the place is not checked
  std::vector<HostTarget>::const_iterator begin() const { return targets_.begin(); }
  std::vector<HostTarget>::const_iterator end() const { return targets_.end(); }

  std::vector<ValueType> types() const;

 private:
  std::vector<HostTarget> targets_;
};

}  // namespace lenslet
#pragma GCC visibility pop
