// Sums in local memory that differ in their barriers. The values are small whole numbers, and so exact in f32.
#include "study/studies/dot_reductions.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include <fmt/format.h>

#include "study/launch.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t largest_group = 256;

float value_at(std::size_t i) {
  return static_cast<float>(i % 8);
}

// One way to add a group's values.
struct Reduction {
  const char* line;
  const char* kernel;
  unsigned (*barriers)(unsigned steps);  // in a group of 2^steps work-items
};

constexpr Reduction reductions[] = {
    {"tree, two barriers a step", "sum_by_tree_two_barriers", [](unsigned steps) { return 1 + 2 * steps; }},
    {"tree", "sum_by_tree", [](unsigned steps) { return 1 + steps; }},
    {"tree of fours", "sum_by_tree_of_fours", [](unsigned steps) { return 1 + (steps + 1) / 2; }},
    {"tree, one item adds the last 16", "sum_by_tree_then_one",
     [](unsigned steps) { return 1 + steps - std::min(steps, 4u); }},
    {"one item adds all", "sum_by_one", [](unsigned) { return 1u; }},
};

// Each group's sum by the host.
std::optional<std::string> wrong_sum(const std::vector<float>& sums, std::size_t stretch) {
  for (std::size_t group = 0; group < sums.size(); ++group) {
    double expected = 0;
    for (std::size_t i = 0; i < stretch; ++i) expected += static_cast<double>(value_at(group * stretch + i));
    if (static_cast<double>(sums[group]) != expected)
      return fmt::format("the sum of group {} is {}, not {}", group, sums[group], expected);
  }
  return {};
}

Ready reduction_ready(const Experiment& experiment, const Reduction& reduction, const ocl::Buffer& a,
                      std::uint32_t elements) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "dot.cl");
  auto kernel = std::make_shared<ocl::Kernel>(program.kernel(reduction.kernel));
  const std::size_t group = group_for(*kernel, largest_group);
  const std::size_t groups = a.bytes() / sizeof(float) / elements / group;
  const ocl::Buffer sums = queue.allocate(groups * sizeof(float));
  kernel->set(0, a);
  kernel->set(1, sums);
  kernel->set(2, elements);
  kernel->set(3, nullptr, group * sizeof(float));
  const unsigned barriers = reduction.barriers(static_cast<unsigned>(std::countr_zero(group)));
  return {[&queue, kernel, groups, group] { return launch_ms(queue, *kernel, launch_of(groups, group)); },
          fmt::format("{} groups of {}, {} barriers in each", groups, group, barriers), program.source(),
          [&queue, sums, groups, group, elements] {
            return wrong_sum(download<float>(queue, sums, groups), group * elements);
          }};
}

}  // namespace

void measure_barriers(Experiment& experiment) {
  const std::size_t sums = experiment.add_chart("Sums in local memory", "elements that an item adds first");
  constexpr std::uint32_t most_elements = 64;
  const auto count = static_cast<std::size_t>(experiment.scaled(longest_dot, largest_group * most_elements));
  const Lazy a([&experiment, count] {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_at(i);
    return std::make_shared<const ocl::Buffer>(upload(experiment.queue(), values));
  });
  for (const Reduction& reduction : reductions)
    for (std::uint32_t elements = 1; elements <= most_elements; elements *= 4)
      experiment.add(sums, reduction.line, elements, [&experiment, &reduction, a, elements] {
        return reduction_ready(experiment, reduction, *a.get(), elements);
      });
  experiment.measure();
  experiment.note(
      "Programs that leave out the barriers of the last steps, because a warp runs in step, are not portable: OpenCL "
      "1.2 promises no such thing. One item that adds the last 16 needs no promise.");
}

}  // namespace lenslet::study
