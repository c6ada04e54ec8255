#include "listings/plain.hpp"

#include <algorithm>
#include <memory>

namespace lenslet::listings {
namespace {

// The numbers of the GNU library's generator before its first: r[i] = r[i - 3] + r[i - 31], of which 310 are thrown
// away.
constexpr std::size_t seeds = 31, first_number = 344;

std::vector<std::uint32_t> first_words(std::uint32_t seed) {
  std::vector<std::uint32_t> words{seed};
  for (std::size_t i = 1; i < seeds; ++i)
    words.push_back(static_cast<std::uint32_t>(std::uint64_t{16807} * words.back() % 2147483647));
  for (std::size_t i = seeds; i < seeds + 3; ++i) words.push_back(words[i - seeds]);
  return words;
}

std::int64_t kept(std::int64_t at, std::int64_t side) {
  return std::clamp<std::int64_t>(at, 0, side - 1);
}

std::int64_t turned(std::int64_t at, std::int64_t side) {
  return (at % side + side) % side;
}

}  // namespace

Numbered whole_numbers(std::int64_t below, std::uint32_t seed) {
  return [=](std::int64_t i) {
    auto mixed = (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15u + seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((mixed >> 33) % static_cast<std::uint64_t>(below));
  };
}

std::vector<double> rand_numbers(std::uint32_t seed, std::int64_t count) {
  std::vector<std::uint32_t> words = first_words(seed);
  std::vector<double> numbers;
  while (static_cast<std::int64_t>(numbers.size()) < count) {
    words.push_back(words[words.size() - 3] + words[words.size() - seeds]);
    if (words.size() > first_number) numbers.push_back(words.back() >> 1);
  }
  return numbers;
}

Numbered elements_of(std::vector<double> numbers) {
  const auto shared = std::make_shared<const std::vector<double>>(std::move(numbers));
  return [shared](std::int64_t i) { return (*shared)[static_cast<std::size_t>(i)]; };
}

Memory input(std::string name, SampleType type, std::vector<std::int64_t> shape, Numbered value) {
  return {.name = std::move(name), .type = {type, std::move(shape)}, .value = std::move(value)};
}

Memory output(std::string name, SampleType type, std::vector<std::int64_t> shape) {
  return {.name = std::move(name), .type = {type, std::move(shape)}, .output = true};
}

Memory input_image(std::string name, Size size, Numbered value) {
  Memory memory = input(std::move(name), SampleType::f32, {size.height, size.width, 1}, std::move(value));
  memory.image = ImageKind::image2d;
  return memory;
}

Memory output_image(std::string name, Size size) {
  Memory memory = output(std::move(name), SampleType::f32, {size.height, size.width, 1});
  memory.image = ImageKind::image2d;
  return memory;
}

std::vector<std::size_t> range_of(Size size) {
  return {static_cast<std::size_t>(size.width), static_cast<std::size_t>(size.height)};
}

double Picture::nearest(std::int64_t x, std::int64_t y) const {
  return at(kept(x, size_.width), kept(y, size_.height));
}

double Picture::wrapped(std::int64_t x, std::int64_t y) const {
  return at(turned(x, size_.width), turned(y, size_.height));
}

}  // namespace lenslet::listings
