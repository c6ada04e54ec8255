// local-memory: how much sooner local memory answers than global memory, and how much more it gives.
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "study/launch.hpp"
#include "study/program.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr std::uint32_t steps = 16384;                     // of a walk
constexpr std::int64_t full_walk = std::int64_t{1} << 28;  // bytes
constexpr std::int64_t least_walk = 1024;
constexpr std::size_t line_values = 32;  // 128 bytes: no two nodes of a walk in global memory share a cache line
constexpr std::size_t local_values = 1024;
constexpr std::uint32_t reads = 256;  // of a work-item
constexpr std::int64_t full_reads = std::int64_t{1} << 26;
constexpr std::size_t largest_group = 256;
constexpr std::uint32_t banks = 32;
constexpr double about_100 = 50;  // what counts as that

constexpr const char* from_global = "global memory";
constexpr const char* from_local = "local memory";
constexpr const char* in_one_bank = "local memory, 32 values apart";

// One circle through all nodes in random order (Sattolo 1986); `apart`: values from one node to the next.
std::vector<std::uint32_t> circle(std::size_t nodes, std::size_t apart) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random(1);
  for (std::size_t i = nodes - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
  std::vector<std::uint32_t> next(nodes * apart);
  for (std::size_t i = 0; i < nodes; ++i) next[i * apart] = order[i] * static_cast<std::uint32_t>(apart);
  return next;
}

Ready walk_ready(const Experiment& experiment, std::size_t bytes, bool local) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "local_memory.cl");
  const std::size_t apart = local ? 1 : line_values;
  const std::vector<std::uint32_t> next = circle(bytes / sizeof(std::uint32_t) / apart, apart);
  const ocl::Buffer nodes = upload(queue, next), place = upload(queue, std::vector<std::uint32_t>{0});
  auto kernel = std::make_shared<ocl::Kernel>(program.kernel(local ? "walk_local" : "walk_global"));
  kernel->set(0, nodes);
  kernel->set(1, place);
  kernel->set(2, steps);
  if (local) kernel->set(3, static_cast<std::uint32_t>(next.size()));
  if (local) kernel->set(4, nullptr, bytes);
  std::uint32_t end = 0;
  for (std::uint32_t i = 0; i < steps; ++i) end = next[end];
  return {[&queue, kernel, nodes] { return launch_ms(queue, *kernel, launch_of(1, 1)); },
          fmt::format("one work-item, {} reads", steps), program.source(),
          [&queue, place, end]() -> std::optional<std::string> {
            const std::uint32_t found = download<std::uint32_t>(queue, place, 1)[0];
            if (found == end) return {};
            return fmt::format("the walk ends at {}, not {}", found, end);
          }};
}

// The sum of a work-item's reads, by its place in the group.
std::vector<float> expected_sums(std::size_t group, std::uint32_t spread) {
  std::vector<float> sums(group);
  for (std::size_t id = 0; id < group; ++id)
    for (std::uint32_t i = 0; i < reads; ++i) sums[id] += static_cast<float>((id * spread + i) % local_values % 16);
  return sums;
}

std::optional<std::string> fault_in(const std::vector<float>& sums, const std::vector<float>& expected) {
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i] != expected[i % expected.size()])
      return fmt::format("the sum of work-item {} is {}, not {}", i, sums[i], expected[i % expected.size()]);
  return {};
}

// `spread`: 0 for global memory, which holds the values 0 to 15 over and over.
Ready sum_ready(const Experiment& experiment, std::size_t count, std::uint32_t spread) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "local_memory.cl");
  auto kernel = std::make_shared<ocl::Kernel>(program.kernel(spread > 0 ? "sum_local" : "sum_global"));
  const std::size_t items = count / reads, group = group_for(*kernel, largest_group);
  const ocl::Buffer out = queue.allocate(items * sizeof(float));
  kernel->set(0, out);
  kernel->set(1, reads);
  std::vector<float> expected(group);
  std::optional<ocl::Buffer> in;
  if (spread > 0) {
    kernel->set(2, spread);
    kernel->set(3, std::uint32_t{1});
    kernel->set(4, static_cast<std::uint32_t>(local_values));
    kernel->set(5, nullptr, local_values * sizeof(float));
    expected = expected_sums(group, spread);
  } else {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 16);
    for (std::size_t id = 0; id < group; ++id)
      for (std::size_t i = 0; i < reads; ++i) expected[id] += static_cast<float>((id + i * group) % 16);
    kernel->set(2, in.emplace(upload(queue, values)));
  }
  return {[&queue, kernel, in, items, group] { return launch_ms(queue, *kernel, launch_of(items / group, group)); },
          fmt::format("{} work-items in groups of {}, {} reads each", items, group, reads), program.source(),
          [&queue, out, items, expected] { return fault_in(download<float>(queue, out, items), expected); }};
}

void add_walks(Experiment& experiment) {
  const std::size_t chart =
      experiment.add_chart("16384 reads, each of which waits for the one before", "KB walked over");
  const auto add = [&](const char* line, std::int64_t bytes, bool local) {
    experiment.add(chart, line, static_cast<double>(bytes) / 1024, [&experiment, bytes, local] {
      return walk_ready(experiment, static_cast<std::size_t>(bytes), local);
    });
  };
  for (std::int64_t bytes = experiment.scaled(full_walk, least_walk); bytes >= least_walk; bytes /= 16)
    add(from_global, bytes / least_walk * least_walk, false);
  for (const std::int64_t bytes : {least_walk, 4 * least_walk, 16 * least_walk}) add(from_local, bytes, true);
}

void run(Experiment& experiment) {
  add_walks(experiment);
  const std::size_t sums = experiment.add_chart("Reads by all work-items", "reads");
  const auto count = static_cast<std::size_t>(experiment.scaled(full_reads, reads * largest_group));
  const auto most = static_cast<double>(count);
  const auto add = [&](const char* line, std::uint32_t spread) {
    experiment.add(sums, line, most, [&experiment, count, spread] { return sum_ready(experiment, count, spread); });
  };
  add(from_global, 0);
  add(from_local, 1);
  add(in_one_bank, banks);
  experiment.measure();
  experiment.note(
      "A walk goes on in every run where the last one ended, so what it reads was not read before. Where all of it "
      "fits "
      "a cache, the reads of global memory are the cache's.");
  if (experiment.session().device().kind == DeviceKind::cpu)
    experiment.note("A CPU's local memory is ordinary memory, small enough to stay in the nearest cache.");
}

}  // namespace

Study local_memory() {
  return {{.name = "local-memory",
           .summary = "Reads of local and of global memory: how soon they are answered, and how many at once."},
          run};
}

}  // namespace lenslet::study
