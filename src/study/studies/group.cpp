// group: how many work-items make a group, in which shape, and how many groups a device wants.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "study/judgement.hpp"
#include "study/kernel_row.hpp"
#include "study/pyramid_work.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr const char* shapes[] = {"runtime's", "1x64", "8x8", "16x4", "64x1", "16x16", "32x8", "128x1", "256x1"};
constexpr int sizes_of_shapes[] = {3, 9};

// All divide `items`, so that each of them makes as many work-items do the same.
constexpr std::size_t lengths[] = {32, 50, 64, 100, 128, 200, 256};
constexpr std::int64_t items = 12800;
constexpr std::int64_t all_items = 512 * items;
constexpr std::int64_t rounds_of_item = 1024;

constexpr std::size_t group_items = 256;
constexpr std::int64_t all_rounds = std::int64_t{1} << 32;
constexpr std::int64_t cpu_share = 16;  // of that work a CPU gets one part in so many

std::uint32_t chain(std::uint32_t value, std::uint32_t rounds) {
  for (std::uint32_t i = 0; i < rounds; ++i) {
    value = value * 1664525u + 1013904223u;
    value ^= value >> 15;
  }
  return value;
}

// Steps that wait for each other. Some of the results are looked at: all would take the host long.
KernelRow chain_row(std::size_t work_items, std::size_t group, std::uint32_t rounds) {
  const auto fault = [work_items, rounds](const std::vector<std::uint32_t>& got) -> std::optional<std::string> {
    for (const std::size_t item : {std::size_t{0}, work_items / 3, work_items - 1})
      if (const std::uint32_t wanted = chain(static_cast<std::uint32_t>(item), rounds); got[item] != wanted)
        return fmt::format("work-item {} made {}, not {}", item, got[item], wanted);
    return {};
  };
  return {
      "group.cl", "chain", {}, {output_for<std::uint32_t>(work_items, fault), rounds}, Launch{{work_items}, {group}}};
}

void add_shapes(Experiment& experiment) {
  PyramidWork work(experiment);
  const std::size_t chart = experiment.add_chart("Both derivatives, a launch for each, by the group's shape",
                                                 "work-items of a group", {std::begin(shapes), std::end(shapes)});
  for (const int size : sizes_of_shapes) {
    for (std::size_t i = 0; i < std::size(shapes); ++i) {
      const std::string group = i == 0 ? "gauto" : fmt::format("g{}", shapes[i]);
      work.add_at(chart, fmt::format("{0} x {0}", size), static_cast<double>(i), size,
                  pixel_schedule(Storage::buffer, "direct.single.constant", group));
    }
    experiment.measure();
  }
}

void add_lengths(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Arithmetic, by the group's length", "work-items of a group");
  const std::int64_t share = has_texture_units(experiment) ? 1 : cpu_share;
  const auto count = static_cast<std::size_t>(experiment.scaled(all_items / share, items));
  for (const std::size_t length : lengths)
    add(experiment, chart, "dependent steps", static_cast<double>(length),
        [count, length] { return chain_row(count, length, rounds_of_item); });
  experiment.measure();
}

// The same work divided among more and more groups.
void judge_counts(Experiment& experiment) {
  const int units = std::max(experiment.session().device().compute_units, 1);
  const std::set<int> counts = {units / 2,     units,     units + 1, 2 * units,
                                2 * units + 1, 4 * units, 8 * units, 16 * units};
  const std::size_t chart = experiment.add_chart(
      fmt::format("Arithmetic, by the number of groups, on {} compute units", units), "groups of 256");
  const std::int64_t all = experiment.scaled(all_rounds / (has_texture_units(experiment) ? 1 : cpu_share));
  for (const int count : counts) {
    if (count == 0) continue;
    const std::size_t work_items = static_cast<std::size_t>(count) * group_items;
    const auto rounds = static_cast<std::uint32_t>(all / static_cast<std::int64_t>(work_items) + 1);
    add(experiment, chart, "the same work", count,
        [work_items, rounds] { return chain_row(work_items, group_items, rounds); });
  }
  experiment.measure();
  const auto at = [chart](int groups) { return Place{chart, "the same work", static_cast<double>(groups)}; };
  Judgement judgement(experiment, 50);
  if (units > 1)
    judgement.faster(at(units), at(units / 2))
        .faster(at(units), at(units + 1))
        .faster(at(2 * units), at(2 * units + 1));
  else
    judgement.cannot("one compute unit has neither a half nor a remainder");
  experiment.report().claims.push_back(judgement.faster(at(2 * units), at(units)).claim());
}

void add_facts(Experiment& experiment) {
  const DeviceInfo& device = experiment.session().device();
  const std::size_t preferred = StudyProgram(experiment, "group.cl").kernel("chain").preferred_multiple();
  experiment.report().tables.push_back(
      {"What the device says of groups",
       {"compute units", "preferred multiple", "largest group"},
       {{fmt::format("{}", device.compute_units), fmt::format("{}", preferred), fmt::format("{}", device.max_group)}},
       0});
}

void run(Experiment& experiment) {
  experiment.attempt([&] { add_facts(experiment); });
  add_shapes(experiment);
  add_lengths(experiment);
  judge_counts(experiment);
}

}  // namespace

Study group() {
  return {"group", run};
}

}  // namespace lenslet::study
