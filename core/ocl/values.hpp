// Moves vectors of values to buffers and back.
#pragma once

#include <span>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
Buffer upload(const Queue& queue, const std::vector<T>& values) {
  Buffer buffer = queue.allocate(values.size() * sizeof(T));
  queue.write(buffer, 0, bytes_of(values));
  return buffer;
}

template <class T>
std::vector<T> download(const Queue& queue, const Buffer& buffer, std::size_t count) {
  std::vector<T> values(count);
  queue.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace lenslet::ocl
