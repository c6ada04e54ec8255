// CUB for bench/peers/arrays.py: `cub sum|scan|histogram|sort RESULT X.npy` or `cub pairs RESULT KEYS.npy VALUES.npy`,
// as loops.cpp. Without arguments it names the device and CUB's version. Inputs stay as they are, so that repeats are
// alike.
#include <cub/cub.cuh>

#include "array_files.hpp"
#include "cuda_times.hpp"

namespace {

// CUB's first call, without temporary memory, says how much of it the others need.
template <class Call>
void print_times(const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes));
  const DeviceArray<unsigned char> temporary(bytes);
  const auto launch = [&](int) { check(call(temporary.data(), bytes)); };
  warm_up(nullptr, launch);
  peers::print(device_times(nullptr, peers::most_repeats, launch));
}

template <class T>
int length(const DeviceArray<T>& array) {
  if (array.size() > 0x7fffffff) throw std::runtime_error("too many elements");
  return static_cast<int>(array.size());
}

void sum(const std::string& result, const char* const* files) {
  const DeviceArray<float> x(peers::read<float>(files[0])), out(1);
  print_times([&](void* memory, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, x.data(), out.data(), length(x));
  });
  peers::write(result, 0, out.download());
}

void scan(const std::string& result, const char* const* files) {
  const DeviceArray<float> x(peers::read<float>(files[0])), out(x.size());
  print_times([&](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, x.data(), out.data(), length(x));
  });
  peers::write(result, 0, out.download());
}

void histogram(const std::string& result, const char* const* files) {
  constexpr int bins = 256;
  const DeviceArray<unsigned char> x(peers::read<unsigned char>(files[0]));
  const DeviceArray<int> counts(bins);
  print_times([&](void* memory, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, x.data(), counts.data(), bins + 1, 0, bins, length(x));
  });
  peers::write(result, 0, counts.download());
}

void sort(const std::string& result, const char* const* files) {
  const DeviceArray<std::uint32_t> keys(peers::read<std::uint32_t>(files[0])), sorted(keys.size());
  print_times([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(memory, bytes, keys.data(), sorted.data(), length(keys));
  });
  peers::write(result, 0, sorted.download());
}

void pairs(const std::string& result, const char* const* files) {
  const DeviceArray<std::uint32_t> keys(peers::read<std::uint32_t>(files[0])), sorted(keys.size());
  const DeviceArray<std::int64_t> values(peers::read<std::int64_t>(files[1])), moved(values.size());
  print_times([&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, keys.data(), sorted.data(), values.data(), moved.data(),
                                           length(keys));
  });
  peers::write(result, 0, sorted.download());
  peers::write(result, 1, moved.download());
}

struct Work {
  const char* name;
  int files;
  void (*run)(const std::string& result, const char* const* files);
};

constexpr Work works[] = {
    {"sum", 1, sum}, {"scan", 1, scan}, {"histogram", 1, histogram}, {"sort", 1, sort}, {"pairs", 2, pairs}};

void describe() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, CUB %d.%d.%d\n", device.name, CUB_MAJOR_VERSION, CUB_MINOR_VERSION, CUB_SUBMINOR_VERSION);
}

}  // namespace

int main(int count, char** words) {
  return peers::told([&] {
    if (count == 1) return describe();
    for (const Work& work : works)
      if (words[1] == std::string(work.name) && count == 3 + work.files) return work.run(words[2], words + 3);
    throw std::runtime_error(
        "usage: cub sum|scan|histogram|sort RESULT X.npy, or cub pairs RESULT KEYS.npy VALUES.npy");
  });
}
