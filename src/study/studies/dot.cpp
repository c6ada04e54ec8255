// dot: whether the sum of a dot product is made on the host or in local memory, and what a reduction's barriers cost.
//
// All values are small whole numbers, so that f32 sums are exact in any order and the proof needs no tolerance.
#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "rounding.hpp"
#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<float>;

constexpr std::int64_t longest = std::int64_t{1} << 24;
constexpr std::size_t source_groups = 32;  // of the original program, of 64 work-items each
constexpr std::size_t source_group = 64;
constexpr std::size_t groups_per_unit = 32;  // of 64: 2048 items
constexpr std::size_t products_group = 128;
constexpr std::size_t largest_group = 256;  // of the sums in local memory
constexpr std::uint32_t most_elements = 64;

Numbers numbers(std::size_t count, std::size_t period) {
  Numbers values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % period);
  return values;
}

struct Vectors {
  Numbers a, b;
  ocl::Buffer a_device, b_device;
};

std::shared_ptr<const Vectors> make_vectors(const ocl::Queue& queue, std::size_t count) {
  const Numbers a = numbers(count, 8), b = numbers(count, 3);
  return std::make_shared<const Vectors>(Vectors{a, b, upload(queue, a), upload(queue, b)});
}

std::size_t group_of(const Experiment& experiment, const char* kernel, std::size_t wanted) {
  return group_for(StudyProgram(experiment, "dot.cl").kernel(kernel), wanted);
}

// What the device leaves to the host to add: all products, or the sums of so many groups.
KernelRow dot_row(const Experiment& experiment, const std::shared_ptr<const Vectors>& vectors, std::size_t groups) {
  const std::size_t count = vectors->a.size();
  const std::string kernel = groups > 0 ? "partial_dots" : "products";
  const std::size_t group = group_of(experiment, kernel.c_str(), groups > 0 ? source_group : products_group);
  const Launch launch = launch_of(groups > 0 ? groups : divide_up(count, group), group);
  const std::size_t values = groups > 0 ? groups : count;
  const auto expected = [=] {
    Numbers sums(values);
    for (std::size_t i = 0; i < count; ++i)
      sums[groups > 0 ? i % launch.items() / group : i] += vectors->a[i] * vectors->b[i];
    return sums;
  };
  KernelRow row{"dot.cl", kernel, {}, {vectors->a_device, vectors->b_device, output<float>(values, expected)}, launch};
  row.arguments.emplace_back(static_cast<std::uint64_t>(count));
  if (groups > 0) row.arguments.emplace_back(Local{group * sizeof(float)});
  return row;
}

// Until the host has read and added what is left to it.
Ready whole_ready(const Experiment& experiment, const KernelRow& row, std::size_t values) {
  const auto kernel = std::make_shared<const KernelRun>(experiment, row);
  const auto host = std::make_shared<Numbers>(values);
  const auto sum = std::make_shared<double>();
  const auto run = [&queue = experiment.queue(), kernel, host, sum] {
    return host_ms([&] {
      enqueue(queue, kernel->step().kernel, kernel->step().launch);
      kernel->read(2, *host);
      *sum = std::reduce(host->begin(), host->end(), 0.0, std::plus<double>());
    });
  };
  const Launch& launch = kernel->step().launch;
  return {run, fmt::format("{} work-items in groups of {}, the host adds {}", launch.items(), launch.group(), values),
          kernel->source(), [kernel] { return kernel->fault(); }};
}

void add_dots(Experiment& experiment) {
  const std::size_t whole = experiment.add_chart("Dot product with read-back and the host's sum", "elements");
  const std::size_t kernels = experiment.add_chart("Dot product, kernels alone", "elements");
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  for (std::int64_t full = longest; full >= longest / 4096; full /= 16) {
    const auto count = static_cast<std::size_t>(experiment.scaled(full));
    const Lazy vectors([&experiment, count] { return make_vectors(experiment.queue(), count); });
    const auto line = [&](const char* name, std::size_t groups) {
      const auto row = [&experiment, vectors, groups] { return dot_row(experiment, vectors.get(), groups); };
      experiment.add(whole, name, static_cast<double>(count), [&experiment, row, values = groups > 0 ? groups : count] {
        return whole_ready(experiment, row(), values);
      });
      add(experiment, kernels, name, static_cast<double>(count), row);
    };
    line("sum on the host", 0);
    line("reduction, 32 groups", source_groups);
    line("reduction, groups for all units", units * groups_per_unit);
  }
  experiment.measure();
}

// One way to add a group's values.
struct Reduction {
  const char* line;
  const char* kernel;
};

constexpr Reduction reductions[] = {{"tree, two barriers a step", "sum_by_tree_two_barriers"},
                                    {"tree", "sum_by_tree"},
                                    {"tree of fours", "sum_by_tree_of_fours"},
                                    {"tree, one item adds the last 16", "sum_by_tree_then_one"},
                                    {"one item adds all", "sum_by_one"}};

KernelRow reduction_row(const Experiment& experiment, const Reduction& reduction,
                        const std::shared_ptr<const Vectors>& vectors, std::uint32_t elements) {
  const std::size_t group = group_of(experiment, reduction.kernel, largest_group), stretch = group * elements;
  const std::size_t groups = vectors->a.size() / stretch;
  const auto expected = [vectors, groups, stretch] {
    Numbers sums(groups);
    for (std::size_t i = 0; i < groups * stretch; ++i) sums[i / stretch] += vectors->a[i];
    return sums;
  };
  return {"dot.cl",
          reduction.kernel,
          {},
          {vectors->a_device, output<float>(groups, expected), elements, Local{group * sizeof(float)}},
          launch_of(groups, group)};
}

void add_reductions(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Sums in local memory", "elements that an item adds first");
  const auto count = static_cast<std::size_t>(experiment.scaled(longest, largest_group * most_elements));
  const Lazy vectors([&experiment, count] { return make_vectors(experiment.queue(), count); });
  for (const Reduction& reduction : reductions)
    for (std::uint32_t elements = 1; elements <= most_elements; elements *= 4)
      add(experiment, chart, reduction.line, elements, [&experiment, &reduction, vectors, elements] {
        return reduction_row(experiment, reduction, vectors.get(), elements);
      });
  experiment.measure();
}

void run(Experiment& experiment) {
  add_dots(experiment);
  add_reductions(experiment);
  experiment.note(
      "Programs that leave out the barriers of the last steps, because a warp runs in step, are not portable: OpenCL "
      "1.2 promises no such thing. One item that adds the last 16 needs no promise.");
  experiment.note(
      "The original has every work-item write a zero to its group's sum while item 0 writes the sum, without a fence "
      "between the two, and a local array that ends at 64 items. Here item 0 alone writes, and the host adds in f64.");
}

}  // namespace

Study dot() {
  return {"dot", run};
}

}  // namespace lenslet::study
