// What the programs of CUDA share: errors, memory, and times by the device's clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

constexpr int warm_up_launches = 3;
constexpr double warm_up_ms = 100;

inline void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

struct Release {
  void operator()(void* memory) const { cudaFree(memory); }
};

// An array in the device's memory.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, std::max<std::size_t>(count, 1) * sizeof(T)));
    memory_.reset(static_cast<T*>(memory));
  }
  explicit DeviceArray(const std::vector<T>& from) : DeviceArray(from.size()) {
    check(cudaMemcpy(data(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  T* data() const { return memory_.get(); }
  std::size_t size() const { return count_; }
  std::vector<T> download() const {
    std::vector<T> to(count_);
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(to.data(), data(), count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
  }

 private:
  std::unique_ptr<T, Release> memory_;
  std::size_t count_;
};

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

inline double milliseconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// Idle devices run at a low clock: at least so many launches and so long come before those that count.
inline void warm_up(cudaStream_t stream, const std::function<void(int)>& launch) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < warm_up_launches || milliseconds_since(begin) < warm_up_ms; ++i) {
    launch(i);
    check(cudaStreamSynchronize(stream));
  }
}

// Nothing waits between the launches: the queue stays ahead of the device, so that no time of the host is counted.
inline std::vector<double> device_times(cudaStream_t stream, int repeats, const std::function<void(int)>& launch) {
  std::vector<cudaEvent_t> begin(repeats), end(repeats);
  for (int i = 0; i < repeats; ++i) {
    check(cudaEventCreate(&begin[i]));
    check(cudaEventCreate(&end[i]));
  }
  for (int i = 0; i < repeats; ++i) {
    check(cudaEventRecord(begin[i], stream));
    launch(i);
    check(cudaEventRecord(end[i], stream));
  }
  check(cudaStreamSynchronize(stream));
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin[i], end[i]));
    times.push_back(ms);
  }
  return times;
}
