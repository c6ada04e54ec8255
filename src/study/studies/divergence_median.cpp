// divergence, second part: a median whose sort branches at every step, and one of minima and maxima alone, which is the
// op's with one pixel for each work-item.
#include <algorithm>
#include <array>

#include "study/kernel_row.hpp"
#include "study/op_work.hpp"
#include "study/studies/divergence.hpp"

namespace lenslet::study {
namespace {

using Pixels = std::vector<float>;

constexpr Size high_definition{1920, 1080};

Pixels pixels_of(Size size) {
  Pixels pixels(static_cast<std::size_t>(size.width * size.height));
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<float>(scrambled(static_cast<std::uint32_t>(i)) % 4096);
  return pixels;
}

Pixels medians(Size size) {
  const Pixels pixels = pixels_of(size);
  Pixels result;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) {
      std::array<float, 9> window{};
      for (std::int64_t i = 0; i < 9; ++i) {
        const auto row = std::clamp<std::int64_t>(y + i / 3 - 1, 0, size.height - 1);
        const auto column = std::clamp<std::int64_t>(x + i % 3 - 1, 0, size.width - 1);
        window[static_cast<std::size_t>(i)] = pixels[static_cast<std::size_t>(row * size.width + column)];
      }
      std::ranges::nth_element(window, window.begin() + 4);
      result.push_back(window[4]);
    }
  return result;
}

KernelRow bubble_row(const ocl::Queue& queue, Size size) {
  const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
  return {"divergence_median.cl",
          "median_bubble",
          {},
          {upload(queue, pixels_of(size)), output<float>(width * height, [size] { return medians(size); }),
           static_cast<std::int32_t>(size.width), static_cast<std::int32_t>(size.height)},
          Items{{width, height}, {16, 16}}};
}

}  // namespace

void measure_median(Experiment& experiment) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t chart = experiment.add_chart(fmt::format("Median of 3 x 3, {} x {} f32", size.width, size.height),
                                                 "kernel", {"bubble sort", "network", "the library's op"});
  add(experiment, chart, "median", 0, [&experiment, size] { return bubble_row(experiment.queue(), size); });
  const OpWork work(experiment, image_work({"median"}, {PixelType::f32, 1}, size, {.border = Border::replicate}));
  const int side = experiment.session().device().max_group >= 256 ? 16 : 8;
  work.add(chart, "median", 1, fmt::format("buffer.direct.single.literal.clamp.v1.x1.y1.g{}x{}", side, side));
  work.add(chart, "median", 2, "");
  experiment.measure();
  experiment.note("The original median takes the sixth smallest of nine values; here it is the fifth.");
}

}  // namespace lenslet::study
