// One work through NVIDIA's NPP: `npp "filter2d 5x5 f32" 31` proves the result at some pixels against sums in double,
// then times launches and prints one JSON line. Without arguments it names the device and NPP's version.
//
// As in `lenslet bench`, four images take turns, and all is in device memory before anything is timed.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <nppi_filtering_functions.h>

#include "npp_context.hpp"

namespace {

constexpr int width = 3866, height = 4320, image_count = 4;
using Clock = std::chrono::steady_clock;
constexpr NppiSize whole{width, height};
constexpr NppiPoint origin{0, 0};

// Pitched rows, NPP's preferred memory.
template <class T>
class Plane {
 public:
  explicit Plane(int columns = width, int rows = height) : columns_(columns), rows_(rows) {
    void* memory = nullptr;
    check(cudaMallocPitch(&memory, &pitch_, columns * sizeof(T), rows));
    memory_.reset(static_cast<T*>(memory));
    check(cudaMemset2D(memory, pitch_, 0xff, columns * sizeof(T), rows));
  }
  T* data() const { return memory_.get(); }
  int step() const { return static_cast<int>(pitch_); }
  void upload(const std::vector<T>& from) {
    const std::size_t row = columns_ * sizeof(T);
    check(cudaMemcpy2D(data(), pitch_, from.data(), row, row, rows_, cudaMemcpyHostToDevice));
  }
  std::vector<T> download() const {
    std::vector<T> to(static_cast<std::size_t>(columns_) * rows_);
    const std::size_t row = columns_ * sizeof(T);
    check(cudaMemcpy2D(to.data(), row, data(), pitch_, row, rows_, cudaMemcpyDeviceToHost));
    return to;
  }

 private:
  std::unique_ptr<T, Release> memory_;
  std::size_t pitch_ = 0;
  int columns_, rows_;
};

template <class T>
std::vector<T> noise(unsigned seed) {
  std::mt19937 random(seed);
  const double scale = sizeof(T) == 1 ? 256.0 : 1.0;
  std::vector<T> image(static_cast<std::size_t>(width) * height);
  for (T& v : image) v = static_cast<T>(scale * (random() >> 8) * 0x1p-24);
  return image;
}

struct Mask {
  int side;
  std::vector<float> taps;
};

template <class T>
double correlate(const std::vector<T>& image, const Mask& mask, int x, int y, bool flipped) {
  double sum = 0;
  for (int j = 0; j < mask.side; ++j)
    for (int i = 0; i < mask.side; ++i) {
      const int column = std::clamp(x + i - mask.side / 2, 0, width - 1);
      const int row = std::clamp(y + j - mask.side / 2, 0, height - 1);
      const int tap = j * mask.side + i;
      sum += static_cast<double>(mask.taps[flipped ? mask.side * mask.side - 1 - tap : tap]) *
             image[static_cast<std::size_t>(row) * width + column];
    }
  return sum;
}

template <class T>
bool agrees(const std::vector<T>& image, const std::vector<T>& result, const Mask& mask, bool flipped) {
  double strength = 0;
  for (const float tap : mask.taps) strength += std::abs(tap);
  const double tolerance = sizeof(T) == 1 ? 1.0 : 1e-5 * strength;
  for (const int y : {0, 1, 4, height / 3, height / 2, height - 5, height - 1})
    for (const int x : {0, 1, 4, width / 3, width / 2, width - 5, width - 1}) {
      const double difference = result[static_cast<std::size_t>(y) * width + x] - correlate(image, mask, x, y, flipped);
      if (!(std::abs(difference) <= tolerance)) return false;  // NaN is wrong too
    }
  return true;
}

// NPP convolves: a flipped mask (for a derivative: its sign) is the same work.
template <class T>
void prove(const std::vector<T>& image, const Plane<T>& out, const Mask& mask) {
  const std::vector<T> result = out.download();
  if (!agrees(image, result, mask, false) && !agrees(image, result, mask, true))
    throw std::runtime_error("NPP's result is not the mask's; pixel (1, 1) is " + std::to_string(result[width + 1]) +
                             ", expected " + std::to_string(correlate(image, mask, 1, 1, false)));
}

struct Times {
  double device_ms;  // medians: by the device's clock,
  double call_ms;    // and by the host's round a call that is waited for
};

double call_ms(cudaStream_t stream, int repeats, const std::function<void(int)>& launch) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto begin = Clock::now();
    launch(i);
    check(cudaStreamSynchronize(stream));
    times.push_back(milliseconds_since(begin));
  }
  return median(times);
}

Times times_of(cudaStream_t stream, int repeats, const std::function<void(int)>& launch) {
  warm_up(stream, launch);
  return {median(device_times(stream, repeats, launch)), call_ms(stream, repeats, launch)};
}

// launch(in, out, second): all of NPP's calls for one image. The second output is the pair's.
template <class T, class Launch>
Times run(cudaStream_t stream, int repeats, const std::vector<Mask>& masks, const Launch& launch) {
  std::vector<Plane<T>> in(image_count), out(image_count), second(image_count);
  for (int i = 0; i < image_count; ++i) in[i].upload(noise<T>(i + 1));
  check(cudaDeviceSynchronize());  // the stream does not wait for the uploads
  launch(in[0], out[0], second[0]);
  check(cudaDeviceSynchronize());
  prove(noise<T>(1), out[0], masks[0]);
  if (masks.size() > 1) prove(noise<T>(1), second[0], masks[1]);
  return times_of(stream, repeats, [&](int i) {
    const int image = i % image_count;
    launch(in[image], out[image], second[image]);
  });
}

Times scharr(const NppStreamContext& context, int repeats) {
  const Mask dx{3, {-3, 0, 3, -10, 0, 10, -3, 0, 3}}, dy{3, {-3, -10, -3, 0, 0, 0, 3, 10, 3}};
  return run<Npp32f>(context.hStream, repeats, {dx, dy}, [&](const auto& in, const auto& out, const auto& second) {
    check(nppiGradientVectorScharrBorder_32f_C1R_Ctx(in.data(), in.step(), whole, origin, out.data(), out.step(),
                                                     second.data(), second.step(), nullptr, 0, nullptr, 0, whole,
                                                     NPP_MASK_SIZE_3_X_3, nppiNormL2, NPP_BORDER_REPLICATE, context));
  });
}

// Correlates with the mask of taps() in common.py.
Times filter2d(const NppStreamContext& context, int repeats, int side) {
  Mask mask{side, {}};
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x)
      mask.taps.push_back(((x * 7 + y * 13) % 17 + 1) / 100.0f * ((x + y) % 5 == 0 ? -1 : 1));
  Plane<Npp32f> taps(side * side, 1);
  taps.upload(mask.taps);
  return run<Npp32f>(context.hStream, repeats, {mask}, [&](const auto& in, const auto& out, const auto&) {
    check(nppiFilterBorder_32f_C1R_Ctx(in.data(), in.step(), whole, origin, out.data(), out.step(), whole, taps.data(),
                                       {side, side}, {side / 2, side / 2}, NPP_BORDER_REPLICATE, context));
  });
}

Times gaussian(const NppStreamContext& context, int repeats, int side) {
  std::vector<float> line(side);
  const double sigma = 0.3 * (side / 2 - 1) + 0.8;
  double sum = 0;
  for (int i = 0; i < side; ++i) sum += std::exp(-0.5 * std::pow((i - side / 2) / sigma, 2));
  for (int i = 0; i < side; ++i) line[i] = std::exp(-0.5 * std::pow((i - side / 2) / sigma, 2)) / sum;
  Mask mask{side, {}};
  for (const float v : line)
    for (const float h : line) mask.taps.push_back(v * h);
  Plane<Npp32f> taps(side, 1);
  taps.upload(line);
  return run<Npp32f>(context.hStream, repeats, {mask}, [&](const auto& in, const auto& out, const auto&) {
    check(nppiFilterGaussAdvancedBorder_32f_C1R_Ctx(in.data(), in.step(), whole, origin, out.data(), out.step(), whole,
                                                    side, taps.data(), NPP_BORDER_REPLICATE, context));
  });
}

Times mean(const NppStreamContext& context, int repeats, int side) {
  const Mask mask{side, std::vector<float>(side * side, 1.0f / (side * side))};
  return run<Npp8u>(context.hStream, repeats, {mask}, [&](const auto& in, const auto& out, const auto&) {
    check(nppiFilterBoxBorder_8u_C1R_Ctx(in.data(), in.step(), whole, origin, out.data(), out.step(), whole,
                                         {side, side}, {side / 2, side / 2}, NPP_BORDER_REPLICATE, context));
  });
}

Times measure(const NppStreamContext& context, const std::string& work, int repeats) {
  int side = 0;
  if (work == "Scharr pair f32") return scharr(context, repeats);
  if (std::sscanf(work.c_str(), "filter2d %d", &side) == 1) return filter2d(context, repeats, side);
  if (std::sscanf(work.c_str(), "Gaussian %d", &side) == 1) return gaussian(context, repeats, side);
  if (std::sscanf(work.c_str(), "mean %d", &side) == 1) return mean(context, repeats, side);
  throw std::runtime_error("no work '" + work + "'");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) return describe(), 0;
    const int repeats = argc > 2 ? std::stoi(argv[2]) : 31;
    if (repeats < 1) throw std::runtime_error("repeats must be at least 1");
    const Times times = measure(context_of(new_stream()), argv[1], repeats);
    std::printf("{\"work\": \"%s\", \"median_ms\": %.4f, \"call_ms\": %.4f, \"samples\": %d}\n", argv[1],
                times.device_ms, times.call_ms, repeats);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
