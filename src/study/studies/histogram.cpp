// histogram: bins for each work-item, or for a group with atomics, and how many pixels a group takes.
#include <algorithm>
#include <bit>
#include <memory>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "study/judgement.hpp"
#include "study/program.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Clock = std::chrono::steady_clock;
using Counts = std::vector<std::uint32_t>;

constexpr Size full_sizes[] = {{1024, 1024}, {4096, 4096}};
constexpr std::size_t bins = 3 * std::size_t{256};
constexpr std::size_t block = 16;             // as in the kernel
constexpr std::size_t source_elements = 256;  // pixels of a work-item
constexpr std::size_t groups_per_unit = 8;    // of 256 work-items

struct Picture {
  Size size;
  std::vector<std::uint32_t> pixels;
  ocl::Buffer buffer;
  Counts counts;

  std::size_t width() const { return static_cast<std::size_t>(size.width); }
  std::size_t height() const { return static_cast<std::size_t>(size.height); }
};

Counts count(const std::vector<std::uint32_t>& pixels) {
  Counts counts(bins);
  for (const std::uint32_t pixel : pixels)
    for (unsigned channel = 0; channel < 3; ++channel) ++counts[256 * channel + (pixel >> 8 * channel & 255)];
  return counts;
}

std::shared_ptr<const Picture> make_picture(const ocl::Queue& queue, Size size, bool equal) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(size.width * size.height));
  for (std::uint32_t& pixel : pixels) pixel = equal ? 0xff8040c0u : static_cast<std::uint32_t>(random());
  return std::make_shared<const Picture>(Picture{size, pixels, upload(queue, pixels), count(pixels)});
}

// How pixels are shared among groups and their items.
enum class Way { private_bins, atomics, chosen };

struct Line {
  const char* name;
  Way way;
  bool image;
};

constexpr Line lines[] = {
    {"private bins, buffer", Way::private_bins, false},
    {"atomics, buffer", Way::atomics, false},
    {"atomics, chosen groups, buffer", Way::chosen, false},
    {"private bins, image", Way::private_bins, true},
    {"atomics, image", Way::atomics, true},
    {"atomics, chosen groups, image", Way::chosen, true},
};

struct Launch {
  ocl::Range global, local;
  std::size_t elements = source_elements;  // of a work-item

  std::size_t groups() const { return global.x / local.x * (global.y / local.y); }
  std::size_t group() const { return local.x * local.y; }
};

std::size_t parts(std::size_t count, std::size_t size) {
  return (count + size - 1) / size;
}

// 16 items, or as many as local memory has bins for.
Launch private_launch(const DeviceInfo& device, const Picture& picture, std::size_t most, bool image) {
  const std::size_t fitting = device.local_memory / (bins * sizeof(std::uint16_t));
  const std::size_t group = std::bit_floor(std::min({std::size_t{16}, fitting, most}));
  if (!image) {
    const std::size_t groups = parts(picture.pixels.size(), block * block * group);
    return {{groups * group, 1}, {group, 1}};
  }
  const std::size_t x = std::min<std::size_t>(group, 4), y = group / x;
  return {{parts(picture.width(), block * x) * x, parts(picture.height(), block * y) * y}, {x, y}};
}

Launch atomics_launch(const DeviceInfo& device, const Picture& picture, std::size_t most, bool chosen) {
  const std::size_t group = std::bit_floor(std::min<std::size_t>(256, most));
  if (!chosen) return {{parts(picture.pixels.size(), group * source_elements) * group, 1}, {group, 1}};
  const std::size_t groups = static_cast<std::size_t>(device.compute_units) * groups_per_unit;
  return {{groups * group, 1}, {group, 1}, parts(picture.pixels.size(), groups * group)};
}

// A kernel with its pixels and sub-histograms.
struct Counter {
  ocl::Kernel kernel;
  Launch launch;
  ocl::Buffer sub_histograms;
  Counts host;
  std::optional<ocl::ImageObject> image;

  Counts merged(const ocl::Queue& queue) {
    queue.read(sub_histograms, 0, std::as_writable_bytes(std::span(host)));
    Counts counts(bins);
    for (std::size_t i = 0; i < host.size(); ++i) counts[i % bins] += host[i];
    return counts;
  }
};

// A texel is a pixel: 32 bits, as those of an f32 sample.
ocl::ImageObject image_of(const ocl::Queue& queue, const Picture& picture) {
  const ocl::ImageObject image =
      queue.allocate(ocl::Texels{Storage::image, PixelType::f32, picture.width(), picture.height()});
  queue.write(image, bytes_of(picture.pixels).data(), picture.width() * sizeof(std::uint32_t));
  return image;
}

std::shared_ptr<Counter> make_counter(const Experiment& experiment, const StudyProgram& program, const Line& line,
                                      const Picture& picture) {
  const ocl::Queue& queue = experiment.queue();
  const DeviceInfo& device = queue.device().info();
  const bool is_private = line.way == Way::private_bins;
  ocl::Kernel kernel = program.kernel(is_private ? "private_bins" : "shared_bins");
  const std::size_t most = kernel.max_group();
  const Launch launch = is_private ? private_launch(device, picture, most, line.image)
                                   : atomics_launch(device, picture, most, line.way == Way::chosen);
  auto counter = std::make_shared<Counter>(Counter{kernel,
                                                   launch,
                                                   queue.allocate(launch.groups() * bins * sizeof(std::uint32_t)),
                                                   Counts(launch.groups() * bins),
                                                   {}});
  if (line.image)
    counter->kernel.set(0, counter->image.emplace(image_of(queue, picture)));
  else
    counter->kernel.set(0, picture.buffer);
  counter->kernel.set(1, static_cast<std::uint32_t>(picture.width()));
  counter->kernel.set(2, static_cast<std::uint32_t>(picture.height()));
  counter->kernel.set(3, counter->sub_histograms);
  if (is_private)
    counter->kernel.set(4, nullptr, launch.group() * bins * sizeof(std::uint16_t));
  else
    counter->kernel.set(4, static_cast<std::uint32_t>(launch.elements));
  return counter;
}

std::optional<std::string> fault_in(const Counts& found, const Counts& expected) {
  for (std::size_t i = 0; i < bins; ++i)
    if (found[i] != expected[i])
      return fmt::format("{} of value {} in channel {}, not {}", found[i], i % 256, i / 256, expected[i]);
  return {};
}

double kernel_ms(const ocl::Queue& queue, const Counter& counter) {
  return timed_ms([&] {
    std::vector<ocl::Event> events;
    events.push_back(queue.launch(counter.kernel, counter.launch.global, counter.launch.local));
    return events;
  });
}

double whole_ms(const ocl::Queue& queue, Counter& counter) {
  const auto begin = Clock::now();
  queue.launch(counter.kernel, counter.launch.global, counter.launch.local);
  counter.merged(queue);
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Ready ready(const Experiment& experiment, const Line& line, const std::shared_ptr<const Picture>& picture, bool whole) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "histogram.cl", {{"IMAGE", line.image}});
  const std::shared_ptr<Counter> counter = make_counter(experiment, program, line, *picture);
  const Launch& launch = counter->launch;
  return {[&queue, counter, whole] { return whole ? whole_ms(queue, *counter) : kernel_ms(queue, *counter); },
          fmt::format("{} groups of {}x{}, {} pixels a work-item", launch.groups(), launch.local.x, launch.local.y,
                      launch.elements),
          program.source(), [&queue, counter, picture] { return fault_in(counter->merged(queue), picture->counts); }};
}

struct Charts {
  std::size_t random, equal, whole;
  double small, large;  // pixels
};

Charts measure(Experiment& experiment) {
  Charts charts{experiment.add_chart("Histogram of random pixels, kernels alone", "pixels"),
                experiment.add_chart("Histogram of pixels that are all alike, kernels alone", "pixels"),
                experiment.add_chart("Histogram of random pixels with read-back and merge", "pixels"), 0, 0};
  for (const Size& full : full_sizes) {
    const Size size = experiment.scaled(full);
    const auto pixels = static_cast<double>(size.width * size.height);
    (charts.small > 0 ? charts.large : charts.small) = pixels;
    const auto random = make_picture(experiment.queue(), size, false);
    const auto equal = make_picture(experiment.queue(), size, true);
    const auto add = [&](std::size_t chart, const Line& line, const std::shared_ptr<const Picture>& picture) {
      experiment.add(chart, line.name, pixels, [&experiment, &line, picture, whole = chart == charts.whole] {
        return ready(experiment, line, picture, whole);
      });
    };
    for (const Line& line : lines) {
      add(charts.random, line, random);
      add(charts.equal, line, equal);
      if (!line.image) add(charts.whole, line, random);
    }
  }
  experiment.measure();
  return charts;
}

Claim judge_groups(const Experiment& experiment, const Charts& charts) {
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  const std::size_t fixed = parts(static_cast<std::size_t>(charts.small), source_elements * 256);
  Judgement judgement(experiment, 48,
                      "As many groups as the compute units want are at least as fast (to 5%) as one for each 65536 "
                      "pixels, where the units do not divide those.");
  judgement.faster({charts.random, lines[2].name, charts.small}, {charts.random, lines[1].name, charts.small},
                   1 / 1.05);
  if (fixed % units == 0)
    judgement.cannot(fmt::format("here {} compute units divide the {} groups of 65536 pixels", units, fixed));
  return judgement.claim();
}

void run(Experiment& experiment) {
  const Charts charts = measure(experiment);
  Judgement atomics(experiment, 47, "Atomics in one set of bins a group are faster than bins for each work-item.");
  for (const std::size_t chart : {charts.random, charts.equal})
    atomics.faster({chart, lines[1].name, charts.large}, {chart, lines[0].name, charts.large});
  experiment.report().claims.push_back(atomics.claim());
  experiment.report().claims.push_back(judge_groups(experiment, charts));
  experiment.note(
      "The original's bins for each work-item are uchar: 256 equal pixels count as 0, so it is wrong on even areas. "
      "These are ushort, 24 KB of local memory for 16 work-items instead of 12, which leaves fewer groups on a unit.");
  experiment.note(
      "Corrected besides: blue was read from alpha and all channels were written from red's bins; the image kernel "
      "wrote sub-histograms over each other; the last group's bounds let one pixel too many pass.");
}

}  // namespace

Study histogram() {
  return {{.name = "histogram",
           .summary = "Histograms with bins for each work-item or atomics, from buffers and image objects.",
           .claims = {47, 48}},
          run};
}

}  // namespace lenslet::study
