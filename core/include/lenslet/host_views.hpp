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

namespace lenslet {

// Elements that somebody else owns, for reading, in C order without gaps. They may begin at any byte.
class ArrayView {
 public:
  // Throws as check() does. Throws invalid_argument for a null pointer, unless there are no elements.
  ArrayView(const void* data, const ArrayType& type);
  ArrayView(const Array& array);

  const ArrayType& type() const { return type_; }
  std::int64_t count() const { return type_.count(); }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
  ArrayType type_;
};

// The same, also for writing.
class MutableArrayView {
 public:
  MutableArrayView(void* data, const ArrayType& type);
  MutableArrayView(Array& array);

  const ArrayType& type() const { return type_; }
  std::int64_t count() const { return type_.count(); }
  std::span<std::byte> bytes() const { return bytes_; }

 private:
  std::span<std::byte> bytes_;
  ArrayType type_;
};

using HostView = std::variant<ImageView, ArrayView>;
using HostTarget = std::variant<MutableImageView, MutableArrayView>;  // memory that a result is written to

// The inputs of a call, made of one value or view, or of a list: `image`, `{image, array}`, or a vector. The memory
// must live until the call returns.
class HostViews {
 public:
  HostViews() = default;
  template <class T>
  requires std::convertible_to<const T&, HostView> HostViews(const T& value) : views_{HostView(value)} {}
  HostViews(const HostValue& value) { add(value); }
  HostViews(std::initializer_list<HostView> views) : views_(views) {}
  HostViews(std::vector<HostView> views) : views_(std::move(views)) {}
  template <class T>
  HostViews(const std::vector<T>& values) {
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

// Memory for the results of a call, one target for each output: `image`, `{image, array}`, or a vector of
// HostTarget.
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
