// Lists the schedules of convolutions.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "op/dimensions.hpp"
#include "ops/convolve/convolve.hpp"

namespace lenslet::ops {
namespace {

int block(const DimensionSchedule& schedule) {
  return schedule.number("items") * schedule.number("v");
}

// The rows of results that an item has in registers, beside the inputs of a slide.
int max_block(const DeviceInfo& device, bool slides) {
  if (slides) return 32;
  return device.kind == DeviceKind::cpu ? 128 : 32;
}

DimensionSchedule schedule(const char* way, int group, int rounds, int items, int v, std::int64_t length) {
  return DimensionSchedule({{"way", way},
                            {"group", fmt::format("{}", group)},
                            {"rounds", fmt::format("{}", rounds)},
                            {"items", fmt::format("{}", items)},
                            {"v", fmt::format("{}", v)},
                            {"length", fmt::format("{}", length)}});
}

bool transforms(const DimensionSchedule& schedule) {
  return schedule.word("way") == "fft";
}

// The shortest transform of which a mask takes at most half; the longest there is for those that are longer.
std::int64_t length_for(std::int64_t taps) {
  for (const std::int64_t length : transform_lengths)
    if (2 * taps <= length) return length;
  return transform_lengths[std::size(transform_lengths) - 1];
}

std::optional<Exclusion> method_rule(const op::Instance& problem, const DimensionSchedule& schedule) {
  const std::string& method = problem.arguments.text("method");
  if (transforms(schedule) && !may_transform(problem))
    return Exclusion{"method", "integers, short masks and the method direct are summed"};
  if (!transforms(schedule) && method == "fft") return Exclusion{"method", "the method fft is asked for"};
  return {};
}

// A driver that ends long loops counts the rounds of all loops of an item.
std::optional<Exclusion> transform_rule(const op::Instance& problem, const DeviceInfo& device,
                                        const DimensionSchedule& schedule) {
  const std::int64_t length = schedule.number("length"), group = schedule.number("group"), v = schedule.number("v");
  if (schedule.number("rounds") > 1 || schedule.number("items") > 1)
    return Exclusion{"transform-group", "a group transforms once, as many blocks as vectors have lanes"};
  if (group > length / 4) return Exclusion{"transform-group", "its items share the steps of a pass"};
  if (length > longest_transform(problem.inputs[1].count()))
    return Exclusion{"transform-length", "its results would err by more than need be"};
  if (const std::uint64_t bytes = transform_bytes(schedule, convolved_type(problem.inputs[0].type));
      bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("its blocks have {} bytes of local memory, there are {}", bytes, device.local_memory)};
  const auto limit = static_cast<std::int64_t>(ocl::max_loop_rounds(device));
  if (limit > 0 && (6 * v + 4) * divide_up(length, group) > limit / 2)
    return Exclusion{"loop-rounds", fmt::format("this driver ends loops after {} rounds", limit)};
  return {};
}

// Whether transforms are worth it untuned. On two cores of a CPU they are from some 96 taps on. On an H200 they are
// from 96 on for 2^24 elements and from 200 on for 2^20, and other GPUs were not measured: 192 serves both sizes. Few
// sums are made before blocks are brought.
bool is_worth_transforms(const op::Instance& problem, const DeviceInfo& device) {
  if (!may_transform(problem)) return false;
  if (problem.arguments.text("method") == "fft") return true;
  constexpr std::int64_t least_taps_on_gpus = 192, least_products = std::int64_t{1} << 22;
  const std::int64_t taps = problem.inputs[1].count();
  if (device.kind != DeviceKind::cpu && taps < least_taps_on_gpus) return false;
  return problem.outputs.front().count() >= least_products / taps;
}

// Whether a group's blocks have results to make, more than half of them.
bool is_filled(const op::Instance& problem, const DimensionSchedule& schedule) {
  const std::int64_t length = schedule.number("length"), taps = std::min(problem.inputs[1].count(), length / 2);
  return schedule.number("v") * (length - taps + 1) <= problem.outputs.front().shape.back();
}

// The widest transform that fits, of the shortest length that suits the mask, else of shorter ones for its parts. What
// a group has in local memory stays in a core's second cache.
std::optional<DimensionSchedule> initial_transform(const op::Instance& problem, const DeviceInfo& device) {
  if (!is_worth_transforms(problem, device)) return {};
  constexpr std::uint64_t cached = std::uint64_t{1} << 19;
  const bool cpu = device.kind == DeviceKind::cpu;
  const std::vector<int> widths = cpu ? std::vector{16, 8, 4, 2, 1} : std::vector{1};
  for (std::int64_t length = length_for(std::max<std::int64_t>(problem.inputs[1].count(), 256));
       length >= transform_lengths[0]; length /= 4)
    for (const int v : widths) {
      const DimensionSchedule found = schedule("fft", cpu ? 1 : 128, 1, 1, v, length);
      const bool suits = (v <= 4 || transform_bytes(found, problem.outputs.front().type) <= cached) &&
                         (v == 1 || is_filled(problem, found));
      if (suits && !convolve_rule(problem, device, found)) return found;
    }
  return {};
}

constexpr std::int64_t least_chunk = 64;  // taps: fewer at a time would bring more than they add

}  // namespace

op::Dimensions convolve_space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("way", {"vectors", "slide", "fft"}),
          op::numbers("group", {1, 32, 64, 128, 256}),
          op::numbers("rounds", {1, 4, 16, 64}),
          op::numbers("items", {1, 2, 4, 6, 8}),
          op::vectors(device),
          op::numbers("length", {256, 1024, 4096, 16384})};
}

std::int64_t longest_transform(std::int64_t taps) {
  return std::min<std::int64_t>(4 * length_for(taps), transform_lengths[std::size(transform_lengths) - 1]);
}

// CPUs add vectors that lie at any place, and share nothing between items. GPUs load what lies at whole vectors, and
// keep it for the taps that follow. With long masks both transform blocks.
DimensionSchedule convolve_initial(const op::Instance& problem, const DeviceInfo& device) {
  if (auto transform = initial_transform(problem, device)) return *transform;
  const bool wide = size_of(convolved_type(problem.inputs[0].type)) == sizeof(double);
  std::vector<DimensionSchedule> wanted{schedule("slide", 128, 1, 2, wide ? 2 : 4, 256),
                                        schedule("vectors", 1, 1, 2, 4, 256)};
  if (device.kind == DeviceKind::cpu) wanted = {schedule("vectors", 1, 64, 6, wide ? 8 : 16, 256)};
  wanted.push_back(schedule("fft", 1, 1, 1, 1, 256));
  const auto runs = [&](const DimensionSchedule& one) { return !convolve_rule(problem, device, one); };
  return *std::ranges::find_if(wanted.begin(), wanted.end() - 1, runs);
}

// CPUs have as many lanes of 16 bits as twice those of 32. Vectors alone have arithmetic of 16 bits: C computes single
// numbers of fewer than 32 bits in int, where the square of 65535 is too large.
SampleType convolve_sum_type(SampleType type, const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (!is_integer(type)) return convolved_type(type);
  if (size_of(type) == sizeof(std::uint64_t)) return SampleType::u64;
  const bool vectors = schedule.word("way") == "vectors" && schedule.number("v") > 1;
  if (vectors && device.kind == DeviceKind::cpu && size_of(type) <= sizeof(std::uint16_t)) return SampleType::u16;
  return SampleType::u32;
}

std::uint64_t convolve_tile_bytes(const DimensionSchedule& schedule, SampleType sum, std::int64_t chunk) {
  const std::int64_t elements = schedule.number("group") * block(schedule) + chunk + schedule.number("v");
  return static_cast<std::uint64_t>(elements) * size_of(sum);
}

std::uint64_t transform_bytes(const DimensionSchedule& schedule, SampleType sum) {
  return 4 * static_cast<std::uint64_t>(schedule.number("length") * schedule.number("v")) * size_of(sum);
}

std::optional<Exclusion> convolve_rule(const op::Instance& problem, const DeviceInfo& device,
                                       const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (auto excluded = op::barrier_rule(schedule, device)) return excluded;
  if (auto excluded = method_rule(problem, schedule)) return excluded;
  if (transforms(schedule)) return transform_rule(problem, device, schedule);
  if (schedule.number("length") != transform_lengths[0]) return Exclusion{"transform-length", "sums have no transform"};
  const int most = max_block(device, schedule.word("way") == "slide");
  if (block(schedule) > most) return Exclusion{"registers", fmt::format("a work-item has at most {} results", most)};
  const SampleType sum = convolve_sum_type(problem.inputs[0].type, device, schedule);
  if (const std::uint64_t bytes = convolve_tile_bytes(schedule, sum, least_chunk); bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("its tile has {} bytes of local memory, there are {}", bytes, device.local_memory)};
  return {};
}

}  // namespace lenslet::ops
