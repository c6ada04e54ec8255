// local-memory: how much sooner local memory answers than global memory, and how much more it gives.
#include <memory>
#include <numeric>
#include <random>

#include "study/kernel_row.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::uint32_t steps = 16384;                     // of a walk
constexpr std::int64_t full_walk = std::int64_t{1} << 28;  // bytes
constexpr std::int64_t least_walk = 1024;
constexpr std::size_t line_values = 32;  // 128 bytes: no two nodes of a walk in global memory share a cache line
constexpr std::uint32_t local_values = 1024;
constexpr std::uint32_t reads = 256;  // of a work-item
constexpr std::int64_t full_reads = std::int64_t{1} << 26;
constexpr std::size_t largest_group = 256;
constexpr std::uint32_t banks = 32;

constexpr const char* from_global = "global memory";
constexpr const char* from_local = "local memory";

// One circle through all nodes in random order (Sattolo 1986); `apart`: values from one node to the next.
Numbers circle(std::size_t nodes, std::size_t apart) {
  Numbers order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random(1);
  for (std::size_t i = nodes - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
  Numbers next(nodes * apart);
  for (std::size_t i = 0; i < nodes; ++i) next[i * apart] = order[i] * static_cast<std::uint32_t>(apart);
  return next;
}

KernelRow walk_row(const ocl::Queue& queue, std::size_t bytes, bool local) {
  const std::size_t apart = local ? 1 : line_values;
  const auto next = std::make_shared<const Numbers>(circle(bytes / sizeof(std::uint32_t) / apart, apart));
  const auto end = [next] {
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < steps; ++i) at = (*next)[at];
    return Numbers{at};
  };
  KernelRow row{"local_memory.cl",
                local ? "walk_local" : "walk_global",
                {},
                {upload(queue, *next), output(Numbers{0}, end), steps},
                launch_of(1, 1)};
  if (local) row.arguments.insert(row.arguments.end(), {static_cast<std::uint32_t>(next->size()), Local{bytes}});
  return row;
}

// Each work-item's sum of values that repeat from 0 to 15. `first` and `step`: of the places that it reads, by its
// number in the group.
template <class First>
Argument sums(std::size_t items, std::size_t group, First first, std::size_t step) {
  return output<float>(items, [=] {
    std::vector<float> all(items);
    for (std::size_t i = 0; i < items; ++i)
      for (std::size_t read = 0; read < reads; ++read)
        all[i] += static_cast<float>((first(i % group) + read * step) % local_values % 16);
    return all;
  });
}

// `spread`: 0 for global memory.
KernelRow sum_row(const Experiment& experiment, std::size_t count, std::uint32_t spread) {
  KernelRow row{"local_memory.cl", spread > 0 ? "sum_local" : "sum_global"};
  const std::size_t items = count / reads;
  const std::size_t group = group_for(StudyProgram(experiment, row.file).kernel(row.kernel), largest_group);
  row.launch = launch_of(items / group, group);
  if (spread > 0) {
    row.arguments = {sums(
                         items, group, [spread](std::size_t item) { return item * spread; }, 1),
                     reads,
                     spread,
                     std::uint32_t{1},
                     local_values,
                     Local{local_values * sizeof(float)}};
    return row;
  }
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 16);
  row.arguments = {sums(
                       items, group, [](std::size_t item) { return item; }, group),
                   reads, upload(experiment.queue(), values)};
  return row;
}

void add_walks(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("16384 reads, each of which waits for the one before", "KB walked over");
  const auto walk = [&](const char* line, std::int64_t bytes, bool local) {
    add(experiment, chart, line, static_cast<double>(bytes) / 1024, [&queue = experiment.queue(), bytes, local] {
      return walk_row(queue, static_cast<std::size_t>(bytes), local);
    });
  };
  for (std::int64_t bytes = experiment.scaled(full_walk, least_walk); bytes >= least_walk; bytes /= 16)
    walk(from_global, bytes / least_walk * least_walk, false);
  for (const std::int64_t bytes : {least_walk, 4 * least_walk, 16 * least_walk}) walk(from_local, bytes, true);
}

void run(Experiment& experiment) {
  add_walks(experiment);
  const std::size_t chart = experiment.add_chart("Reads by all work-items", "reads");
  const auto count = static_cast<std::size_t>(experiment.scaled(full_reads, reads * largest_group));
  const auto sum = [&](const char* line, std::uint32_t spread) {
    add(experiment, chart, line, static_cast<double>(count),
        [&experiment, count, spread] { return sum_row(experiment, count, spread); });
  };
  sum(from_global, 0);
  sum(from_local, 1);
  sum("local memory, 32 values apart", banks);
  experiment.measure();
  experiment.note(
      "A walk goes on in every run where the last one ended, so what it reads was not read before. Where all of it "
      "fits a cache, the reads of global memory are the cache's.");
  if (experiment.session().device().kind == DeviceKind::cpu)
    experiment.note("A CPU's local memory is ordinary memory, small enough to stay in the nearest cache.");
}

}  // namespace

Study local_memory() {
  return {"local-memory", run};
}

}  // namespace lenslet::study
