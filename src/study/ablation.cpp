// One filter of whole numbers on one image, so that every order of its sum gives the same float.
#include "study/ablation.hpp"

#include <memory>

#include <fmt/format.h>

#include "rounding.hpp"
#include "study/launch.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/pyramid_work.hpp"

namespace lenslet::study {
namespace {

constexpr Size full{3866, 4320};
constexpr std::size_t group = 16;

struct Variant {
  const char* name;
  bool unrolled;
  bool constant;
};

constexpr Variant variants[] = {{"unrolled, constant memory", true, true},
                                {"loops, constant memory", false, true},
                                {"unrolled, global memory", true, false}};

float pixel(std::int64_t x, std::int64_t y) {
  return static_cast<float>((x * 7 + y * 13 + x * y) % 256);
}

float tap(int dx, int dy) {
  return static_cast<float>(dx * 3 - dy + 1);
}

struct Images {
  Size size;
  ocl::Buffer from, to;
};

std::shared_ptr<const Images> make_images(const Experiment& experiment) {
  const Size size = experiment.scaled(full);
  std::vector<float> pixels(static_cast<std::size_t>(size.width * size.height));
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    pixels[i] = pixel(place % size.width, place / size.width);
  }
  const ocl::Queue& queue = experiment.queue();
  return std::make_shared<const Images>(
      Images{size, upload(queue, pixels), queue.allocate(pixels.size() * sizeof(float))});
}

// Looks at a diagonal of the image, and at its last pixel with a whole window.
std::optional<std::string> fault_in(const ocl::Queue& queue, const Images& images, int size) {
  const auto got = download<float>(queue, images.to, static_cast<std::size_t>(images.size.width * images.size.height));
  const std::int64_t radius = size / 2, last_x = images.size.width - 1 - radius,
                     last_y = images.size.height - 1 - radius;
  const auto wrong = [&](std::int64_t x, std::int64_t y) {
    float sum = 0;
    for (int dy = 0; dy < size; ++dy)
      for (int dx = 0; dx < size; ++dx) sum += tap(dx, dy) * pixel(x + dx - radius, y + dy - radius);
    return got[static_cast<std::size_t>(y * images.size.width + x)] != sum;
  };
  for (std::int64_t i = radius; i <= std::min(last_x, last_y); ++i)
    if (wrong(i, i)) return fmt::format("the pixel ({}, {})", i, i);
  if (last_x >= radius && last_y >= radius && wrong(last_x, last_y))
    return fmt::format("the pixel ({}, {})", last_x, last_y);
  return {};
}

Ready ready(const Experiment& experiment, const std::shared_ptr<const Images>& images, const Variant& variant,
            int size) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(
      experiment, "ablation.cl",
      {{"SIZE", size}, {"UNROLLED", variant.unrolled ? 1 : 0}, {"IN_CONSTANT_MEMORY", variant.constant ? 1 : 0}});
  std::vector<float> taps;
  for (int dy = 0; dy < size; ++dy)
    for (int dx = 0; dx < size; ++dx) taps.push_back(tap(dx, dy));
  const ocl::Buffer coefficients = upload(queue, taps);
  auto kernel = std::make_shared<ocl::Kernel>(program.kernel("filter"));
  kernel->set(0, images->from);
  kernel->set(1, images->to);
  kernel->set(2, coefficients);
  kernel->set(3, static_cast<std::int32_t>(images->size.width));
  kernel->set(4, static_cast<std::int32_t>(images->size.height));
  const auto whole = [](std::int64_t pixels) { return round_up(static_cast<std::size_t>(pixels), group); };
  const ocl::Range range{whole(images->size.width), whole(images->size.height)};
  queue.write(images->to, 0, std::vector<std::byte>(images->to.bytes()));
  const auto run = [&queue, kernel, range, images, coefficients] {
    return launch_ms(queue, *kernel, {range, {group, group}});
  };
  return {run, fmt::format("{}, groups of {} x {}", variant.name, group, group), program.source(),
          [&queue, images, size] { return fault_in(queue, *images, size); }};
}

std::string effect(const Experiment& experiment, std::size_t chart, const Variant& without, int size) {
  const auto* with = experiment.times(chart, variants[0].name, size);
  const auto* bare = experiment.times(chart, without.name, size);
  if (!with || !bare) return fmt::format("{}: not measured", without.name);
  const Ratio ratio = ratio_of_medians(*bare, *with);
  return fmt::format("{} at {} take {:.2f} times as long ({:.2f} to {:.2f})", without.name, size, ratio.value,
                     ratio.confidence.low, ratio.confidence.high);
}

}  // namespace

void add_ablation(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart(
      "Ablation: one plain filter of a single image, with and without what is always on", "filter size, pixels");
  const Lazy images([&experiment] { return make_images(experiment); });
  for (const int size : filter_sizes) {
    for (const Variant& variant : variants)
      experiment.add(chart, variant.name, size,
                     [&experiment, images, variant, size] { return ready(experiment, images.get(), variant, size); });
    experiment.measure();
  }
  experiment.note(fmt::format("Ablation, against unrolled loops and coefficients in constant memory: {}; {}.",
                              effect(experiment, chart, variants[1], 9), effect(experiment, chart, variants[2], 9)));
}

}  // namespace lenslet::study
