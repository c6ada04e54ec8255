// What the programs that bench/peers/arrays.py compiles share: arrays from .npy files, results as bytes, and repeats.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {

constexpr int max_repeats = 10, least_repeats = 3;
constexpr double clock_up_ms = 100, enough_ms = 3000;

// Reads a .npy of version 1: ten bytes, of which the last two are the header's length, the header, the elements.
template <typename T>
std::vector<T> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::int64_t size = file.tellg();
  unsigned char start[10];
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(start), sizeof start)) throw std::runtime_error(path + " cannot be read");
  const std::int64_t begin = 10 + start[8] + 256 * start[9];
  std::vector<T> elements((size - begin) / static_cast<std::int64_t>(sizeof(T)));
  file.seekg(begin);
  file.read(reinterpret_cast<char*>(elements.data()), size - begin);
  return elements;
}

// Writes the elements of output `number`.
template <typename T>
void write(const std::string& result, int number, const std::vector<T>& elements) {
  std::ofstream file(result + "." + std::to_string(number), std::ios::binary);
  file.write(reinterpret_cast<const char*>(elements.data()), static_cast<std::streamsize>(elements.size() * sizeof(T)));
  if (!file.flush()) throw std::runtime_error(result + " cannot be written");
}

// Returns the side of a square with so many elements.
inline std::size_t side_of(std::size_t count) {
  std::size_t side = 1;
  while (side * side < count) ++side;
  if (side * side != count) throw std::runtime_error(std::to_string(count) + " elements are no square");
  return side;
}

inline void print(const std::vector<double>& ms) {
  for (std::size_t i = 0; i < ms.size(); ++i) std::printf("%s%.6f", i > 0 ? ", " : "[", ms[i]);
  std::printf("]\n");
}

// Times one call by the host's clock. `prepare` is not timed: it puts the keys back that a sort has sorted.
inline double milliseconds_of(const std::function<void()>& prepare, const std::function<void()>& call) {
  prepare();
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// Prints times. The first call does not count, nor those after it while an idle device's clock goes up.
inline void print_times(const std::function<void()>& prepare, const std::function<void()>& call) {
  double total = 0;
  milliseconds_of(prepare, call);
  while (total < clock_up_ms) total += milliseconds_of(prepare, call);
  std::vector<double> ms;
  for (total = 0; ms.size() < max_repeats && (ms.size() < least_repeats || total < enough_ms); total += ms.back())
    ms.push_back(milliseconds_of(prepare, call));
  print(ms);
}

// Serves main(): tells what `run` throws, and returns the exit status.
inline int told(const std::function<void()>& run) {
  try {
    run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace peers
