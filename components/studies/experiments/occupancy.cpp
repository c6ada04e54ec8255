// occupancy: how many groups a unit needs at once, by the local memory that each takes.
#include <numeric>
#include <random>

#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

const std::string file = "occupancy.cl";
constexpr std::size_t shares[] = {16, 8, 4, 2, 1};  // of the local memory that a group may take
const std::vector<std::string> names = {"1/16", "1/8", "1/4", "1/2", "all"};
constexpr std::size_t group_items = 64;
constexpr std::int64_t full_items = std::int64_t{1} << 18;
constexpr std::int64_t full_nodes = std::int64_t{1} << 26;  // of the walk: more than any cache holds
constexpr std::int64_t cpu_share = 16;                      // a CPU gets this part of the work
constexpr std::uint32_t steps = 64, rounds = 256;
constexpr std::uint32_t steps_in_a_round = 4;  // of each chain

std::int64_t share_of(const Experiment& experiment, std::int64_t full) {
  return experiment.on_a_cpu() ? full / cpu_share : full;
}

std::size_t items_of(const Experiment& experiment) {
  return static_cast<std::size_t>(
      experiment.scaled(share_of(experiment, full_items), static_cast<std::int64_t>(group_items)));
}

// One circle through all nodes in random order (Sattolo 1986), and where each item begins and ends.
struct Walk {
  Numbers begin, end;
  ocl::Buffer next;
};

Walk make_walk(const Experiment& experiment) {
  Numbers next(static_cast<std::size_t>(experiment.scaled(share_of(experiment, full_nodes))));
  std::iota(next.begin(), next.end(), 0u);
  std::mt19937 random(1);
  for (std::size_t i = next.size() - 1; i > 0; --i) std::swap(next[i], next[random() % i]);
  Numbers begin = values_of(items_of(experiment), [&](std::size_t item) {
    return static_cast<std::uint32_t>(scrambled(item) % next.size());
  });
  Numbers end = begin;
  for (std::uint32_t& at : end)
    for (std::uint32_t i = 0; i < steps; ++i) at = next[at];
  return {std::move(begin), std::move(end), upload(experiment.queue(), next)};
}

// Groups of 64, or of fewer where the device has no larger ones.
Launch launch(const Experiment& experiment) {
  const std::size_t group = experiment.group(group_items);
  return launch_of(items_of(experiment) / group, group);
}

// The whole is a sixteenth less: NVIDIA's driver starts no group that takes all that it says a group may have.
Local room(const Experiment& experiment, std::size_t share) {
  const std::size_t all = experiment.device().local_memory, part = share == 1 ? all - all / 16 : all / share;
  return {std::max(part / sizeof(std::uint32_t), group_items) * sizeof(std::uint32_t)};
}

KernelRow walk_row(const Experiment& experiment, const Walk& walk, std::size_t share) {
  return {file,
          "walk",
          {},
          {walk.next, output(walk.begin, [end = walk.end] { return end; }), steps, room(experiment, share)},
          launch(experiment)};
}

std::uint32_t computed(std::uint32_t item) {
  std::uint32_t value = 0;
  for (std::uint32_t chain = 0; chain < 4; ++chain) {
    std::uint32_t x = item + chain;
    for (std::uint32_t i = 0; i < rounds * steps_in_a_round; ++i) x = x * 1664525u + 1013904223u;
    value ^= x;
  }
  return value;
}

KernelRow compute_row(const Experiment& experiment, std::size_t share) {
  const std::size_t items = items_of(experiment);
  const auto check = [items](const Numbers& got) -> Mismatch {
    for (const std::size_t item : {std::size_t{0}, items / 3, items - 1})
      if (const std::uint32_t wanted = computed(static_cast<std::uint32_t>(item)); got[item] != wanted)
        return fmt::format("work-item {} made {}, not {}", item, got[item], wanted);
    return {};
  };
  return {file,
          "compute",
          {},
          {output_for<std::uint32_t>(items, check), rounds, room(experiment, share)},
          launch(experiment)};
}

}  // namespace

void occupancy(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("Groups of 64, by the local memory that each takes", "of the local memory", names);
  const auto walk = lazy([&experiment] { return make_walk(experiment); });
  for (std::size_t i = 0; i < std::size(shares); ++i) {
    add(experiment, chart, "reads that wait", static_cast<double>(i),
        [&experiment, walk, i] { return walk_row(experiment, walk.get(), shares[i]); });
    add(experiment, chart, "independent arithmetic", static_cast<double>(i),
        [&experiment, i] { return compute_row(experiment, shares[i]); });
  }
  experiment.measure();
  experiment.report().tables.push_back(
      {"What the device says of local memory",
       {"bytes of a group", "compute units"},
       {{fmt::format("{}", experiment.device().local_memory), fmt::format("{}", experiment.device().compute_units)}},
       0});
  if (experiment.on_a_cpu())
    experiment.note("A core of a CPU runs one group after the other, however little local memory each takes.");
}

}  // namespace lenslet::study
