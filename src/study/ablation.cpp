// One filter of whole numbers on one image, so that every order of its sum gives the same float.
#include "study/ablation.hpp"

#include <memory>

#include <lenslet/statistics.hpp>

#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/pyramid_work.hpp"
#include "study/speed_up.hpp"

namespace lenslet::study {
namespace {

constexpr Size full{3866, 4320};

struct Variant {
  const char* name;
  bool unrolled;
  bool constant;
};

constexpr Variant variants[] = {{"unrolled, constant memory", true, true},
                                {"loops, constant memory", false, true},
                                {"unrolled, global memory", true, false}};

std::vector<float> pixels_of(Size size) {
  std::vector<float> pixels;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) pixels.push_back(static_cast<float>((x * 7 + y * 13 + x * y) % 256));
  return pixels;
}

std::vector<float> taps_of(int side) {
  std::vector<float> taps;
  for (int dy = 0; dy < side; ++dy)
    for (int dx = 0; dx < side; ++dx) taps.push_back(static_cast<float>(dx * 3 - dy + 1));
  return taps;
}

// Pixels whose window leaves the image stay as they are: zeros.
std::vector<float> filtered(Size size, int side) {
  const std::vector<float> pixels = pixels_of(size), taps = taps_of(side);
  std::vector<float> result(pixels.size());
  for (std::size_t tap = 0; tap < taps.size(); ++tap)
    for (std::int64_t y = 0; y + side <= size.height; ++y) {
      const auto row = static_cast<std::int64_t>(tap) / side, column = static_cast<std::int64_t>(tap) % side;
      const float* from = &pixels[static_cast<std::size_t>((y + row) * size.width + column)];
      float* to = &result[static_cast<std::size_t>((y + side / 2) * size.width + side / 2)];
      for (std::int64_t x = 0; x + side <= size.width; ++x) to[x] += taps[tap] * from[x];
    }
  return result;
}

KernelRow row_of(const ocl::Queue& queue, const ocl::Buffer& image, Size size, const Variant& variant, int side) {
  const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
  return {"ablation.cl",
          "filter",
          {{"SIZE", side}, {"UNROLLED", variant.unrolled ? 1 : 0}, {"IN_CONSTANT_MEMORY", variant.constant ? 1 : 0}},
          {image, output(std::vector<float>(width * height), [size, side] { return filtered(size, side); }),
           upload(queue, taps_of(side)), static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)},
          Items{{width, height}, {16, 16}}};
}

std::string effect(const Experiment& experiment, std::size_t chart, const Variant& without, int size) {
  const auto* with = experiment.times(chart, variants[0].name, size);
  const auto* bare = experiment.times(chart, without.name, size);
  if (!with || !bare) return fmt::format("{}: not measured", without.name);
  return fmt::format("at {}: {}", size, speed_up_text(variants[0].name, without.name, ratio_of_medians(*bare, *with)));
}

}  // namespace

void add_ablation(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart(
      "Ablation: one plain filter of a single image, with and without what is always on", "filter size, pixels");
  const Size size = experiment.scaled(full);
  const ocl::Queue& queue = experiment.queue();
  const Lazy image([&queue, size] { return std::make_shared<const ocl::Buffer>(upload(queue, pixels_of(size))); });
  for (const int side : filter_sizes) {
    for (const Variant& variant : variants)
      add(experiment, chart, variant.name, side,
          [=, &queue, &variant] { return row_of(queue, *image.get(), size, variant, side); });
    experiment.measure();
  }
  experiment.note(fmt::format("Ablation, of unrolled loops and of coefficients in constant memory: {}; {}.",
                              effect(experiment, chart, variants[1], 9), effect(experiment, chart, variants[2], 9)));
}

}  // namespace lenslet::study
