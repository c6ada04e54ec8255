// group: how many work-items make a group, in which shape, and how many groups a device needs.
#include <algorithm>

#include <lenslet/error.hpp>

#include "studies/kernel_row.hpp"
#include "studies/pyramid_work.hpp"

namespace lenslet::study {
namespace {

constexpr const char* shapes[] = {"runtime's", "1x64", "8x8", "16x4", "64x1", "16x16", "32x8", "128x1", "256x1"};
constexpr int sizes_of_shapes[] = {3, 9};

// All lengths divide `items`, so that each makes the same number of work-items.
constexpr std::size_t lengths[] = {32, 50, 64, 100, 128, 200, 256};
constexpr std::int64_t items = 12800;
constexpr std::int64_t all_items = 512 * items;
constexpr std::uint32_t rounds_of_item = 64;

constexpr std::size_t group_items = 256;
constexpr std::int64_t all_rounds = std::int64_t{1} << 28;
constexpr std::int64_t cpu_share = 16;  // a CPU gets this part of the work

// A number of groups that depends on the number of compute units.
struct Count {
  const char* name;
  int factor, divisor = 1, more = 0;
};

constexpr Count counts[] = {{"units / 2", 1, 2},      {"units", 1},   {"units + 1", 1, 1, 1}, {"2 units", 2},
                            {"2 units + 1", 2, 1, 1}, {"4 units", 4}, {"8 units", 8},         {"16 units", 16}};

// Only some of the results are checked: all would take the host long.
KernelRow row_of(const Experiment& experiment, std::size_t work_items, std::size_t group, std::uint32_t rounds) {
  const auto number = [](std::size_t item) { return static_cast<std::uint32_t>(item); };
  const auto check = [=](const std::vector<std::uint32_t>& got) -> Mismatch {
    for (const std::size_t item : {std::size_t{0}, work_items / 3, work_items - 1})
      if (const std::uint32_t wanted = after_rounds(number(item), rounds); got[item] != wanted)
        return fmt::format("work-item {} made {}, not {}", item, got[item], wanted);
    return {};
  };
  return steps_row(upload(experiment.queue(), values_of(work_items, number)),
                   output_for<std::uint32_t>(work_items, check), rounds, Launch{{work_items}, {group}});
}

void measure_shapes(Experiment& experiment) {
  const PyramidWork work(experiment);
  const std::size_t chart = experiment.add_chart("Both derivatives, a launch for each, by the group's shape",
                                                 "work-items of a group", {std::begin(shapes), std::end(shapes)});
  for (const int size : sizes_of_shapes) {
    for (std::size_t i = 0; i < std::size(shapes); ++i) {
      const std::string group = i == 0 ? "gauto" : fmt::format("g{}", shapes[i]);
      work.add(
          {chart, fmt::format("{0} x {0}", size), pixel_schedule(Storage::buffer, "direct.single.constant", group)},
          static_cast<double>(i), size);
    }
    experiment.measure();
  }
}

// The share of the work that the device gets: all, or a part on a CPU.
std::int64_t share_of(const Experiment& experiment, std::int64_t work) {
  return experiment.on_a_cpu() ? work / cpu_share : work;
}

void measure_lengths(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Arithmetic, by the group's length", "work-items of a group");
  const auto count = static_cast<std::size_t>(experiment.scaled(share_of(experiment, all_items), items));
  for (const std::size_t length : lengths)
    add(experiment, chart, "dependent steps", static_cast<double>(length),
        [&experiment, count, length] { return row_of(experiment, count, length, rounds_of_item); });
  experiment.measure();
}

// Divides the same work among more and more groups.
void measure_counts(Experiment& experiment) {
  const int units = std::max(experiment.device().compute_units, 1);
  std::vector<std::string> names;
  for (const Count& count : counts) names.emplace_back(count.name);
  const std::size_t chart = experiment.add_chart(
      fmt::format("Arithmetic, by the number of groups of 256, on {} compute units", units), "groups", names);
  const std::int64_t all = experiment.scaled(share_of(experiment, all_rounds));
  for (std::size_t i = 0; i < std::size(counts); ++i)
    add(experiment, chart, "the same work", static_cast<double>(i), [&experiment, all, units, &count = counts[i]] {
      const auto groups = static_cast<std::size_t>(units * count.factor / count.divisor + count.more);
      if (groups == 0) throw Error(ErrorKind::unsupported, "one compute unit has no half");
      const std::size_t work_items = groups * group_items;
      const auto rounds = static_cast<std::uint32_t>(all / static_cast<std::int64_t>(work_items) + 1);
      return row_of(experiment, work_items, group_items, rounds);
    });
  experiment.measure();
}

void add_facts(Experiment& experiment) {
  const DeviceInfo& device = experiment.device();
  const std::size_t preferred = KernelRun(experiment, row_of(experiment, 1, 1, 0)).preferred_multiple();
  experiment.report().tables.push_back(
      {"What the device says of groups",
       {"compute units", "preferred multiple", "largest group"},
       {{fmt::format("{}", device.compute_units), fmt::format("{}", preferred), fmt::format("{}", device.max_group)}},
       0});
}

}  // namespace

void group(Experiment& experiment) {
  experiment.attempt([&] { add_facts(experiment); });
  measure_shapes(experiment);
  measure_lengths(experiment);
  measure_counts(experiment);
}

}  // namespace lenslet::study
