// dot: whether the sum of a dot product is made on the host or in local memory, and what a reduction's barriers cost.
//
// All values are small whole numbers, so that f32 sums are exact in any order and the proof needs no tolerance.
#include <functional>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "rounding.hpp"
#include "study/launch.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/studies/dot_reductions.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t source_groups = 32;  // of the original program, of 64 work-items each
constexpr std::size_t source_group = 64;
constexpr std::size_t groups_per_unit = 32;  // of 64: 2048 items
constexpr std::size_t products_group = 128;
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
  Launch launch;
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
  const std::size_t group = group_for(kernel, groups > 0 ? source_group : products_group);
  const std::size_t values = groups > 0 ? groups : vectors.count;
  const Launch launch = launch_of(groups > 0 ? groups : divide_up(vectors.count, group), group);
  const ocl::Buffer out = experiment.queue().allocate(values * sizeof(float));
  kernel.set(0, vectors.a);
  kernel.set(1, vectors.b);
  kernel.set(2, out);
  kernel.set(3, static_cast<std::uint64_t>(vectors.count));
  if (groups > 0) kernel.set(4, nullptr, group * sizeof(float));
  return std::make_shared<Part>(Part{kernel, out, std::vector<float>(values), launch});
}

double whole_ms(const ocl::Queue& queue, Part& part) {
  return host_ms([&] {
    queue.launch(part.kernel, part.launch.global, part.launch.local);
    part.add_up(queue);
  });
}

Ready dot_ready(const Experiment& experiment, const std::shared_ptr<const Vectors>& vectors, std::size_t groups,
                bool whole) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "dot.cl");
  const std::shared_ptr<Part> part = make_part(experiment, program, *vectors, groups);
  const auto run = [&queue, part, whole] {
    return whole ? whole_ms(queue, *part) : launch_ms(queue, part->kernel, part->launch);
  };
  const auto fault = [&queue, part, vectors]() -> std::optional<std::string> {
    part->add_up(queue);
    if (part->total == vectors->dot) return {};
    return fmt::format("the sum is {}, not {}", part->total, vectors->dot);
  };
  return {run,
          fmt::format("{} work-items in groups of {}, the host adds {}", part->launch.items(), part->launch.group(),
                      part->host.size()),
          program.source(), fault};
}

void add_dots(Experiment& experiment, std::size_t whole, std::size_t kernels) {
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  for (std::int64_t full = longest_dot; full >= longest_dot / 4096; full /= 16) {
    const auto count = static_cast<std::size_t>(experiment.scaled(full));
    const Lazy vectors([&experiment, count] { return make_vectors(experiment.queue(), count); });
    const auto add = [&](const char* line, std::size_t groups) {
      for (const std::size_t chart : {whole, kernels})
        experiment.add(chart, line, static_cast<double>(count),
                       [&experiment, vectors, groups, is_whole = chart == whole] {
                         return dot_ready(experiment, vectors.get(), groups, is_whole);
                       });
    };
    add(on_host, 0);
    add(in_32_groups, source_groups);
    add(in_all_units, units * groups_per_unit);
  }
  experiment.measure();
}

void run(Experiment& experiment) {
  const std::size_t whole = experiment.add_chart("Dot product with read-back and the host's sum", "elements");
  const std::size_t kernels = experiment.add_chart("Dot product, kernels alone", "elements");
  add_dots(experiment, whole, kernels);
  measure_barriers(experiment);
  experiment.note(
      "The original has every work-item write a zero to its group's sum while item 0 writes the sum, without a fence "
      "between the two, and a local array that ends at 64 items. Here item 0 alone writes, and the host adds in f64.");
}

}  // namespace

Study dot() {
  return {{.name = "dot", .summary = "A dot product's sum on the host or in local memory, and what barriers cost."},
          run};
}

}  // namespace lenslet::study
