// dot: whether the sum of a dot product is made on the host or in local memory, and what a reduction's barriers cost.
//
// All values are small whole numbers, so that f32 sums are exact in any order and the proof needs no tolerance.
#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "study/judgement.hpp"
#include "study/program.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t longest = std::int64_t{1} << 24;
constexpr std::size_t source_groups = 32;  // of the original program, of 64 work-items each
constexpr std::size_t source_group = 64;
constexpr std::size_t groups_per_unit = 32;  // of 64: 2048 items
constexpr std::size_t products_group = 128;
constexpr std::size_t reduction_group = 256;
constexpr const char* on_host = "sum on the host";
constexpr const char* in_32_groups = "reduction, 32 groups";
constexpr const char* in_all_units = "reduction, groups for all units";

float a_at(std::size_t i) {
  return static_cast<float>(i % 8);
}
float b_at(std::size_t i) {
  return static_cast<float>(i % 3);
}

double sum_of(const std::vector<float>& values) {
  return std::reduce(values.begin(), values.end(), 0.0, std::plus<double>());
}

std::size_t group_of(const ocl::Kernel& kernel, std::size_t wanted) {
  return std::bit_floor(std::min(wanted, kernel.max_group()));
}

std::vector<float> filled(std::size_t count, float (*at)(std::size_t)) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = at(i);
  return values;
}

struct Vectors {
  std::size_t count;
  ocl::Buffer a, b;
  double dot;
};

std::shared_ptr<const Vectors> make_vectors(const ocl::Queue& queue, std::size_t count) {
  double dot = 0;
  for (std::size_t i = 0; i < count; ++i) dot += static_cast<double>(a_at(i)) * static_cast<double>(b_at(i));
  return std::make_shared<const Vectors>(
      Vectors{count, upload(queue, filled(count, a_at)), upload(queue, filled(count, b_at)), dot});
}

// What the device leaves to the host: products, or the groups' sums.
struct Part {
  ocl::Kernel kernel;
  ocl::Buffer device;
  std::vector<float> host;
  ocl::Range global, local;
  double total = 0;

  void add_up(const ocl::Queue& queue) {
    queue.read(device, 0, std::as_writable_bytes(std::span(host)));
    total = sum_of(host);
  }
};

// `groups`: 0 for products alone.
std::shared_ptr<Part> make_part(const Experiment& experiment, const StudyProgram& program, const Vectors& vectors,
                                std::size_t groups) {
  ocl::Kernel kernel = program.kernel(groups > 0 ? "partial_dots" : "products");
  const std::size_t group = group_of(kernel, groups > 0 ? source_group : products_group);
  const std::size_t values = groups > 0 ? groups : vectors.count;
  const std::size_t items = groups > 0 ? groups * group : (vectors.count + group - 1) / group * group;
  const ocl::Buffer out = experiment.queue().allocate(values * sizeof(float));
  kernel.set(0, vectors.a);
  kernel.set(1, vectors.b);
  kernel.set(2, out);
  kernel.set(3, static_cast<std::uint64_t>(vectors.count));
  if (groups > 0) kernel.set(4, nullptr, group * sizeof(float));
  return std::make_shared<Part>(Part{kernel, out, std::vector<float>(values), {items, 1}, {group, 1}});
}

double whole_ms(const ocl::Queue& queue, Part& part) {
  const auto begin = Clock::now();
  queue.launch(part.kernel, part.global, part.local);
  part.add_up(queue);
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double kernel_ms(const ocl::Queue& queue, const ocl::Kernel& kernel, ocl::Range global, ocl::Range local) {
  return timed_ms([&] {
    std::vector<ocl::Event> events;
    events.push_back(queue.launch(kernel, global, local));
    return events;
  });
}

Ready dot_ready(const Experiment& experiment, const std::shared_ptr<const Vectors>& vectors, std::size_t groups,
                bool whole) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "dot.cl");
  const std::shared_ptr<Part> part = make_part(experiment, program, *vectors, groups);
  const auto run = [&queue, part, whole] {
    return whole ? whole_ms(queue, *part) : kernel_ms(queue, part->kernel, part->global, part->local);
  };
  const auto fault = [&queue, part, vectors]() -> std::optional<std::string> {
    part->add_up(queue);
    if (part->total == vectors->dot) return {};
    return fmt::format("the sum is {}, not {}", part->total, vectors->dot);
  };
  return {run,
          fmt::format("{} work-items in groups of {}, the host adds {}", part->global.x, part->local.x,
                      part->host.size()),
          program.source(), fault};
}

// Returns the charts' greatest length.
double add_dots(Experiment& experiment, std::size_t whole, std::size_t kernels) {
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  for (std::int64_t full = longest; full >= longest / 4096; full /= 16) {
    const auto count = static_cast<std::size_t>(experiment.scaled(full));
    const auto vectors = make_vectors(experiment.queue(), count);
    const auto add = [&](const char* line, std::size_t groups) {
      for (const std::size_t chart : {whole, kernels})
        experiment.add(chart, line, static_cast<double>(count),
                       [&experiment, vectors, groups, is_whole = chart == whole] {
                         return dot_ready(experiment, vectors, groups, is_whole);
                       });
    };
    add(on_host, 0);
    add(in_32_groups, source_groups);
    add(in_all_units, units * groups_per_unit);
  }
  experiment.measure();
  return static_cast<double>(experiment.scaled(longest));
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
    for (std::size_t i = 0; i < stretch; ++i) expected += static_cast<double>(a_at(group * stretch + i));
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
  const std::size_t group = group_of(*kernel, reduction_group);
  const std::size_t items = a.bytes() / sizeof(float) / elements;
  const std::size_t groups = items / group;
  const ocl::Buffer sums = queue.allocate(groups * sizeof(float));
  kernel->set(0, a);
  kernel->set(1, sums);
  kernel->set(2, elements);
  kernel->set(3, nullptr, group * sizeof(float));
  const unsigned barriers = reduction.barriers(static_cast<unsigned>(std::countr_zero(group)));
  return {[&queue, kernel, items, group] {
            return kernel_ms(queue, *kernel, {items, 1}, {group, 1});
          },
          fmt::format("{} groups of {}, {} barriers in each", groups, group, barriers), program.source(),
          [&queue, sums, groups, group, elements] {
            return wrong_sum(download<float>(queue, sums, groups), group * elements);
          }};
}

std::size_t add_reductions(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Sums in local memory", "elements that an item adds first");
  constexpr std::uint32_t most_elements = 64;
  const auto count = experiment.scaled(longest, reduction_group * most_elements);
  const ocl::Buffer a = upload(experiment.queue(), filled(static_cast<std::size_t>(count), a_at));
  for (const Reduction& reduction : reductions)
    for (std::uint32_t elements = 1; elements <= most_elements; elements *= 4)
      experiment.add(chart, reduction.line, elements, [&experiment, &reduction, a, elements] {
        return reduction_ready(experiment, reduction, a, elements);
      });
  experiment.measure();
  return chart;
}

void run(Experiment& experiment) {
  const std::size_t whole = experiment.add_chart("Dot product with read-back and the host's sum", "elements");
  const std::size_t kernels = experiment.add_chart("Dot product, kernels alone", "elements");
  const double most = add_dots(experiment, whole, kernels);
  const std::size_t sums = add_reductions(experiment);
  experiment.report().claims.push_back(
      Judgement(experiment, 28,
                "For long vectors a reduction in local memory is faster than products that the host reads and adds.")
          .faster({whole, in_32_groups, most}, {whole, on_host, most})
          .faster({whole, in_all_units, most}, {whole, on_host, most})
          .claim());
  experiment.report().claims.push_back(Judgement(experiment, 56, "Barriers are costly: fewer are faster.")
                                           .faster({sums, "tree", 1}, {sums, "tree, two barriers a step", 1})
                                           .faster({sums, "tree of fours", 1}, {sums, "tree", 1})
                                           .faster({sums, "tree", 16}, {sums, "tree", 1})
                                           .claim());
  experiment.note(
      "The original has every work-item write a zero to its group's sum while item 0 writes the sum, without a fence "
      "between the two, and a local array that ends at 64 items. Here item 0 alone writes, and the host adds in f64.");
  experiment.note(
      "Programs that leave out the barriers of the last steps, because a warp runs in step, are not portable: OpenCL "
      "1.2 promises no such thing. One item that adds the last 16 needs no promise.");
}

}  // namespace

Study dot() {
  return {{.name = "dot",
           .summary = "A dot product's sum on the host or in local memory, and what barriers cost.",
           .claims = {28, 56}},
          run};
}

}  // namespace lenslet::study
