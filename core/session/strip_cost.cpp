// Measures what strips cost: a device's copies, strips of several heights, and the steps of one strip.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <lenslet/merging.hpp>
#include <lenslet/strip_cost.hpp>

#include "access.hpp"
#include "elapsed.hpp"
#include "image/rect.hpp"
#include "op/random_value.hpp"
#include "rounding.hpp"
#include "session/merging.hpp"
#include "session/plan.hpp"
#include "session/row_copier.hpp"
#include "session/state.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t max_copy = std::uint64_t{256} << 20;       // bytes; much larger than any cache
constexpr std::uint64_t written_at_once = std::uint64_t{1} << 20;  // bytes
constexpr std::size_t min_copies = 3, max_copies = 7;
constexpr double enough_seconds = 0.1;  // a CPU's copies are long: a few of them are enough

// Writes the memory. The system may have one page for all memory that nobody has written, and one page is faster to
// read.
void touch(const ocl::Queue& queue, const ocl::Buffer& buffer, std::uint64_t bytes) {
  const std::vector<std::byte> contents(std::min(written_at_once, bytes), std::byte{42});
  for (std::uint64_t begin = 0; begin < bytes; begin += contents.size())
    queue.write(buffer, begin, std::span(contents).first(std::min<std::uint64_t>(contents.size(), bytes - begin)));
}

double measure(const ocl::Queue& queue) {
  const DeviceInfo& device = queue.device().info();
  const std::uint64_t bytes = std::min({max_copy, device.max_allocation, device.global_memory / 8});
  const ocl::Buffer from = queue.allocate(bytes), to = queue.allocate(bytes);
  touch(queue, from, bytes);
  queue.copy(from, to, bytes).wait();
  std::vector<double> times;
  double sum = 0;
  while (times.size() < min_copies || (sum < enough_seconds && times.size() < max_copies)) {
    const auto begun = std::chrono::steady_clock::now();
    times.push_back(queue.copy(from, to, bytes).seconds(begun));
    sum += times.back();
  }
  const auto median = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, median);
  return 2.0 * static_cast<double>(bytes) / *median;
}

}  // namespace

double Session::copy_rate() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->copy_rate == 0) state_->copy_rate = measure(ocl::timed(state_->queue));
  return state_->copy_rate;
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t lowest_bytes = 1 << 20, highest_bytes = 64 << 20;  // of a strip
// Heights are tried in turns. Each is tried with strips that have probe_bytes together, and at least
// min_strips_of_device for each device.
constexpr std::uint64_t probe_bytes = 48 << 20;
constexpr std::int64_t min_strips_of_device = 6;
constexpr int rounds = 2;
constexpr double enough_ms = 4000;
constexpr double hopeless = 1.5;  // heights that take so many times as long as the fastest are given up

// A source of random rows. It costs one copy.
ReadRows source_of(const ImageType& type) {
  constexpr std::int64_t kept_rows = 64;
  const auto rows = std::make_shared<const Image>(random_rows(type, kept_rows));
  const std::size_t bytes = static_cast<std::size_t>(type.size.width) * type.format.bytes();
  return [rows, bytes](std::int64_t first, std::int64_t count, std::byte* to) {
    for (std::int64_t y = first; y < first + count; ++y, to += bytes) std::memcpy(to, rows->row(y % kept_rows), bytes);
  };
}

// Tries heights by computing strips with Strips itself, so that the measured time includes how steps slow each other
// down.
class Probe {
 public:
  Probe(const GroupPlan& plan, const std::vector<ImageType>& inputs, const StripOptions& options)
      : plan_(plan), inputs_(inputs), options_(options) {
    for (const ImageType& type : inputs) sources_.push_back(source_of(type));
  }

  // The layouts of different heights, each with twice the bytes of the one before, as far as the memory allows.
  std::vector<StripLayout> heights() const {
    std::vector<StripLayout> layouts;
    const StripLayout usual = layout_strips(plan_.plans, inputs_, options_);  // throws for works without strips
    StripOptions options = options_;
    for (std::uint64_t bytes = lowest_bytes; bytes <= highest_bytes; bytes *= 2) {
      options.rows = even_strip_rows(static_cast<std::int64_t>(bytes / bytes_of_row(usual)));
      if (!layouts.empty() && options.rows <= layouts.back().rows) continue;
      StripLayout layout = layout_strips(plan_.plans, inputs_, options);
      if (layout.rows != options.rows || largest(layout).count() < least_strips() * layout.rows) break;
      layouts.push_back(std::move(layout));
    }
    return layouts;
  }

  std::uint64_t bytes_of(const StripLayout& layout) const {
    return static_cast<std::uint64_t>(layout.rows) * bytes_of_row(layout);
  }

  // The time of all strips, if the others are like those in the middle: the time to the first result, plus the time
  // between results for each further strip.
  double seconds(const StripLayout& layout) const {
    const std::int64_t strips =
        std::min(layout.count(), std::max(least_strips(), static_cast<std::int64_t>(probe_bytes / bytes_of(layout))));
    const auto begin = Clock::now();
    Strips some(plan_, inputs_, sources_, some_of(layout, strips));
    double first = 0;
    std::int64_t made = 0;
    while (std::optional<Result> strip = some.next()) {
      if (made++ == 0) first = milliseconds_since(begin);
      some.reuse(std::move(strip->images));
    }
    const double others = milliseconds_since(begin) - first;
    return (first + others / static_cast<double>(made - 1) * static_cast<double>(layout.count() - 1)) / 1000;
  }

 private:
  std::int64_t least_strips() const { return min_strips_of_device * static_cast<std::int64_t>(plan_.plans.size()); }

  std::uint64_t bytes_of_row(const StripLayout& layout) const { return row_bytes(inputs_) + row_bytes(layout.outputs); }

  static RowRange largest(const StripLayout& layout) { return std::ranges::max(layout.parts, {}, &RowRange::count); }

  // Options for this number of strips, or for all, in the middle of the largest part of the wanted rows.
  StripOptions some_of(const StripLayout& layout, std::int64_t strips) const {
    const RowRange part = largest(layout);
    const std::int64_t rows = std::min(strips * layout.rows, part.count());
    const std::int64_t begin = part.begin + (part.count() - rows) / 2;
    StripOptions options = options_;
    options.rows = layout.rows;
    options.parts = {{begin, begin + rows}};
    return options;
  }

  const GroupPlan& plan_;
  const std::vector<ImageType>& inputs_;
  StripOptions options_;
  std::vector<ReadRows> sources_;
};

}  // namespace

Image random_rows(const ImageType& type, std::int64_t rows) {
  return std::get<Image>(op::random_value(ImageType{type.format, {type.size.width, rows}}, array::Fill::random, 1));
}

std::vector<StripTrial> try_heights(const GroupPlan& plan, const std::vector<ImageType>& inputs,
                                    const StripOptions& options) {
  const Probe probe(plan, inputs, options);
  const std::vector<StripLayout> layouts = probe.heights();
  if (layouts.size() < 2) return {};
  probe.seconds(layouts.front());  // the first run compiles, and finds memory
  std::vector<StripTrial> trials;
  for (const StripLayout& layout : layouts)
    trials.push_back({layout.rows, probe.bytes_of(layout), std::numeric_limits<double>::infinity()});
  const auto begin = Clock::now();
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      const double fastest = std::ranges::min(trials, {}, &StripTrial::seconds).seconds;
      const bool tried = trials[i].seconds < std::numeric_limits<double>::infinity();
      if (milliseconds_since(begin) > enough_ms && (tried || i > 1)) break;
      if (tried && trials[i].seconds > hopeless * fastest) continue;
      trials[i].seconds = std::min(trials[i].seconds, probe.seconds(layouts[i]));
    }
  std::erase_if(trials,
                [](const StripTrial& trial) { return trial.seconds == std::numeric_limits<double>::infinity(); });
  return trials;
}

namespace {

constexpr int timed = 3;

template <class Step>
double median_seconds(const Step& step) {
  step();  // the first run compiles, and finds memory
  std::array<double, timed> times{};
  for (double& time : times) {
    const auto begin = std::chrono::steady_clock::now();
    step();
    time = milliseconds_since(begin) / 1000;
  }
  std::ranges::sort(times);
  return times[timed / 2];
}

std::uint64_t bytes_of_rows(const std::vector<ImageType>& images, std::int64_t rows) {
  std::uint64_t bytes = 0;
  for (const ImageType& image : images)
    bytes += static_cast<std::uint64_t>(image.size.width * rows) * image.format.bytes();
  return bytes;
}

std::uint64_t bytes_of_rows(const ImageType& image, std::int64_t rows) {
  return static_cast<std::uint64_t>(image.size.width * rows) * image.format.bytes();
}

// The bytes that all strips together read. `again` counts those that the strip before has read, too.
struct BytesRead {
  std::uint64_t all = 0, again = 0;
};

BytesRead bytes_of_all(const std::vector<Plan>& plans, const StripLayout& layout) {
  BytesRead bytes;
  std::vector<std::int64_t> ends(layout.inputs.size());
  for (std::int64_t strip = 0; strip < layout.count(); ++strip)
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const Rect read = part_read(plans, layout, strip, i);
      bytes.all += bytes_of_rows(layout.inputs[i], read.height);
      bytes.again += bytes_of_rows(layout.inputs[i], std::clamp<std::int64_t>(ends[i] - read.y, 0, read.height));
      ends[i] = read.y + read.height;
    }
  return bytes;
}

// The times of a strip in the middle, in seconds.
struct StripTimes {
  double upload = 0, compute = 0, download = 0;
};

// Copies as streams do.
StripTimes time_strip(const Plan& plan, const StripLayout& layout, std::int64_t strip, const std::vector<Image>& rows,
                      std::size_t threads) {
  const Session& session = internal::Access::state(plan).session;
  const ocl::Queue& queue = state_of(session).queue;
  RowCopier copier(queue, std::make_shared<LentMemory>(), {.threads = threads});
  std::vector<DeviceValue> inputs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const PartOf place{layout.inputs[i].size, 0, part_read({plan}, layout, strip, i).y};
    inputs.emplace_back(session.upload(rows[i], place, plan.input_storage()));
  }
  const RunOptions options{.region = layout.results(strip)};
  const std::vector<DeviceValue> outputs = allocate_outputs(plan, inputs, options.region);
  StripTimes times;
  times.upload = median_seconds([&] {
    for (std::size_t i = 0; i < rows.size(); ++i) copier.upload(rows[i], std::get<DeviceImage>(inputs[i]));
  });
  times.compute = median_seconds([&] { plan.run_into(inputs, outputs, options); });
  std::vector<Image> results;
  for (const ImageType& type : layout.outputs) results.emplace_back(options.region->size(), type.format);
  times.download = median_seconds([&] {
    for (std::size_t i = 0; i < results.size(); ++i)
      copier.download(std::get<DeviceImage>(outputs[i]), {results[i].data(), results[i].stride()});
  });
  return times;
}

double time_copies(const std::vector<Image>& all) {
  double seconds = 0;
  for (const Image& rows : all) {
    Image copied = rows;
    seconds += median_seconds(
        [&] { std::memcpy(copied.data(), rows.data(), static_cast<std::size_t>(copied.stride() * copied.height())); });
  }
  return seconds;
}

// Gives each strip to the device that would end it first. A slow device gets none: one that takes longer for a strip
// than the fastest for all strips under way, see StripDispatcher. `seconds` are the times of all strips on each device.
std::vector<std::int64_t> shares_of(const std::vector<double>& seconds, std::int64_t strips, std::size_t places) {
  const double fastest = *std::ranges::min_element(seconds);
  const auto reach =
      static_cast<double>(std::min<std::int64_t>(strips, static_cast<std::int64_t>(places * seconds.size())));
  std::vector<std::int64_t> shares(seconds.size());
  for (; strips > 0; --strips) {
    std::size_t first = 0;
    double earliest = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double end = static_cast<double>(shares[i] + 1) * seconds[i];
      const bool is_slow = seconds[i] > reach * fastest;
      if (!is_slow && (earliest == 0 || end < earliest)) first = i, earliest = end;
    }
    ++shares[first];
  }
  return shares;
}

// Computes the cost of all strips on one device from the times of the strip in the middle.
DeviceCost of_all(const std::string& device, const Plan& plan, const StripTimes& times, double read_strips,
                  double made_strips) {
  DeviceCost cost{device};
  cost.upload.seconds = times.upload * read_strips;
  cost.compute.seconds = times.compute * made_strips;
  cost.download.seconds = times.download * made_strips;
  cost.overlaps = !internal::Access::state(plan).session.device().host_memory;
  return cost;
}

// Divides the strips among the devices. Before the call, `cost` has each device's time for all strips; after it, each
// device's time for its share.
void share_out(StripCost& cost, std::uint64_t uploaded, std::size_t places) {
  std::vector<double> seconds;
  for (const DeviceCost& device : cost.devices) seconds.push_back(device.seconds());
  const std::vector<std::int64_t> shares = shares_of(seconds, cost.strips, places);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    DeviceCost& device = cost.devices[i];
    device.strips = shares[i];
    const double share = static_cast<double>(shares[i]) / static_cast<double>(cost.strips);
    const auto part = [&](std::uint64_t bytes, double all) {
      return StripStep{static_cast<std::uint64_t>(static_cast<double>(bytes) * share + 0.5), all * share};
    };
    device.upload = part(uploaded, device.upload.seconds);
    device.compute = part(uploaded + cost.written, device.compute.seconds);
    device.download = part(cost.written, device.download.seconds);
  }
}

}  // namespace

double DeviceCost::seconds() const {
  if (!overlaps) return upload.seconds + compute.seconds + download.seconds;
  return std::max({upload.seconds, compute.seconds, download.seconds});
}

std::string_view DeviceCost::bound() const {
  const double longest = std::max({upload.seconds, compute.seconds, download.seconds});
  if (compute.seconds == longest) return "compute";
  return upload.seconds == longest ? "upload" : "download";
}

double StripCost::seconds(double reading) const {
  double longest = 0;
  bool overlaps = true;
  for (const DeviceCost& device : devices) {
    longest = std::max(longest, device.seconds());
    overlaps = overlaps && device.overlaps;
  }
  const double host = reading + halo.seconds;
  return overlaps ? std::max(host, longest) : host + longest;
}

std::string StripCost::bound(double reading) const {
  const auto last = std::ranges::max_element(devices, {}, &DeviceCost::seconds);
  if (last->seconds() < std::max(reading, halo.seconds)) return reading > halo.seconds ? "file" : "halo";
  return devices.size() == 1 ? std::string(last->bound()) : fmt::format("{} of {}", last->bound(), last->device);
}

StripCost strip_cost(const DeviceGroup& group, const Work& work, const StripOptions& options) {
  if (passes_before(work) > 0) check_strips([&](const Work& each) { return group.plan(each); }, work, options);
  const std::vector<ImageType> types = images_of(work);
  const GroupPlan plan = group.plan(as_merged(work));
  std::vector<StripTrial> trials;
  if (options.rows == 0 && !options.shared && heights_are_measured(plan.plans))
    trials = try_heights(plan, types, options);
  if (!trials.empty()) keep_strip_trials(plan.plans, trials, types.front().size);
  const StripLayout layout = layout_strips(plan.plans, types, options);
  const BytesRead bytes = bytes_of_all(plan.plans, layout);
  const std::int64_t middle = (layout.count() - 1) / 2;
  std::vector<Image> some;
  std::uint64_t read = 0;  // by the strip in the middle
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::int64_t rows = part_read(plan.plans, layout, middle, i).height;
    some.push_back(random_rows(types[i], rows));
    read += bytes_of_rows(types[i], rows);
  }
  const auto of_read = [&](std::uint64_t all) { return static_cast<double>(all) / static_cast<double>(read); };
  const double made = static_cast<double>(layout.wanted()) / static_cast<double>(layout.rows);
  StripCost cost{layout.count(), layout.rows, layout.bytes, passes_before(work)};
  cost.written = bytes_of_rows(layout.outputs, layout.wanted());
  cost.read = bytes.all - bytes.again + bytes_before(work);
  cost.halo = {bytes.again, time_copies(some) * of_read(bytes.again)};
  for (std::size_t i = 0; i < plan.plans.size(); ++i) {
    const StripTimes times = time_strip(plan.plans[i], layout, middle, some, copy_threads(plan.plans, options));
    cost.devices.push_back(of_all(plan.devices[i], plan.plans[i], times, of_read(bytes.all), made));
  }
  share_out(cost, bytes.all, options.frames);
  cost.trials = std::move(trials);
  return cost;
}

}  // namespace lenslet
