// histogram: bins for each work-item, or for a group with atomics, and how many pixels a group takes.
#include <algorithm>
#include <memory>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"
#include "study/judgement.hpp"
#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Counts = std::vector<std::uint32_t>;

constexpr Size full_sizes[] = {{1024, 1024}, {4096, 4096}};
constexpr std::size_t bins = 3 * std::size_t{256};  // of R, G and B
constexpr std::size_t block = 16;                   // as in the kernel
constexpr std::size_t source_elements = 256;        // pixels of a work-item
constexpr std::size_t largest_group = 256;
constexpr std::size_t groups_per_unit = 8;

// How pixels are shared among groups and their items: bins of each item's own, atomics in one set of bins for 65536
// pixels, or for as many pixels as make the groups that the units want.
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

// Pixels of 32 bits.
struct Picture {
  std::size_t width, height;
  Counts pixels;
  ocl::Buffer buffer;
};

std::shared_ptr<const Picture> make_picture(const ocl::Queue& queue, Size size, bool equal) {
  std::mt19937 random(1);
  Counts pixels(static_cast<std::size_t>(size.width * size.height));
  for (std::uint32_t& pixel : pixels) pixel = equal ? 0xff8040c0u : static_cast<std::uint32_t>(random());
  return std::make_shared<const Picture>(Picture{static_cast<std::size_t>(size.width),
                                                 static_cast<std::size_t>(size.height), pixels, upload(queue, pixels)});
}

// A texel is a pixel: 32 bits, as those of an f32 sample.
Argument pixels_of(const ocl::Queue& queue, const Picture& picture, bool image) {
  if (!image) return picture.buffer;
  ocl::ImageObject object = queue.allocate(ocl::Texels{Storage::image, PixelType::f32, picture.width, picture.height});
  queue.write(object, bytes_of(picture.pixels).data(), picture.width * sizeof(std::uint32_t));
  return object;
}

// Of all sub-histograms.
Counts merged(const Counts& parts) {
  Counts counts(bins);
  for (std::size_t i = 0; i < parts.size(); ++i) counts[i % bins] += parts[i];
  return counts;
}

std::optional<std::string> fault_in(const Counts& found, const Picture& picture) {
  Counts expected(bins);
  for (const std::uint32_t pixel : picture.pixels)
    for (unsigned channel = 0; channel < 3; ++channel) ++expected[256 * channel + (pixel >> 8 * channel & 255)];
  return first_difference(found, expected);
}

// 16 items, or as many as local memory has bins for; of an image's, a group is four items wide.
Launch private_launch(const DeviceInfo& device, const ocl::Kernel& kernel, const Picture& picture, bool image) {
  const std::size_t bytes = bins * sizeof(std::uint16_t), fitting = device.local_memory / bytes;
  if (fitting == 0)
    throw Error(ErrorKind::unsupported, fmt::format("{} bytes of bins for a work-item are over the {} bytes of local "
                                                    "memory of {}",
                                                    bytes, device.local_memory, device.name));
  const std::size_t group = group_for(kernel, std::min<std::size_t>(16, fitting));
  if (!image) return launch_of(divide_up(picture.pixels.size(), block * block * group), group);
  const std::size_t x = std::min<std::size_t>(group, 4), y = group / x;
  return {{divide_up(picture.width, block * x) * x, divide_up(picture.height, block * y) * y}, {x, y}};
}

struct Counter {
  KernelRow row;
  std::size_t elements;  // of a work-item
};

Counter counter_of(const Experiment& experiment, const Line& line, const std::shared_ptr<const Picture>& picture) {
  const ocl::Queue& queue = experiment.queue();
  const DeviceInfo& device = queue.device().info();
  const bool own = line.way == Way::private_bins;
  KernelRow row{"histogram.cl", own ? "private_bins" : "shared_bins", {{"IMAGE", line.image}}};
  const ocl::Kernel kernel = StudyProgram(experiment, row.file, row.defines).kernel(row.kernel);
  const std::size_t pixels = picture->pixels.size(), group = group_for(kernel, largest_group);
  std::size_t groups = divide_up(pixels, group * source_elements), elements = source_elements;
  if (line.way == Way::chosen) {
    groups = static_cast<std::size_t>(device.compute_units) * groups_per_unit;
    elements = divide_up(pixels, groups * group);
  }
  const Launch launch = own ? private_launch(device, kernel, *picture, line.image) : launch_of(groups, group);
  row.launch = launch;
  row.arguments = {pixels_of(queue, *picture, line.image), static_cast<std::uint32_t>(picture->width),
                   static_cast<std::uint32_t>(picture->height),
                   output_for<std::uint32_t>(launch.groups() * bins, [picture](const Counts& parts) {
                     return fault_in(merged(parts), *picture);
                   })};
  if (own)
    row.arguments.emplace_back(Local{launch.group() * bins * sizeof(std::uint16_t)});
  else
    row.arguments.emplace_back(static_cast<std::uint32_t>(elements));
  return {row, elements};
}

// `whole`: with reading the sub-histograms back and merging them on the host.
Ready counter_ready(const Experiment& experiment, const Line& line, const std::shared_ptr<const Picture>& picture,
                    bool whole) {
  const ocl::Queue& queue = experiment.queue();
  const Counter counter = counter_of(experiment, line, picture);
  const auto kernel = std::make_shared<const KernelRun>(experiment, counter.row);
  const Launch& launch = kernel->step().launch;
  const auto host = std::make_shared<Counts>(launch.groups() * bins);
  const auto run = [&queue, kernel, host, whole] {
    const auto& [one, launched] = kernel->step();
    if (!whole) return launch_ms(queue, one, launched);
    return host_ms([&] {
      enqueue(queue, one, launched);
      kernel->read(3, *host);
      merged(*host);
    });
  };
  return {run,
          fmt::format("{} groups of {}x{}, {} pixels a work-item", launch.groups(), launch.local.x, launch.local.y,
                      counter.elements),
          kernel->source(), [kernel] { return kernel->fault(); }};
}

struct Charts {
  std::size_t random, equal, whole;
};

Charts measure(Experiment& experiment) {
  const Charts charts{experiment.add_chart("Histogram of random pixels, kernels alone", "pixels"),
                      experiment.add_chart("Histogram of pixels that are all alike, kernels alone", "pixels"),
                      experiment.add_chart("Histogram of random pixels with read-back and merge", "pixels")};
  for (const Size& full : full_sizes) {
    const Size size = experiment.scaled(full);
    const Lazy random([&experiment, size] { return make_picture(experiment.queue(), size, false); });
    const Lazy equal([&experiment, size] { return make_picture(experiment.queue(), size, true); });
    for (const Line& line : lines)
      for (const std::size_t chart : {charts.random, charts.equal, charts.whole}) {
        if (chart == charts.whole && line.image) continue;
        const auto& picture = chart == charts.equal ? equal : random;
        experiment.add(chart, line.name, static_cast<double>(size.width * size.height),
                       [&experiment, &line, picture, whole = chart == charts.whole] {
                         return counter_ready(experiment, line, picture.get(), whole);
                       });
      }
  }
  experiment.measure();
  return charts;
}

Claim judge_groups(const Experiment& experiment, std::size_t chart) {
  const Size small = experiment.scaled(full_sizes[0]);
  const std::int64_t pixels = small.width * small.height, units = experiment.session().device().compute_units;
  const auto groups = divide_up(pixels, static_cast<std::int64_t>(largest_group * source_elements));
  Judgement judgement(experiment, 48);
  if (groups % units == 0)
    return judgement.cannot(fmt::format("here {} compute units divide the {} groups of 65536 pixels", units, groups))
        .claim();
  const auto at = [&](const Line& line) { return Place{chart, line.name, static_cast<double>(pixels)}; };
  return judgement.faster(at(lines[2]), at(lines[1]), 1 / 1.05).claim();
}

void run(Experiment& experiment) {
  const Charts charts = measure(experiment);
  experiment.report().claims.push_back(judge_groups(experiment, charts.random));
  experiment.note(
      "The original's bins for each work-item are uchar: 256 equal pixels count as 0, so it is wrong on even areas. "
      "These are ushort, 24 KB of local memory for 16 work-items instead of 12, which leaves fewer groups on a unit.");
  experiment.note(
      "Corrected besides: blue was read from alpha and all channels were written from red's bins; the image kernel "
      "wrote sub-histograms over each other; the last group's bounds let one pixel too many pass.");
}

}  // namespace

Study histogram() {
  return {"histogram", run};
}

}  // namespace lenslet::study
