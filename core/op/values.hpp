// Lists of values and of their types. The code that reads a list knows which entries are images and which are arrays.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/device_values.hpp>
#include <lenslet/value.hpp>

namespace lenslet::op {

// Types of inputs or outputs. [] is for arrays, image() for images.
class Types {
 public:
  Types() = default;
  Types(std::vector<ValueType> types) : types_(std::move(types)) {}
  Types(const std::vector<ArrayType>& arrays) : types_(arrays.begin(), arrays.end()) {}
  Types(std::initializer_list<ArrayType> arrays) : types_(arrays.begin(), arrays.end()) {}

  std::size_t size() const { return types_.size(); }
  const ImageType& image(std::size_t place) const { return std::get<ImageType>(types_[place]); }
  const ArrayType& operator[](std::size_t place) const { return std::get<ArrayType>(types_[place]); }
  const ArrayType& front() const { return (*this)[0]; }
  const ArrayType& back() const { return (*this)[size() - 1]; }

  const std::vector<ValueType>& all() const { return types_; }
  bool operator==(const Types&) const = default;

 private:
  std::vector<ValueType> types_;
};

// A view of values in host memory.
class HostValues {
 public:
  HostValues(const std::vector<HostValue>& values) {
    for (const HostValue& value : values)
      std::visit([this](const auto& known) { values_.emplace_back(&known); }, value);
  }
  HostValues(const std::vector<Array>& arrays) {
    for (const Array& array : arrays) values_.emplace_back(&array);
  }

  std::size_t size() const { return values_.size(); }
  const Image& image(std::size_t place) const { return *std::get<const Image*>(values_[place]); }
  const Array& operator[](std::size_t place) const { return *std::get<const Array*>(values_[place]); }
  const Array& front() const { return (*this)[0]; }
  const Array& back() const { return (*this)[size() - 1]; }

 private:
  std::vector<std::variant<const Image*, const Array*>> values_;
};

}  // namespace lenslet::op
