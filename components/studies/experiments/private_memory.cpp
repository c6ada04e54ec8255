// private-memory: where a work-item's own value is kept, and private arrays that cannot be registers.
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

const std::string file = "private_memory.cl";
constexpr std::uint32_t rounds = 1024;  // changes of the value; a multiple of `places`
constexpr std::uint32_t places = 16;    // of the private array
constexpr std::int64_t full_items = std::int64_t{1} << 22;
constexpr std::int64_t cpu_share = 16;  // a CPU gets this part of the work
constexpr std::size_t max_group = 128;

// The places on the axis.
const std::vector<std::string> memories = {"private", "local", "global"};
const std::vector<std::string> arrays = {"known", "by the run"};

std::uint32_t after(std::uint32_t value, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) value = value * 1664525u + 1013904223u;
  return value;
}

std::size_t items_of(const Experiment& experiment) {
  const std::int64_t full = experiment.on_a_cpu() ? full_items / cpu_share : full_items;
  return static_cast<std::size_t>(experiment.scaled(full, static_cast<std::int64_t>(max_group)));
}

// Only some of the results are checked: all would take the host long.
template <class Expected>
Output checked(std::size_t items, Expected expected) {
  return output_for<std::uint32_t>(items, [=](const std::vector<std::uint32_t>& got) -> Mismatch {
    for (const std::size_t item : {std::size_t{0}, items / 3, items - 1})
      if (const std::uint32_t wanted = expected(static_cast<std::uint32_t>(item)); got[item] != wanted)
        return fmt::format("work-item {} made {}, not {}", item, got[item], wanted);
    return {};
  });
}

template <class Expected>
KernelRow row_of(const Experiment& experiment, const std::string& kernel, Expected expected) {
  const std::size_t items = items_of(experiment), group = experiment.group(max_group);
  const auto values = values_of(items, [](std::size_t item) { return static_cast<std::uint32_t>(item); });
  return {file,
          kernel,
          {},
          {upload(experiment.queue(), values), checked(items, expected), rounds},
          launch_of(items / group, group)};
}

void add_values(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("A value that each work-item changes 1024 times", "memory", memories);
  for (std::size_t i = 0; i < memories.size(); ++i)
    add(experiment, chart, "one value", static_cast<double>(i), [&experiment, i] {
      KernelRow row = row_of(experiment, "keep_" + memories[i], [](std::uint32_t item) { return after(item, rounds); });
      if (memories[i] == "local") row.arguments.emplace_back(Local{row.launch.group() * sizeof(std::uint32_t)});
      return row;
    });
}

std::uint32_t sum_of_array(std::uint32_t item) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < places; ++i) sum += after(item + i, rounds / places);
  return sum;
}

void add_arrays(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("As many changes of a private array of 16 values", "the place that is changed is", arrays);
  for (std::size_t i = 0; i < arrays.size(); ++i)
    add(experiment, chart, "private array", static_cast<double>(i), [&experiment, i] {
      KernelRow row = row_of(experiment, "keep_array", sum_of_array);
      row.arguments.emplace_back(std::uint32_t{1});
      if (i == 0) row.defines = {{"KNOWN", 1}};
      return row;
    });
}

}  // namespace

void private_memory(Experiment& experiment) {
  add_values(experiment);
  add_arrays(experiment);
  experiment.measure();
}

}  // namespace lenslet::study
