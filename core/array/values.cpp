// Moves values and parts of arrays. Everything is converted on the host and copied in one step.
#include "array/values.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::array {

void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<long double>& values) {
  Array result(out.type());
  for (std::size_t i = 0; i < values.size(); ++i)
    result.set(static_cast<std::int64_t>(i), static_cast<double>(values[i]));
  queue.write(out.buffer(), 0, result.bytes());
}

Array read(const ocl::Queue& queue, const ocl::Buffer& from, SampleType type, std::int64_t first, std::int64_t count) {
  Array values({type, {count}});
  if (count > 0) queue.read(from, static_cast<std::uint64_t>(first) * size_of(type), values.bytes());
  return values;
}

std::int64_t rows_found(const ocl::Queue& queue, const DeviceArray& array) {
  if (!array.type().counted) return array.type().shape.front();
  std::uint32_t found = 0;
  queue.read(array.found(), 0, std::as_writable_bytes(std::span(&found, 1)));
  return found;
}

std::int64_t rows_held(const ocl::Queue& queue, const DeviceArray& array) {
  const std::int64_t found = rows_found(queue, array);
  if (found > array.type().shape.front())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} rows were found for an array of {}; allowed: as many", found, to_string(array.type())));
  return found;
}

Array read(const ocl::Queue& queue, const DeviceArray& array) {
  ArrayType type = array.type();
  if (type.counted) type.shape.front() = rows_held(queue, array);
  Array result(type);
  if (result.count() > 0) queue.read(array.buffer(), 0, result.bytes());
  return result;
}

// Copies elements as bytes, whatever their type.
Array rows_of(const Array& array, const std::vector<std::int64_t>& rows) {
  ArrayType type = array.type();
  const std::size_t bytes = array.bytes().size() / static_cast<std::size_t>(type.shape.front());
  type.shape.front() = static_cast<std::int64_t>(rows.size());
  Array result(type);
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::ranges::copy(array.bytes().subspan(static_cast<std::size_t>(rows[i]) * bytes, bytes),
                      result.bytes().subspan(i * bytes).begin());
  return result;
}

Array columns_of(const Array& array, const std::vector<std::int64_t>& columns) {
  const std::size_t size = size_of(array.type().type), count = columns.size();
  const auto height = static_cast<std::size_t>(array.type().shape[0]),
             width = static_cast<std::size_t>(array.type().shape[1]);
  Array result({array.type().type, {array.type().shape[0], static_cast<std::int64_t>(count)}});
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t i = 0; i < count; ++i)
      std::memcpy(result.bytes().data() + (y * count + i) * size,
                  array.bytes().data() + (y * width + static_cast<std::size_t>(columns[i])) * size, size);
  return result;
}

std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::size_t most) {
  if (rows.size() <= most) return rows;
  if (most == 1) return {rows.front()};
  std::vector<std::int64_t> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(rows[i * (rows.size() - 1) / (most - 1)]);
  return some;
}

}  // namespace lenslet::array
