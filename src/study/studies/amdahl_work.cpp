// Arithmetic and reading in parts, on sub-devices or by few work-groups.
#include "study/studies/amdahl_work.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "ocl/sub_device.hpp"
#include "rounding.hpp"
#include "study/kernel_row.hpp"

namespace lenslet::study::scaling {

struct Units {
  ocl::Queue queue;
  StudyProgram program;
};

namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr const char* file = "amdahl.cl";
constexpr std::int64_t full_rounds = 16384;
constexpr std::int64_t full_values = std::int64_t{1} << 22;  // of 16 bytes
constexpr std::size_t largest_group = 256;
constexpr std::size_t values_per_item = 16;
constexpr std::size_t groups_per_unit = 4;

std::uint32_t result_of(std::uint32_t start, std::uint32_t rounds) {
  std::uint32_t x = start;
  for (std::uint64_t step = 0; step < std::uint64_t{32} * rounds; ++step) {
    x = x * 1664525u + 1013904223u;
    x ^= x >> 15;
  }
  return x;
}

std::size_t group_of(const Units& units, const std::string& kernel) {
  return group_for(units.program.kernel(kernel), largest_group);
}

KernelRow arithmetic_row(const Units& units, std::size_t groups, std::uint32_t rounds) {
  const std::size_t group = group_of(units, "compute"), items = groups * group;
  const auto expected = [items, rounds] {
    Numbers all(items);
    for (std::size_t i = 0; i < items; ++i)
      all[i] = i < 16 ? result_of(static_cast<std::uint32_t>(i), rounds) : all[i % 16];
    return all;
  };
  return {file, "compute", {}, {output<std::uint32_t>(items, expected), rounds}, launch_of(groups, group)};
}

// `groups`: 0 for as many as take values_per_item for each work-item.
KernelRow memory_row(const Units& units, std::size_t groups, std::size_t count) {
  const std::size_t group = group_of(units, "read_all");
  if (groups == 0) groups = std::max<std::size_t>(count / group / values_per_item, 1);
  Numbers values(4 * count);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  const auto sum_of = [](const Numbers& all) { return Numbers{std::reduce(all.begin(), all.end(), 0u)}; };
  const auto fault = [sum_of, expected = sum_of(values)](const Numbers& sums) {
    return first_difference(sum_of(sums), expected);
  };
  return {file,
          "read_all",
          {},
          {output_for<std::uint32_t>(4 * groups * group, fault), static_cast<std::uint32_t>(count),
           upload(units.queue, values)},
          launch_of(groups, group)};
}

}  // namespace

Work::Work(const Experiment& experiment, bool divides) : experiment_(experiment), divides_(divides) {
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  groups_ = groups_per_unit * std::bit_ceil(units);
  rounds_ = static_cast<std::uint32_t>(experiment.scaled(full_rounds, static_cast<std::int64_t>(groups_)));
  values_ = static_cast<std::size_t>(experiment.scaled(full_values, values_per_item * largest_group));
}

std::shared_ptr<const Units> Work::take(std::size_t n) {
  std::shared_ptr<const Units>& found = made_[n];
  if (found) return found;
  const ocl::Queue& whole = experiment_.queue();
  const ocl::Queue queue = divides_ ? ocl::Queue(ocl::sub_device(whole.device(), static_cast<int>(n))) : whole;
  found = std::make_shared<const Units>(Units{queue, StudyProgram(queue, file)});
  return found;
}

Ready Work::ready(const std::string& line, std::size_t n) {
  const std::shared_ptr<const Units> units = take(n);
  const auto parts = std::make_shared<std::vector<KernelRun>>();
  const auto part = [&](const KernelRow& row) { parts->emplace_back(units->queue, units->program, row); };
  const std::size_t groups = divides_ ? groups_ : n;
  const auto parallel = static_cast<std::uint32_t>(divide_up(rounds_ * (line == grown ? n : 1), groups));
  if (line == half_serial || line == grown) part(arithmetic_row(*units, 1, rounds_));
  part(line == memory ? memory_row(*units, divides_ ? 0 : n, values_) : arithmetic_row(*units, groups, parallel));
  std::string how = divides_ ? fmt::format("a sub-device of {} compute units", n) : "the whole device";
  for (const KernelRun& one : *parts)
    how += fmt::format(", {} groups of {}", one.step().launch.groups(), one.step().launch.group());
  const auto launch = [units, parts] {
    std::vector<ocl::Event> events;
    for (const KernelRun& one : *parts) events.push_back(enqueue(units->queue, one.step().kernel, one.step().launch));
    return events;
  };
  return {[launch] { return timed_ms(launch); }, how, units->program.source(),
          [parts]() -> std::optional<std::string> {
            for (const KernelRun& one : *parts)
              if (auto found = one.fault()) return found;
            return {};
          }};
}

}  // namespace lenslet::study::scaling
