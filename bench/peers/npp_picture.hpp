// What a program of NPP is asked for, its files of samples, and images in the device's memory.
#pragma once

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "npp_context.hpp"

struct Order {
  std::string task, type, image, mask, result;
  int side, channels, width, height, images;
  double seconds;
};

template <class T>
std::vector<T> read(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<T> values(bytes.size() / sizeof(T));
  std::copy(bytes.begin(), bytes.begin() + values.size() * sizeof(T), reinterpret_cast<char*>(values.data()));
  return values;
}

// Samples and nothing else.
template <class T>
void write(const std::string& name, const std::vector<T>& values) {
  std::ofstream file(name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
  if (!file.flush()) throw std::runtime_error(name + " cannot be written");
}

// Pitched rows, NPP's preferred memory.
template <class T>
class Picture {
 public:
  explicit Picture(const Order& order) : Picture(order.width, order.height, order.channels) {}
  Picture(int width, int height, int channels = 1) : row_(width * channels * sizeof(T)), rows_(height) {
    void* memory = nullptr;
    check(cudaMallocPitch(&memory, &pitch_, row_, rows_));
    memory_.reset(static_cast<T*>(memory));
  }
  T* data() const { return memory_.get(); }
  int step() const { return static_cast<int>(pitch_); }
  void clear() { check(cudaMemset2D(data(), pitch_, 0, row_, rows_)); }
  void upload(const std::vector<T>& from) {
    check(cudaMemcpy2D(data(), pitch_, from.data(), row_, row_, rows_, cudaMemcpyHostToDevice));
  }
  std::vector<T> download() const {
    std::vector<T> to(row_ * rows_ / sizeof(T));
    check(cudaMemcpy2D(to.data(), row_, data(), pitch_, row_, rows_, cudaMemcpyDeviceToHost));
    return to;
  }

 private:
  std::unique_ptr<T, Release> memory_;
  std::size_t pitch_ = 0, row_;
  int rows_;
};
