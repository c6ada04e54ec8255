// What the chapters share: numbers that are the same on every run, memory of a name, and pictures for plain loops.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/listing.hpp>
#include <lenslet/size.hpp>

namespace lenslet::listings {

using Numbered = std::function<double(std::int64_t)>;  // the value of an element

// A whole number from 0 to `below` - 1 for each element, without a pattern. Other seeds give other numbers.
Numbered whole_numbers(std::int64_t below, std::uint32_t seed = 1);

// What rand() of the GNU library returns after srand(seed), one number after the other.
std::vector<double> rand_numbers(std::uint32_t seed, std::int64_t count);

Numbered elements_of(std::vector<double> numbers);

Memory input(std::string name, SampleType type, std::vector<std::int64_t> shape, Numbered value);
Memory output(std::string name, SampleType type, std::vector<std::int64_t> shape);  // zeros at first

// Image objects of floats with one channel.
Memory input_image(std::string name, Size size, Numbered value);
Memory output_image(std::string name, Size size);

std::vector<std::size_t> range_of(Size size);

// A check that a result's elements are those of a function of the inputs.
using Expected = std::function<std::vector<double>(const Values& before)>;

// The samples of a picture, and what is read outside of it.
class Picture {
 public:
  Picture(const std::vector<double>& samples, Size size, int channels = 1)
      : samples_(samples), size_(size), channels_(channels) {}

  Size size() const { return size_; }
  bool has(std::int64_t x, std::int64_t y) const { return x >= 0 && y >= 0 && x < size_.width && y < size_.height; }
  double at(std::int64_t x, std::int64_t y, int channel = 0) const {
    return samples_[static_cast<std::size_t>((y * size_.width + x) * channels_ + channel)];
  }
  double or_zero(std::int64_t x, std::int64_t y, int channel) const { return has(x, y) ? at(x, y, channel) : 0; }

  // The ways to read one channel: pixels inside, and zeros, the edge's pixel or the opposite side outside.
  double inside(std::int64_t x, std::int64_t y) const { return at(x, y); }
  double zero(std::int64_t x, std::int64_t y) const { return or_zero(x, y, 0); }
  double nearest(std::int64_t x, std::int64_t y) const;
  double wrapped(std::int64_t x, std::int64_t y) const;

 private:
  const std::vector<double>& samples_;
  Size size_;
  int channels_;
};

using Reading = double (Picture::*)(std::int64_t, std::int64_t) const;

// The values of a function of x and y, row by row.
template <class Function>
std::vector<double> each_pixel(Size size, const Function& function) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(size.width * size.height));
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) values.push_back(function(x, y));
  return values;
}

// The values of a function of an index.
template <class Function>
std::vector<double> each_of(std::size_t count, const Function& function) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = function(i);
  return values;
}

}  // namespace lenslet::listings
