// Launches the kernel of sample_points.cl.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/pyramid.hpp>

#include "kernels.hpp"
#include "ocl/values.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

using Int4 = std::array<std::int32_t, 4>;
using Float2 = std::array<float, 2>;
using Long2 = std::array<std::int64_t, 2>;

constexpr std::size_t max_values = std::size_t{1} << 30;

std::vector<Long2> table_of(const PyramidLayout& layout) {
  std::vector<Long2> table;
  for (const PyramidPlace& place : layout.places) table.push_back({place.first, place.stride});
  return table;
}

void check_point(const PyramidLayout& layout, const KeyPoint& p) {
  const bool level = p.octave >= 0 && p.octave < layout.octaves && p.level >= 0 && p.level < layout.levels;
  if (!level)
    throw Error(ErrorKind::invalid_argument, fmt::format("a point in octave {}, level {}; allowed: octaves 0 to {}, "
                                                         "levels 0 to {}",
                                                         p.octave, p.level, layout.octaves - 1, layout.levels - 1));
  const Size size = layout.at(p.octave, p.level).size;
  const auto right = static_cast<double>(size.width - 1), bottom = static_cast<double>(size.height - 1);
  if (p.x >= 0 && p.x <= right && p.y >= 0 && p.y <= bottom) return;  // false for NaN
  throw Error(ErrorKind::invalid_argument,
              fmt::format("a point at ({}, {}) in octave {}, which has {} x {} pixels; allowed: 0 to {} and {}", p.x,
                          p.y, p.octave, size.width, size.height, right, bottom));
}

std::vector<Int4> arguments_of(const PyramidLayout& layout, std::span<const KeyPoint> points) {
  std::vector<Int4> result;
  for (const KeyPoint& p : points) {
    check_point(layout, p);
    result.push_back({p.octave, p.level, static_cast<std::int32_t>(p.x), static_cast<std::int32_t>(p.y)});
  }
  return result;
}

// A fraction that rounds to 1 as a float gives the next pixel.
Float2 shares_of(const KeyPoint& p) {
  return {static_cast<float>(p.x - std::floor(p.x)), static_cast<float>(p.y - std::floor(p.y))};
}

std::string source_for(PixelFormat format, Storage storage) {
  std::string type(name_of(format.type));
  type.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(type.front())));
  return fmt::format("#define TYPE {}\n#define CHANNELS {}\n#define STORAGE {}\n{}", type, format.channels,
                     static_cast<int>(storage), kernel_source("sample_points.cl"));
}

// The points in the order of the parts that hold them, as places in the caller's list.
std::vector<std::size_t> by_part(std::span<const KeyPoint> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::pair(points[i].octave, points[i].level); });
  return order;
}

template <class T>
std::vector<T> in_order(const std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> result;
  for (const std::size_t place : order) result.push_back(values[place]);
  return result;
}

std::vector<float> in_callers_order(const std::vector<float>& sorted, const std::vector<std::size_t>& order,
                                    int channels) {
  const auto count = static_cast<std::size_t>(channels);
  std::vector<float> values(sorted.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    std::copy_n(sorted.begin() + static_cast<std::ptrdiff_t>(i * count), count,
                values.begin() + static_cast<std::ptrdiff_t>(order[i] * count));
  return values;
}

}  // namespace

std::vector<float> Pyramid::sample(std::span<const KeyPoint> points, int* launches) const {
  const auto part_of = [this](const Int4& point) {
    if (storage_ == Storage::image) return static_cast<std::size_t>(point[0] * levels() + point[1]);
    return storage_ == Storage::image_array ? static_cast<std::size_t>(point[0]) : std::size_t{0};
  };
  const std::vector<Int4> arguments = arguments_of(layout_, points);
  const std::size_t count = points.size() * static_cast<std::size_t>(format().channels);
  if (launches) *launches = 0;
  if (count == 0) return {};
  if (count > max_values)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} points; allowed: up to {}", points.size(), max_values));
  const ocl::Queue& queue = state_of(session_).queue;
  const std::vector<Long2> table = table_of(layout_);
  std::vector<Float2> shares;
  for (const KeyPoint& point : points) shares.push_back(shares_of(point));
  const std::vector<std::size_t> order = by_part(points);
  const std::vector<Int4> sorted = in_order(arguments, order);
  const ocl::Buffer places = ocl::upload(queue, table), list = ocl::upload(queue, sorted);
  const ocl::Buffer between = ocl::upload(queue, in_order(shares, order));
  const ocl::Buffer result = queue.allocate(count * sizeof(float));
  ocl::Kernel kernel(state_of(session_).build(source_for(format(), storage_)).program, "sample_points");
  kernel.set(1, places);
  kernel.set(2, static_cast<std::int32_t>(levels()));
  kernel.set(3, list);
  kernel.set(4, between);
  kernel.set(7, result);
  std::vector<ocl::Event> events;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const std::size_t part = part_of(sorted[begin]);
    while (end < sorted.size() && part_of(sorted[end]) == part) ++end;
    const DeviceImage& image = parts_[part];
    storage_ == Storage::buffer ? kernel.set(0, image.buffer()) : kernel.set(0, image.object());
    kernel.set(5, static_cast<std::int32_t>(begin));
    kernel.set(6, static_cast<std::int32_t>(end));
    events.push_back(queue.launch(kernel, {end - begin}, {}));
  }
  for (const ocl::Event& event : events) event.wait();
  if (launches) *launches = static_cast<int>(events.size());
  return in_callers_order(ocl::download<float>(queue, result, count), order, format().channels);
}

}  // namespace lenslet
