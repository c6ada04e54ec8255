// dot: whether the sum of a dot product is computed on the host or in local memory, by schedules of ops; and the cost
// of a reduction's barriers, by kernels that differ only in them.
#include <numeric>

#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<float>;

constexpr std::int64_t longest = std::int64_t{1} << 24;
constexpr std::size_t products_group = 128, source_group = 64;  // of the original programs
constexpr std::size_t max_group_size = 256;                     // for the sums in local memory
constexpr std::uint32_t max_elements = 64;

OpWork::OnHost sum_on_host() {
  return [sum = std::make_shared<double>()](const std::vector<HostValue>& products) {
    const std::span<const float> values = std::get<Array>(products.front()).as<float>();
    *sum = std::reduce(values.begin(), values.end(), 0.0, std::plus<double>());
  };
}

void add_dots(Experiment& experiment) {
  const std::size_t whole = experiment.add_chart("Dot product, until the host has the sum", "elements");
  const std::size_t kernels = experiment.add_chart("Dot product, kernels alone", "elements");
  const auto reduction = [group = experiment.group(source_group)](int groups_per_unit) {
    return fmt::format("two_stage.tree.stride.group{}.groups{}.items1.v1", group, groups_per_unit);
  };
  for (std::int64_t full = longest; full >= longest / 4096; full /= 16) {
    const std::int64_t count = experiment.scaled(full);
    const ArrayType type{SampleType::f32, {count}};
    const OpWork products(experiment, array_work({"map", {{"expression", std::string("x * y")}}}, {type, type}));
    const OpWork dot(experiment, array_work({"dot"}, {type, type}));
    for (const std::size_t chart : {whole, kernels}) {
      const auto line = [&](const OpWork& work, const char* name, const std::string& schedule,
                            const OpWork::OnHost& on_host) {
        work.add(chart, name, static_cast<double>(count), schedule, chart == whole ? on_host : OpWork::OnHost());
      };
      line(products, "sum on the host", fmt::format("once.group{}.groups1.items1.v1", experiment.group(products_group)),
           sum_on_host());
      line(dot, "reduction, a group a unit", reduction(1), [](const auto&) {});
      line(dot, "reduction, groups for all units", reduction(32), [](const auto&) {});  // of 64: 2048 items a unit
    }
  }
  experiment.measure();
}

// One way to add up a group's values.
struct Reduction {
  const char* line;
  const char* kernel;
};

constexpr Reduction reductions[] = {{"tree, two barriers a step", "sum_by_tree_two_barriers"},
                                    {"tree", "sum_by_tree"},
                                    {"tree of fours", "sum_by_tree_of_fours"},
                                    {"tree, one item adds the last 16", "sum_by_tree_then_one"},
                                    {"one item adds all", "sum_by_one"}};

// Small whole numbers, whose sums are exact in any order.
float value_at(std::size_t i) {
  return static_cast<float>(i % 8);
}

KernelRow reduction_row(const Experiment& experiment, const Reduction& reduction, const ocl::Buffer& values,
                        std::uint32_t elements) {
  const std::size_t group = experiment.group(max_group_size), stretch = group * elements;
  const std::size_t groups = values.bytes() / sizeof(float) / stretch;
  const auto expected = [groups, stretch] {
    Numbers sums(groups);
    for (std::size_t i = 0; i < groups * stretch; ++i) sums[i / stretch] += value_at(i);
    return sums;
  };
  return {"dot.cl",
          reduction.kernel,
          {},
          {values, output<float>(groups, expected), elements, Local{group * sizeof(float)}},
          launch_of(groups, group)};
}

void add_reductions(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Sums in local memory", "elements that an item adds first");
  const auto count = static_cast<std::size_t>(experiment.scaled(longest, max_group_size * max_elements));
  const auto values = lazy([&experiment, count] { return upload(experiment.queue(), values_of(count, value_at)); });
  for (const Reduction& reduction : reductions)
    for (std::uint32_t elements = 1; elements <= max_elements; elements *= 4)
      add(experiment, chart, reduction.line, elements, [&experiment, &reduction, values, elements] {
        return reduction_row(experiment, reduction, values.get(), elements);
      });
  experiment.measure();
}

}  // namespace

void dot(Experiment& experiment) {
  add_dots(experiment);
  add_reductions(experiment);
}

}  // namespace lenslet::study
