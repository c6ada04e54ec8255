// Lists the schedules of resizing: each pixel by itself, or lines in local memory, or, where both sides are halved, two
// by two. A line is the sum of rows; its columns are then summed.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/resize/resize.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t min_streamed = 1 << 20;    // bytes of a result that pass the caches
constexpr std::int64_t max_line_length = 1 << 22;  // samples: no local memory holds more
constexpr int most_single_taps = 9;                // of pixels that GPUs make one by one
constexpr int most_kept_taps = 16;                 // of pixels of one channel in an enlarged image that they make so

// Returns the pixels of the source under so many columns of the result.
std::int64_t pixels_under(const Resizing& resizing, int columns) {
  const double width = std::ceil((columns - 1) * resizing.x.step) + max_taps(resizing, resizing.x) + 1;
  return std::min(static_cast<std::int64_t>(std::min<double>(width, max_line_length)), resizing.x.from);
}

std::uint64_t bytes_of_lines(const op::Instance& problem, const DimensionSchedule& schedule) {
  const int channels = problem.inputs.image(0).format.channels;
  const std::int64_t done = std::int64_t{schedule.number("columns")} * channels + 4;
  const std::int64_t samples = (samples_of_line(problem, schedule) + done) * schedule.number("rows");
  return static_cast<std::uint64_t>(samples) * sizeof(float);
}

// Tells whether a schedule sets an axis of lines alone. Others have the first value of each.
bool says_lines(const DimensionSchedule& schedule) {
  return schedule.number("columns") != 64 || schedule.number("rows") != 1 || schedule.number("v") != 1;
}

DimensionSchedule without_lines(const char* way, const char* group, const char* items, const char* stores) {
  return DimensionSchedule({{"way", way},
                            {"group", group},
                            {"columns", "64"},
                            {"items", items},
                            {"rows", "1"},
                            {"v", "1"},
                            {"stores", stores}});
}

DimensionSchedule pixels(const char* group, const char* items) {
  return without_lines("pixels", group, items, "plain");
}

bool is_halved(const Side& side) {
  return side.from == 2 * side.to && side.step == 2;
}

// Tells whether each pixel of the result is the mean of two by two, of one channel.
bool takes_halves(const op::Instance& problem, const DeviceInfo& device) {
  const Resizing resizing = resizing_of(problem);
  const bool is_mean = resizing.interpolation == Interpolation::area || resizing.interpolation == Interpolation::linear;
  const PixelFormat format = problem.inputs.image(0).format;
  return device.kind == DeviceKind::cpu && is_mean && !resizing.antialias && is_halved(resizing.x) &&
         is_halved(resizing.y) && format.channels == 1 && format.type != SampleType::f16;
}

std::optional<Exclusion> halves_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule) {
  if (!takes_halves(problem, device))
    return Exclusion{"halves", "halves are for area and linear to half of both sides, one channel, on a CPU"};
  if (says_lines(schedule) || schedule.number("group") != 1)
    return Exclusion{"halves", "halves have no columns, rows, vectors and groups"};
  return {};
}

}  // namespace

// Returns the samples of a line, which is whole vectors. It is rounded up to coarse steps, so that images of several
// sizes share a program.
std::int64_t samples_of_line(const op::Instance& problem, const DimensionSchedule& schedule) {
  const std::int64_t channels = problem.inputs.image(0).format.channels, columns = schedule.number("columns");
  const std::int64_t pixels = pixels_under(resizing_of(problem), schedule.number("columns"));
  return round_up(pixels * channels + 2 * schedule.number("v") + 4, columns * channels);
}

op::Dimensions resize_space(const op::Instance&, const DeviceInfo&) {
  return {op::words("way", {"pixels", "lines", "halves"}),
          op::numbers("group", {1, 64, 128, 256}),
          op::numbers("columns", {64, 128, 256}),
          op::numbers("items", {1, 2, 4, 8, 16}),
          op::numbers("rows", {1, 4}),
          op::numbers("v", {1, 4, 16}),
          op::words("stores", {"plain", "stream"})};
}

std::optional<Exclusion> resize_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.word("way") == "halves") return halves_rule(problem, device, schedule);
  if (schedule.word("way") == "pixels") {
    if (!says_lines(schedule) && schedule.word("stores") == "plain") return {};
    return Exclusion{"pixels", "single pixels have no columns, rows, vectors and streams of lines"};
  }
  if (schedule.number("items") > 4) return Exclusion{"items", "lines have up to 4 items"};
  if (resizing_of(problem).interpolation == Interpolation::nearest)
    return Exclusion{"nearest", "nearest copies single pixels and adds nothing"};
  if (auto excluded = op::barrier_rule(schedule, device)) return excluded;
  const std::uint64_t bytes = bytes_of_lines(problem, schedule);
  if (bytes <= device.local_memory) return {};
  return Exclusion{"local-memory",
                   fmt::format("its lines have {} bytes of local memory, there are {}", bytes, device.local_memory)};
}

namespace {

// In enlarged images neighbouring rows of the result have the same rows of the source, which caches
// keep. The more of the source lies under a row of the result, the fewer columns a line can have.
DimensionSchedule lines_for(const op::Instance& problem, const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  const Resizing resizing = resizing_of(problem);
  const bool streams = is_cpu && bytes_of(problem.outputs.all().front()) >= min_streamed;
  const bool enlarges = resizing.y.step < 1;
  const char* items = !is_cpu ? "4" : enlarges ? "2" : "1";
  const char* rows = is_cpu || enlarges ? "4" : "1";
  for (const auto& [columns, together] : {std::pair{"128", rows}, {"64", rows}, {"64", "1"}}) {
    const DimensionSchedule lines({{"way", "lines"},
                                   {"group", is_cpu ? "1" : "128"},
                                   {"columns", columns},
                                   {"items", items},
                                   {"rows", together},
                                   {"v", is_cpu ? "16" : "4"},
                                   {"stores", streams ? "stream" : "plain"}});
    if (!resize_rule(problem, device, lines)) return lines;
  }
  return pixels("64", is_cpu ? "4" : "1");
}

}  // namespace

// A GPU's caches hold the few pixels that a pixel of a halved image is made of, and its registers those that neighbours
// in a column of an enlarged image have in common.
DimensionSchedule resize_initial(const op::Instance& problem, const DeviceInfo& device) {
  const Resizing resizing = resizing_of(problem);
  if (resizing.interpolation == Interpolation::nearest) return pixels("64", "1");
  const int taps = max_taps(resizing, resizing.x) * max_taps(resizing, resizing.y);
  const bool is_kept = resizing.y.step < 1 && problem.inputs.image(0).format.channels == 1 && taps <= most_kept_taps;
  if (device.kind != DeviceKind::cpu && (is_kept || taps <= most_single_taps))
    return pixels("128", resizing.y.step < 1 ? "8" : "4");
  if (takes_halves(problem, device)) {
    const bool streams = bytes_of(problem.outputs.all().front()) >= min_streamed;
    return without_lines("halves", "1", "16", streams ? "stream" : "plain");
  }
  return lines_for(problem, device);
}

}  // namespace lenslet::ops
