// Launches of the histograms' kernels, with what they read and write.
#include "study/studies/histogram_counter.hpp"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"
#include "study/launch.hpp"
#include "study/program.hpp"

namespace lenslet::study::counting {
namespace {

constexpr std::size_t bins = 3 * std::size_t{256};
constexpr std::size_t block = 16;             // as in the kernel
constexpr std::size_t source_elements = 256;  // pixels of a work-item
constexpr std::size_t largest_group = 256;
constexpr std::size_t groups_per_unit = 8;

Counts count(const std::vector<std::uint32_t>& pixels) {
  Counts counts(bins);
  for (const std::uint32_t pixel : pixels)
    for (unsigned channel = 0; channel < 3; ++channel) ++counts[256 * channel + (pixel >> 8 * channel & 255)];
  return counts;
}

// A kernel with its pixels and sub-histograms.
struct Counter {
  ocl::Kernel kernel;
  Launch launch;
  std::size_t elements;  // of a work-item
  ocl::Buffer sub_histograms;
  Counts host = Counts(launch.groups() * bins);
  std::optional<ocl::ImageObject> image = {};

  Counts merged(const ocl::Queue& queue) {
    queue.read(sub_histograms, 0, std::as_writable_bytes(std::span(host)));
    Counts counts(bins);
    for (std::size_t i = 0; i < host.size(); ++i) counts[i % bins] += host[i];
    return counts;
  }
};

ocl::Buffer sub_histograms(const ocl::Queue& queue, const Launch& launch) {
  return queue.allocate(launch.groups() * bins * sizeof(std::uint32_t));
}

// 16 items, or as many as local memory has bins for.
Counter private_counter(const ocl::Queue& queue, ocl::Kernel kernel, const Picture& picture, bool image) {
  const DeviceInfo& device = queue.device().info();
  const std::size_t bytes = bins * sizeof(std::uint16_t), fitting = device.local_memory / bytes;
  if (fitting == 0)
    throw Error(ErrorKind::unsupported, fmt::format("{} bytes of bins for a work-item are over the {} bytes of local "
                                                    "memory of {}",
                                                    bytes, device.local_memory, device.name));
  const std::size_t group = group_for(kernel, std::min<std::size_t>(16, fitting));
  Launch launch = launch_of(divide_up(picture.pixels.size(), block * block * group), group);
  if (image) {
    const std::size_t x = std::min<std::size_t>(group, 4), y = group / x;
    launch = {{divide_up(picture.width(), block * x) * x, divide_up(picture.height(), block * y) * y}, {x, y}};
  }
  kernel.set(4, nullptr, group * bytes);
  return {kernel, launch, block * block, sub_histograms(queue, launch)};
}

Counter atomic_counter(const ocl::Queue& queue, ocl::Kernel kernel, const Picture& picture, bool chosen) {
  const std::size_t group = group_for(kernel, largest_group), pixels = picture.pixels.size();
  const auto units = static_cast<std::size_t>(queue.device().info().compute_units);
  const std::size_t groups = chosen ? units * groups_per_unit : divide_up(pixels, group * source_elements);
  const std::size_t elements = chosen ? divide_up(pixels, groups * group) : source_elements;
  const Launch launch = launch_of(groups, group);
  kernel.set(4, static_cast<std::uint32_t>(elements));
  return {kernel, launch, elements, sub_histograms(queue, launch)};
}

// A texel is a pixel: 32 bits, as those of an f32 sample.
ocl::ImageObject image_of(const ocl::Queue& queue, const Picture& picture) {
  const ocl::ImageObject image =
      queue.allocate(ocl::Texels{Storage::image, PixelType::f32, picture.width(), picture.height()});
  queue.write(image, bytes_of(picture.pixels).data(), picture.width() * sizeof(std::uint32_t));
  return image;
}

std::shared_ptr<Counter> make_counter(const ocl::Queue& queue, const StudyProgram& program, const Line& line,
                                      const Picture& picture) {
  const auto counter = std::make_shared<Counter>(
      line.way == Way::private_bins
          ? private_counter(queue, program.kernel("private_bins"), picture, line.image)
          : atomic_counter(queue, program.kernel("shared_bins"), picture, line.way == Way::chosen));
  if (line.image)
    counter->kernel.set(0, counter->image.emplace(image_of(queue, picture)));
  else
    counter->kernel.set(0, picture.buffer);
  counter->kernel.set(1, static_cast<std::uint32_t>(picture.width()));
  counter->kernel.set(2, static_cast<std::uint32_t>(picture.height()));
  counter->kernel.set(3, counter->sub_histograms);
  return counter;
}

std::optional<std::string> fault_in(const Counts& found, const Counts& expected) {
  for (std::size_t i = 0; i < bins; ++i)
    if (found[i] != expected[i])
      return fmt::format("{} of value {} in channel {}, not {}", found[i], i % 256, i / 256, expected[i]);
  return {};
}

double whole_ms(const ocl::Queue& queue, Counter& counter) {
  return host_ms([&] {
    queue.launch(counter.kernel, counter.launch.global, counter.launch.local);
    counter.merged(queue);
  });
}

}  // namespace

std::shared_ptr<const Picture> make_picture(const ocl::Queue& queue, Size size, bool equal) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(size.width * size.height));
  for (std::uint32_t& pixel : pixels) pixel = equal ? 0xff8040c0u : static_cast<std::uint32_t>(random());
  return std::make_shared<const Picture>(Picture{size, pixels, upload(queue, pixels), count(pixels)});
}

Ready ready(const Experiment& experiment, const Line& line, const std::shared_ptr<const Picture>& picture, bool whole) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "histogram.cl", {{"IMAGE", line.image}});
  const std::shared_ptr<Counter> counter = make_counter(queue, program, line, *picture);
  const auto run = [&queue, counter, whole] {
    return whole ? whole_ms(queue, *counter) : launch_ms(queue, counter->kernel, counter->launch);
  };
  return {run,
          fmt::format("{} groups of {}x{}, {} pixels a work-item", counter->launch.groups(), counter->launch.local.x,
                      counter->launch.local.y, counter->elements),
          program.source(), [&queue, counter, picture] { return fault_in(counter->merged(queue), picture->counts); }};
}

}  // namespace lenslet::study::counting
