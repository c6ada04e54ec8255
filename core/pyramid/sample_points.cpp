// Launches the kernel of sample_points.cl.
#include <array>
#include <cctype>
#include <cmath>

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
  return fmt::format("#define TYPE {}\n#define CHANNELS {}\n#define IMAGE_BUFFER {}\n{}", type, format.channels,
                     storage == Storage::image_buffer ? 1 : 0, kernel_source("sample_points.cl"));
}

}  // namespace

std::vector<float> Pyramid::sample(std::span<const KeyPoint> points) const {
  if (storage_ != Storage::buffer && storage_ != Storage::image_buffer)
    throw Error(ErrorKind::unsupported,
                fmt::format("no kernel reads every level in the storage '{}', where each {} is an object of its own; "
                            "allowed: buffer, image_buffer",
                            name_of(storage_), storage_ == Storage::image ? "level" : "octave"));
  const std::vector<Int4> arguments = arguments_of(layout_, points);
  const std::size_t count = points.size() * static_cast<std::size_t>(format().channels);
  if (count == 0) return {};
  if (count > max_values)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} points; allowed: up to {}", points.size(), max_values));
  const ocl::Queue& queue = state_of(session_).queue;
  const std::vector<Long2> table = table_of(layout_);
  std::vector<Float2> shares;
  for (const KeyPoint& point : points) shares.push_back(shares_of(point));
  const ocl::Buffer places = ocl::upload(queue, table), list = ocl::upload(queue, arguments);
  const ocl::Buffer between = ocl::upload(queue, shares);
  const ocl::Buffer result = queue.allocate(count * sizeof(float));
  ocl::Kernel kernel(state_of(session_).build(source_for(format(), storage_)).program, "sample_points");
  const DeviceImage& first = parts_.front();
  storage_ == Storage::buffer ? kernel.set(0, first.buffer()) : kernel.set(0, first.object());
  kernel.set(1, places);
  kernel.set(2, static_cast<std::int32_t>(levels()));
  kernel.set(3, list);
  kernel.set(4, between);
  kernel.set(5, static_cast<std::int32_t>(points.size()));
  kernel.set(6, result);
  queue.launch(kernel, {points.size()}, {}).wait();
  return ocl::download<float>(queue, result, count);
}

}  // namespace lenslet
