// Lists the schedules of histograms.
#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "op/cases.hpp"
#include "op/dimensions.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

constexpr std::uint64_t max_private = 32768;      // bytes of a work-item: the first cache of CPUs
constexpr std::uint64_t max_stack = 1ull << 19;   // bytes of a group's work-items: some drivers keep them on a stack
constexpr std::uint64_t good_local = 32768;       // with more, too few groups work at a time
constexpr std::uint64_t max_global = 1ull << 28;  // bytes of all copies
constexpr std::uint64_t max_unrolled = 64;        // elements of a round; compiling more takes long
constexpr std::uint64_t max_atomic = 1024;        // bins that groups add by atomics unless told otherwise
constexpr std::int64_t min_for_pairs = 1 << 22;   // elements: fewer do not pay for clearing and adding 65536 counters

std::uint64_t number(const DimensionSchedule& schedule, std::string_view dimension) {
  return static_cast<std::uint64_t>(schedule.number(dimension));
}

// Returns the elements that a work-item loads at a time: the unit of histogram_count.cl.
std::uint64_t unit_of(const ArrayType& input, int channels, std::uint64_t words) {
  const std::uint64_t load = words * word_bytes(input.type) / size_of(input.type);
  return channels == 3 ? 3 * load : std::max(load, static_cast<std::uint64_t>(channels));
}

std::optional<Exclusion> private_rule(std::uint64_t bytes, std::uint64_t copies, std::uint64_t group,
                                      const DeviceInfo& device) {
  if (bytes * copies > max_private)
    return Exclusion{"private-bins",
                     fmt::format("a work-item's own bins take {} bytes, allowed: {}", bytes * copies, max_private)};
  if (bytes * copies * group > max_stack)
    return Exclusion{"private-bins", fmt::format("own bins of {} work-items take {} bytes, allowed: {}", group,
                                                 bytes * copies * group, max_stack)};
  if (group > 1 && bytes > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("the bins take {} bytes of {} of local memory", bytes, device.local_memory)};
  return {};
}

std::optional<Exclusion> local_rule(std::uint64_t bytes, std::uint64_t copies, std::uint64_t group,
                                    const DeviceInfo& device) {
  if (copies > group) return Exclusion{"copies", "no work-item has more than one copy"};
  if (bytes * copies > device.local_memory)
    return Exclusion{"local-memory",
                     fmt::format("the bins take {} bytes of {} of local memory", bytes * copies, device.local_memory)};
  return {};
}

std::optional<Exclusion> pairs_rule(const ArrayType& input, int channels, std::uint64_t copies, std::uint64_t group,
                                    const DeviceInfo& device) {
  if (input.type != SampleType::u8 || channels != 1) return Exclusion{"pairs-type", "pairs are of u8 with 1 channel"};
  if (group != 1) return Exclusion{"pairs-group", "pairs are for groups of one work-item"};
  if (copies > 2) return Exclusion{"copies", "pairs have at most 2 copies"};
  if (ocl::max_loop_rounds(device) > 0)
    return Exclusion{"loop-rounds", "pairs are for devices whose loops may be long"};
  return {};
}

std::optional<Exclusion> atomic_rule(const Load& load, const DimensionSchedule& schedule) {
  if (schedule.word("bins") != "local") return Exclusion{"atomic-bins", "atomics merge bins in local memory"};
  if (load.input.count() >> 32 == 0) return {};
  return Exclusion{"atomic-width",
                   fmt::format("atomic sums have 32 bits, too few for {} elements", load.input.count())};
}

// Returns the widest group that the device has, up to `wanted`.
int group_for(const DeviceInfo& device, int wanted) {
  while (wanted > 1 && static_cast<std::uint64_t>(wanted) > device.max_group) wanted /= 2;
  return wanted < 64 ? 1 : wanted;
}

struct CounterChoice {
  const char *bins, *merge, *loads;
  int copies, group, groups, items;
  const char* words;
};

// Chooses for CPUs: few long work-items, whose own bins need no atomics.
CounterChoice cpu_choice(const Load& load, const DeviceInfo& device) {
  const std::uint64_t bytes = load.size * sizeof(std::uint32_t);
  const bool is_u8 = size_of(load.input.type) == 1;
  if (!pairs_rule(load.input, load.channels, 1, 1, device) && load.input.count() >= min_for_pairs)
    return {"pairs", "device", "plain", 1, 1, 2, 1, "4"};
  const int items = is_u8 ? 1 : 2;
  const char* words = is_u8 ? "2" : "4";
  if (bytes * 4 <= max_private) return {"private", "device", "plain", 4, 1, 4, items, words};
  if (bytes <= max_private) return {"private", "device", "plain", 1, 1, 4, items, words};
  return {"global", "device", "plain", 1, 1, 1, items, words};
}

// Returns the local memory for a group. NVIDIA's drivers give a group 48 KB of the 100 to 228 that a unit has.
// Elsewhere a group can have all of a unit's memory, and gets a part.
std::uint64_t room_on(const DeviceInfo& device) {
  return device.local_memory == 49152 ? device.local_memory : std::min(good_local, device.local_memory);
}

// Chooses for GPUs. There are as many copies as banks, if that leaves room for other groups. No more groups run than
// fit at a time, since each one clears and adds bins. Prefetches hide the memory's latency instead.
CounterChoice gpu_choice(const Load& load, const DeviceInfo& device) {
  const std::uint64_t bytes = load.size * sizeof(std::uint32_t), room = room_on(device);
  const int group = group_for(device, bytes * 8 > good_local ? 1024 : 512);
  int copies = 32;
  while (copies > 1 && (bytes * static_cast<std::uint64_t>(copies) > room || copies > group)) copies /= 2;
  if (bytes * static_cast<std::uint64_t>(copies) > device.local_memory)
    return {"global", "device", "plain", 32, group_for(device, 256), 8, 1, "4"};
  const char* merge = load.size <= max_atomic && load.input.count() >> 32 == 0 ? "atomic" : "device";
  return {"local", merge, "prefetch", copies, group, 2, load.channels == 3 ? 1 : 2, load.channels == 1 ? "8" : "4"};
}

}  // namespace

std::size_t word_bytes(SampleType type) {
  return std::max<std::size_t>(size_of(type), 4);
}

op::Dimensions counter_space(std::vector<std::string> merges) {
  return {op::words("bins", {"local", "private", "global", "pairs"}),
          op::words("merge", std::move(merges)),
          op::words("loads", {"plain", "prefetch"}),
          op::numbers("copies", {1, 2, 4, 8, 16, 32}),
          op::numbers("group", {1, 64, 128, 256, 512, 1024}),
          op::numbers("groups", {1, 2, 4, 8, 16}),
          op::numbers("items", {1, 2, 4}),
          op::numbers("v", {1, 2, 4, 8})};
}

DimensionSchedule counter_initial(const Load& load, const DeviceInfo& device) {
  CounterChoice choice = device.kind == DeviceKind::cpu ? cpu_choice(load, device) : gpu_choice(load, device);
  const auto fits = [&](int copies) {
    return load.size * sizeof(std::uint32_t) * static_cast<std::uint64_t>(copies) <= max_global;
  };
  while (choice.copies > 1 && !fits(choice.copies)) choice.copies /= 2;
  return DimensionSchedule({{"bins", choice.bins},
                            {"merge", choice.merge},
                            {"loads", choice.loads},
                            {"copies", fmt::format("{}", choice.copies)},
                            {"group", fmt::format("{}", choice.group)},
                            {"groups", fmt::format("{}", choice.groups)},
                            {"items", fmt::format("{}", choice.items)},
                            {"v", choice.words}});
}

std::optional<Exclusion> counter_rule(const Load& load, const DeviceInfo& device, const DimensionSchedule& schedule) {
  const std::uint64_t bytes = load.size * sizeof(std::uint32_t), copies = number(schedule, "copies");
  const std::uint64_t group = number(schedule, "group");
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.word("merge") == "atomic")
    if (auto excluded = atomic_rule(load, schedule)) return excluded;
  const std::uint64_t elements = number(schedule, "items") * unit_of(load.input, load.channels, number(schedule, "v"));
  if (elements > max_unrolled)
    return Exclusion{"unrolled",
                     fmt::format("a work-item takes {} elements in a round, allowed: {}", elements, max_unrolled)};
  if (schedule.word("bins") == "private") return private_rule(bytes, copies, group, device);
  if (schedule.word("bins") == "pairs") return pairs_rule(load.input, load.channels, copies, group, device);
  if (schedule.word("bins") == "local") return local_rule(bytes, copies, group, device);
  if (bytes * copies <= max_global || copies == 1) return {};
  return Exclusion{"global-bins",
                   fmt::format("the bins take {} bytes, allowed: {}, or one copy", bytes * copies, max_global)};
}

std::uint32_t merge_group(const DeviceInfo& device) {
  const std::uint64_t wanted = device.kind == DeviceKind::cpu ? 64 : 256;
  return static_cast<std::uint32_t>(std::bit_floor(std::min(wanted, device.max_group)));
}

std::uint32_t counter_groups(std::int64_t count, std::int64_t in_a_round, int rounds_of_element,
                             const DimensionSchedule& schedule, const DeviceInfo& device) {
  const std::int64_t wanted = op::groups_on(device, schedule), group = schedule.number("group");
  const std::int64_t full = divide_up(count, in_a_round * group);  // more groups have nothing to do
  std::int64_t least = count / (std::int64_t{1} << 31) + 1;        // a group counts below 2^32
  if (ocl::max_loop_rounds(device) > 0) {
    const std::int64_t rounds = static_cast<std::int64_t>(ocl::max_loop_rounds(device)) / 4 / rounds_of_element;
    least = std::max(least, count / (group * rounds) + 1);
  }
  return static_cast<std::uint32_t>(std::max(std::min(wanted, full), least));
}

void count_levels_first(op::Op& op, Load (*load_of)(const op::Instance&),
                        std::function<Call(const op::Instance&, std::span<const std::uint64_t> counts)> then) {
  op.space = [](const auto&, const auto&) { return counter_space({"device", "host", "atomic"}); };
  op.initial = [load_of](const auto& problem, const auto& device) { return counter_initial(load_of(problem), device); };
  op.rule = [load_of](const auto& problem, const auto& device, const DimensionSchedule& schedule) {
    return counter_rule(load_of(problem), device, schedule);
  };
  const auto size = [load_of](const op::Instance& problem) { return static_cast<std::size_t>(load_of(problem).size); };
  op.counting = op::Counting{
      size,
      [](const op::Instance&, const ImageView& part, std::span<std::uint64_t> counts) { count_levels(part, counts); },
      std::move(then)};
  // The schedules are those of histogram, whose own proofs cover each.
  op.proofs = op::cases_of_shared_schedules;
  op.typical.type = SampleType::u8;
  op.typical.fills = {array::Fill::random, array::Fill::small};
  op.bytes = [](const op::Instance& problem) { return 3 * bytes_of(ValueType(problem.inputs.image(0))); };
}

}  // namespace lenslet::ops
