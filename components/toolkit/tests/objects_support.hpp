// A session and programs of a few kernels, for tests of queues and memory objects.
#pragma once

#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <lenslet/kernel.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

inline const Session& session_of_tests() {
  static const Session made;
  return made;
}

inline constexpr char object_kernels[] = R"(
__kernel void add(__global const int *a, __global const int *b, __global int *out) {
  out[get_global_id(0)] = a[get_global_id(0)] + b[get_global_id(0)];
}

__kernel void twice(__global int *values) { values[get_global_id(0)] *= 2; }

__kernel void apart(__global const int *restrict from, __global int *restrict to) {
  to[get_global_id(0)] = from[get_global_id(0)];
}

__kernel void sum_all(__global const int *values, const int count, __global int *sum) {
  int all = 0;
  for (int i = 0; i < count; ++i) all += values[i];
  sum[0] = all;
}
)";

inline const Program& program_of_tests() {
  static const Program made = Program::from_text(session_of_tests(), object_kernels);
  return made;
}

template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
std::span<std::byte> bytes_of(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

inline DeviceArray ints(const Session& session, std::int64_t count) {
  return session.allocate(ArrayType{SampleType::i32, {count}});
}

inline std::vector<int> values_of(const Queue& queue, const DeviceArray& array) {
  std::vector<int> values(static_cast<std::size_t>(array.count()));
  queue.read(array, bytes_of(values)).wait();
  return values;
}

}  // namespace lenslet
