// Arithmetic and reading in parts, on sub-devices or by few work-groups.
#include "study/studies/amdahl_work.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "ocl/sub_device.hpp"
#include "rounding.hpp"
#include "study/kernels.hpp"
#include "study/launch.hpp"
#include "study/program.hpp"

namespace lenslet::study::scaling {

struct Units {
  ocl::Queue queue;
  ocl::Program program;
};

namespace {

constexpr std::int64_t full_rounds = 16384;
constexpr std::int64_t full_values = std::int64_t{1} << 22;  // of 16 bytes
constexpr std::size_t largest_group = 256;
constexpr std::size_t values_per_item = 16;
constexpr std::size_t groups_per_unit = 4;

// One launch of the work.
struct Part {
  ocl::Kernel kernel;
  ocl::Buffer out;
  Launch launch;
  std::function<std::optional<std::string>()> fault;
};

std::uint32_t result_of(std::uint32_t start, std::uint32_t rounds) {
  std::uint32_t x = start;
  for (std::uint64_t step = 0; step < std::uint64_t{32} * rounds; ++step) {
    x = x * 1664525u + 1013904223u;
    x ^= x >> 15;
  }
  return x;
}

std::optional<std::string> fault_in(const std::vector<std::uint32_t>& out, std::uint32_t rounds) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t start = 0; start < 16; ++start) expected.push_back(result_of(start, rounds));
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] != expected[i % 16]) return fmt::format("work-item {} made {}, not {}", i, out[i], expected[i % 16]);
  return {};
}

Part arithmetic_part(const Units& units, std::size_t groups, std::uint32_t rounds) {
  ocl::Kernel kernel(units.program, "compute");
  const std::size_t group = group_for(kernel, largest_group), items = groups * group;
  const ocl::Buffer out = units.queue.allocate(items * sizeof(std::uint32_t));
  kernel.set(0, out);
  kernel.set(1, rounds);
  return {kernel, out, launch_of(groups, group), [&queue = units.queue, out, items, rounds] {
            return fault_in(download<std::uint32_t>(queue, out, items), rounds);
          }};
}

// `groups`: 0 for as many as take values_per_item for each work-item.
Part memory_part(const Units& units, std::size_t groups, std::size_t count) {
  ocl::Kernel kernel(units.program, "read_all");
  const std::size_t group = group_for(kernel, largest_group);
  if (groups == 0) groups = std::max<std::size_t>(count / group / values_per_item, 1);
  std::vector<std::uint32_t> values(4 * count);
  std::uint32_t expected = 0;
  for (std::size_t i = 0; i < values.size(); ++i) expected += values[i] = static_cast<std::uint32_t>(i) * 2654435761u;
  const ocl::Buffer in = upload(units.queue, values);
  const std::size_t sums = 4 * groups * group;
  const ocl::Buffer out = units.queue.allocate(sums * sizeof(std::uint32_t));
  kernel.set(0, out);
  kernel.set(1, static_cast<std::uint32_t>(count));
  kernel.set(2, in);
  const auto fault = [&queue = units.queue, in, out, sums, expected]() -> std::optional<std::string> {
    std::uint32_t sum = 0;
    for (const std::uint32_t part : download<std::uint32_t>(queue, out, sums)) sum += part;
    if (sum == expected) return {};
    return fmt::format("the sum is {}, not {}", sum, expected);
  };
  return {kernel, out, launch_of(groups, group), fault};
}

std::vector<ocl::Event> launch(const ocl::Queue& queue, const std::vector<Part>& parts) {
  std::vector<ocl::Event> events;
  for (const Part& part : parts) events.push_back(queue.launch(part.kernel, part.launch.global, part.launch.local));
  return events;
}

std::optional<std::string> fault_of(const std::vector<Part>& parts) {
  for (const Part& part : parts)
    if (const std::optional<std::string> found = part.fault()) return found;
  return {};
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
  ocl::Queue queue = divides_ ? ocl::Queue(ocl::sub_device(whole.device(), static_cast<int>(n))) : whole;
  ocl::BuildRequest request;
  request.source = kernel_source("amdahl.cl");
  ocl::Program program = ocl::build(queue, request).program;
  found = std::make_shared<const Units>(Units{std::move(queue), std::move(program)});
  return found;
}

Ready Work::ready(const std::string& line, std::size_t n) {
  const std::shared_ptr<const Units> units = take(n);
  auto parts = std::make_shared<std::vector<Part>>();
  const std::size_t groups = divides_ ? groups_ : n;
  const auto parallel = static_cast<std::uint32_t>(divide_up(rounds_ * (line == grown ? n : 1), groups));
  if (line == half_serial || line == grown) parts->push_back(arithmetic_part(*units, 1, rounds_));
  parts->push_back(line == memory ? memory_part(*units, divides_ ? 0 : n, values_)
                                  : arithmetic_part(*units, groups, parallel));
  std::string how = divides_ ? fmt::format("a sub-device of {} compute units", n) : "the whole device";
  for (const Part& part : *parts) how += fmt::format(", {} groups of {}", part.launch.groups(), part.launch.group());
  return {[units, parts] { return timed_ms([&] { return launch(units->queue, *parts); }); }, how,
          std::string(kernel_source("amdahl.cl")), [parts] { return fault_of(*parts); }};
}

}  // namespace lenslet::study::scaling
