// histogram: bins for each work-item, or for a group with atomics, and how many pixels a group takes. The kernels are
// the source's. The op cannot stand in: its bins of a work-item are not in local memory, and it has no group for each
// 65536 pixels.
#include <algorithm>
#include <random>

#include <lenslet/error.hpp>

#include "rounding.hpp"
#include "studies/judgement.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

using Counts = std::vector<std::uint32_t>;

constexpr Size full_sizes[] = {{1024, 1024}, {4096, 4096}};
constexpr std::size_t bins = 3 * std::size_t{256};  // of R, G and B
constexpr std::size_t private_bytes = bins * sizeof(std::uint16_t);
constexpr std::size_t source_elements = 256;  // pixels of each work-item
constexpr std::size_t max_group_size = 256, private_group = 16;
constexpr std::size_t groups_per_unit = 8;

// How groups and their items share pixels: with bins of each item's own; with atomics in one set of bins for 65536
// pixels; or with atomics in sets for as many pixels as give each unit its groups.
enum class BinSharing { private_bins, atomics, chosen };

struct Line {
  const char* name;
  BinSharing way;
  bool image;
};

constexpr Line lines[] = {
    {"private bins, buffer", BinSharing::private_bins, false},
    {"atomics, buffer", BinSharing::atomics, false},
    {"atomics, chosen groups, buffer", BinSharing::chosen, false},
    {"private bins, image", BinSharing::private_bins, true},
    {"atomics, image", BinSharing::atomics, true},
    {"atomics, chosen groups, image", BinSharing::chosen, true},
};

struct Picture {
  std::size_t width, height;
  Counts pixels;  // pixels of 32 bits
  ocl::Buffer buffer;
};

Picture make_picture(const ocl::Queue& queue, Size size, bool equal) {
  std::mt19937 random(1);
  const auto pixel = [&](std::size_t) { return equal ? 0xff8040c0u : static_cast<std::uint32_t>(random()); };
  const Counts pixels = values_of(static_cast<std::size_t>(size.width * size.height), pixel);
  return {static_cast<std::size_t>(size.width), static_cast<std::size_t>(size.height), pixels, upload(queue, pixels)};
}

// A texel is a pixel of 32 bits, like the bits of an f32 sample.
Argument pixels_of(const ocl::Queue& queue, const Picture& picture, bool image) {
  if (!image) return picture.buffer;
  ocl::ImageObject object = queue.allocate(ocl::Texels{Storage::image, SampleType::f32, picture.width, picture.height});
  queue.write(object, bytes_of(picture.pixels).data(), picture.width * sizeof(std::uint32_t));
  return object;
}

// Adds up all sub-histograms.
Counts merged(const Counts& parts) {
  Counts counts(bins);
  for (std::size_t i = 0; i < parts.size(); ++i) counts[i % bins] += parts[i];
  return counts;
}

Mismatch mismatch_in(const Counts& found, const Counts& pixels) {
  Counts expected(bins);
  for (const std::uint32_t pixel : pixels)
    for (unsigned channel = 0; channel < 3; ++channel) ++expected[256 * channel + (pixel >> 8 * channel & 255)];
  return first_difference(found, expected);
}

// Returns the work-items of a group. Where each has its own bins, local memory limits them.
std::size_t group_of(const Experiment& experiment, BinSharing way) {
  if (way != BinSharing::private_bins) return experiment.group(max_group_size);
  const DeviceInfo& device = experiment.device();
  if (device.local_memory < private_bytes)
    throw Error(ErrorKind::unsupported, fmt::format("{} bytes of bins for a work-item are over the {} bytes of local "
                                                    "memory of {}",
                                                    private_bytes, device.local_memory, device.name));
  return experiment.group(std::min<std::size_t>(private_group, device.local_memory / private_bytes));
}

KernelRow row_of(const Experiment& experiment, const Line& line, const Lazy<Picture>& shared) {
  const Picture& picture = shared.get();
  const bool own = line.way == BinSharing::private_bins;
  const std::size_t pixels = picture.pixels.size(), group = group_of(experiment, line.way);
  std::size_t groups = divide_up(pixels, group * source_elements), elements = source_elements;
  if (line.way == BinSharing::chosen) {
    groups = static_cast<std::size_t>(experiment.device().compute_units) * groups_per_unit;
    elements = divide_up(pixels, groups * group);
  }
  const auto check = [shared](const Counts& parts) { return mismatch_in(merged(parts), shared.get().pixels); };
  KernelRow row{"histogram.cl", own ? "private_bins" : "shared_bins", {{"IMAGE", line.image}}};
  row.arguments = {pixels_of(experiment.queue(), picture, line.image), static_cast<std::uint32_t>(picture.width),
                   static_cast<std::uint32_t>(picture.height), output_for<std::uint32_t>(groups * bins, check),
                   static_cast<std::uint32_t>(elements)};
  if (own) row.arguments.emplace_back(Local{group * private_bytes});
  row.launch = launch_of(groups, group);
  return row;
}

// Times end when the host has read the sub-histograms and merged them.
Ready whole_ready(const Experiment& experiment, const KernelRow& row) {
  const auto kernel = std::make_shared<const KernelRun>(experiment, row);
  const auto host = std::make_shared<Counts>(kernel->launch().groups() * bins);
  const auto work = [kernel, host] {
    kernel->enqueue();
    kernel->read(3, *host);
    merged(*host);
  };
  return timed_by_host(
      fmt::format("{} groups of {}", kernel->launch().groups(), kernel->launch().group()), work,
      [kernel] { return kernel->mismatch(); }, kernel->source());
}

std::size_t measure(Experiment& experiment) {
  const std::size_t random = experiment.add_chart("Histogram of random pixels, kernels alone", "pixels");
  const std::size_t equal = experiment.add_chart("Histogram of pixels that are all alike, kernels alone", "pixels");
  const std::size_t whole = experiment.add_chart("Histogram of random pixels with read-back and merge", "pixels");
  for (const Size& full : full_sizes) {
    const Size size = experiment.scaled(full);
    const auto pixels = static_cast<double>(size.width * size.height);
    const auto picture = [&experiment, size](bool alike) {
      return lazy([&experiment, size, alike] { return make_picture(experiment.queue(), size, alike); });
    };
    const Lazy<Picture> some = picture(false), alike = picture(true);
    for (const Line& line : lines) {
      add(experiment, random, line.name, pixels, [&, some] { return row_of(experiment, line, some); });
      add(experiment, equal, line.name, pixels, [&, alike] { return row_of(experiment, line, alike); });
      if (!line.image)
        experiment.add(whole, line.name, pixels,
                       [&, some] { return whole_ready(experiment, row_of(experiment, line, some)); });
    }
  }
  experiment.measure();
  return random;
}

Claim judge_groups(const Experiment& experiment, std::size_t chart) {
  const Size small = experiment.scaled(full_sizes[0]);
  const std::int64_t pixels = small.width * small.height, units = experiment.device().compute_units;
  const auto groups = divide_up(pixels, static_cast<std::int64_t>(max_group_size * source_elements));
  Judgement judgement(experiment, 48);
  if (groups % units == 0)
    return judgement.cannot(fmt::format("here {} compute units divide the {} groups of 65536 pixels", units, groups))
        .claim();
  const auto at = [&](const Line& line) { return ChartPlace{chart, line.name, static_cast<double>(pixels)}; };
  return judgement.faster(at(lines[2]), at(lines[1]), 1 / 1.05).claim();
}

}  // namespace

void histogram(Experiment& experiment) {
  const std::size_t chart = measure(experiment);
  experiment.report().claims.push_back(judge_groups(experiment, chart));
}

}  // namespace lenslet::study
