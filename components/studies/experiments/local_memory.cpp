// local-memory: how fast each kind of memory answers, and how much more local memory delivers than global memory.
#include <numeric>
#include <random>

#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

const std::string file = "local_memory.cl";
constexpr std::uint32_t steps = 16384;                     // of a walk
constexpr std::int64_t full_walk = std::int64_t{1} << 28;  // bytes: more than any cache holds
constexpr std::int64_t min_walk = 1024;
constexpr std::int64_t near_walk = 8192;  // fits the texture cache and local memory
constexpr std::size_t line_values = 32;   // 128 bytes: no two nodes of a walk in global memory share a cache line
constexpr std::uint32_t local_values = 1024;
constexpr std::uint32_t reads = 256;  // of a work-item
constexpr std::int64_t full_reads = std::int64_t{1} << 26;
constexpr std::size_t max_group_size = 256;
constexpr std::uint32_t banks = 32;

constexpr const char* from_global = "global memory";
constexpr const char* from_local = "local memory";

// The places on the axis of kinds of memory.
enum Kind : std::size_t { global, texture_cache, local, private_memory };
const std::vector<std::string> kinds = {"global", "texture cache", "local", "private"};
constexpr const char* walks[] = {"walk_global", "walk_image", "walk_local", "walk_private"};

// Makes one circle through all nodes in random order (Sattolo 1986). Nodes are `apart` values from each other.
Numbers circle(std::size_t nodes, std::size_t apart) {
  Numbers order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937 random(1);
  for (std::size_t i = nodes - 1; i > 0; --i) std::swap(order[i], order[random() % i]);
  Numbers next(nodes * apart);
  for (std::size_t i = 0; i < nodes; ++i) next[i * apart] = order[i] * static_cast<std::uint32_t>(apart);
  return next;
}

KernelRow walk_row(const ocl::Queue& queue, Kind kind, std::int64_t bytes) {
  const std::size_t apart = kind == global ? line_values : 1;
  const std::size_t nodes = static_cast<std::size_t>(bytes) / sizeof(std::uint32_t) / apart;
  const auto next = std::make_shared<const Numbers>(circle(nodes, apart));
  const auto count = static_cast<std::uint32_t>(next->size());
  const auto end = [next, kind, count] {
    std::uint32_t at = 0;
    for (std::uint32_t i = 0; i < steps; ++i)
      at = kind == private_memory ? (at * 1664525u + 1013904223u) & (count - 1) : (*next)[at];
    return Numbers{at};
  };
  Argument from = upload(queue, *next);
  if (kind == texture_cache) from = queue.view(std::get<ocl::Buffer>(from), SampleType::f32);  // texels of 32 bits
  KernelRow row{file, walks[kind], {}, {from, output(Numbers{0}, end), steps}, launch_of(1, 1)};
  if (kind == local || kind == private_memory) row.arguments.emplace_back(count);
  if (kind == local) row.arguments.emplace_back(Local{static_cast<std::size_t>(bytes)});
  return row;
}

void add_walks(Experiment& experiment) {
  const std::size_t sizes =
      experiment.add_chart(fmt::format("{} reads, each of which waits for the one before", steps), "KB walked over");
  const std::size_t places = experiment.add_chart(
      fmt::format("{} reads that wait for each other, by the kind of memory", steps), "memory", kinds);
  const auto walk = [&](std::size_t chart, const char* line, double x, Kind kind, std::int64_t bytes) {
    add(experiment, chart, line, x,
        [&queue = experiment.queue(), kind, bytes] { return walk_row(queue, kind, bytes); });
  };
  const std::int64_t longest = experiment.scaled(full_walk, min_walk);
  for (std::int64_t bytes = longest; bytes >= min_walk; bytes /= 16)
    walk(sizes, from_global, static_cast<double>(bytes) / 1024, global, bytes / min_walk * min_walk);
  for (const std::int64_t bytes : {min_walk, 4 * min_walk, 16 * min_walk})
    walk(sizes, from_local, static_cast<double>(bytes) / 1024, local, bytes);
  for (const Kind kind : {global, texture_cache, local, private_memory})
    walk(places, "one work-item", static_cast<double>(kind), kind, kind == global ? longest : near_walk);
}

// Each work-item adds values that repeat from 0 to 15. It begins at item * spread and takes places `step` apart.
Argument sums(std::size_t items, std::size_t group, std::size_t spread, std::size_t step) {
  return output<float>(items, [=] {
    std::vector<float> all(items);
    for (std::size_t i = 0; i < items; ++i)
      for (std::size_t read = 0; read < reads; ++read)
        all[i] += static_cast<float>((i % group * spread + read * step) % local_values % 16);
    return all;
  });
}

KernelRow global_sums(const Experiment& experiment, std::size_t count) {
  const std::size_t items = count / reads, group = experiment.group(max_group_size);
  const auto values = values_of(count, [](std::size_t i) { return static_cast<float>(i % 16); });
  return {file,
          "sum_global",
          {},
          {sums(items, group, 1, group), reads, upload(experiment.queue(), values)},
          launch_of(items / group, group)};
}

KernelRow local_sums(const Experiment& experiment, std::size_t count, std::uint32_t spread) {
  const std::size_t items = count / reads, group = experiment.group(max_group_size);
  return {file,
          "sum_local",
          {},
          {sums(items, group, spread, 1), reads, spread, std::uint32_t{1}, local_values,
           Local{local_values * sizeof(float)}},
          launch_of(items / group, group)};
}

void add_sums(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Reads by all work-items", "reads");
  const auto count = static_cast<std::size_t>(experiment.scaled(full_reads, reads * max_group_size));
  const auto x = static_cast<double>(count);
  add(experiment, chart, from_global, x, [&experiment, count] { return global_sums(experiment, count); });
  add(experiment, chart, from_local, x, [&experiment, count] { return local_sums(experiment, count, 1); });
  add(experiment, chart, "local memory, 32 values apart", x,
      [&experiment, count] { return local_sums(experiment, count, banks); });
}

}  // namespace

void local_memory(Experiment& experiment) {
  add_walks(experiment);
  add_sums(experiment);
  experiment.measure();
  experiment.note(
      fmt::format("By the kind of memory, global memory is {} bytes and what a cache and local memory hold {}; private "
                  "memory is a multiply-add in registers in place of each read.",
                  experiment.scaled(full_walk, min_walk), near_walk));
  if (experiment.on_a_cpu())
    experiment.note("A CPU's local memory is ordinary memory, small enough to stay in the nearest cache.");
}

}  // namespace lenslet::study
