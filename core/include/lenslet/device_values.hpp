// What a call on a device takes and makes: images and arrays in device memory, mixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// A view of values in device memory, made of a value or of a list: a plan takes `image`, `{image, array}` or a vector.
// It allocates and copies nothing. The values must live until the call that takes the view returns.
class DeviceValues {
 public:
  DeviceValues() = default;
  DeviceValues(const DeviceImage& image) : DeviceValues(&image, 1) {}
  DeviceValues(const DeviceArray& array) : DeviceValues(&array, 1) {}
  DeviceValues(const DeviceValue& value) : DeviceValues(&value, 1) {}
  DeviceValues(const std::vector<DeviceImage>& images) : DeviceValues(images.data(), images.size()) {}
  DeviceValues(const std::vector<DeviceArray>& arrays) : DeviceValues(arrays.data(), arrays.size()) {}
  DeviceValues(const std::vector<DeviceValue>& values) : DeviceValues(values.data(), values.size()) {}
  DeviceValues(std::initializer_list<DeviceImage> images) : DeviceValues(std::data(images), images.size()) {}
  DeviceValues(std::initializer_list<DeviceArray> arrays) : DeviceValues(std::data(arrays), arrays.size()) {}
  DeviceValues(std::initializer_list<DeviceValue> values) : DeviceValues(std::data(values), values.size()) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The place is not checked. image() and array() throw invalid_argument where the value is of the other kind.
  bool is_image(std::size_t place) const;
  const DeviceImage& image(std::size_t place) const;
  const DeviceArray& array(std::size_t place) const;
  ValueType type(std::size_t place) const;

  std::vector<DeviceValue> copy() const;  // handles of the same memory

 private:
  enum class Kind : std::uint8_t { values, images, arrays };

  DeviceValues(const DeviceImage* first, std::size_t size) : kind_(Kind::images), size_(size), first_(first) {}
  DeviceValues(const DeviceArray* first, std::size_t size) : kind_(Kind::arrays), size_(size), first_(first) {}
  DeviceValues(const DeviceValue* first, std::size_t size) : kind_(Kind::values), size_(size), first_(first) {}

  template <class T>
  const T& at(std::size_t place) const {
    return static_cast<const T*>(first_)[place];
  }

  Kind kind_ = Kind::values;
  std::size_t size_ = 0;
  const void* first_ = nullptr;
};

// The values that a plan made, one for each output. image() and array() are for the usual case, of one output:
//
//   use(session.download(plan.run(image).image()));
class DeviceResults {
 public:
  DeviceResults() = default;
  DeviceResults(std::vector<DeviceValue> values) : values_(std::move(values)) {}
  operator DeviceValues() const { return values_; }  // what one plan made, the next one takes

  std::size_t size() const { return values_.size(); }
  const DeviceValue& operator[](std::size_t place) const { return values_[place]; }  // the place is not checked

  // Throw invalid_argument where there is no such place, and where the value is of the other kind.
  const DeviceImage& image(std::size_t place = 0) const&;
  const DeviceArray& array(std::size_t place = 0) const&;
  DeviceImage image(std::size_t place = 0) && { return std::as_const(*this).image(place); }
  DeviceArray array(std::size_t place = 0) && { return std::as_const(*this).array(place); }

  std::vector<DeviceImage> images() const;  // all of them; throws invalid_argument where one is an array

  const std::vector<DeviceValue>& values() const& { return values_; }
  std::vector<DeviceValue> values() && { return std::move(values_); }

 private:
  std::vector<DeviceValue> values_;
};

}  // namespace lenslet
#pragma GCC visibility pop
