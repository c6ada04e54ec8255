// vector-add: how many elements a work-item takes, and which.
#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "rounding.hpp"
#include "study/launch.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t usual_group = 128;
constexpr std::size_t groups_per_unit = 16;  // 2048 items, what a Kepler multiprocessor of the source holds at once
constexpr std::int64_t longest = std::int64_t{1} << 26;

struct Vectors {
  std::size_t count;
  ocl::Buffer a, b, c;
};

float a_at(std::size_t i) {
  return static_cast<float>(i % 1000);
}
float b_at(std::size_t i) {
  return static_cast<float>(i % 77);
}

std::shared_ptr<const Vectors> make_vectors(const ocl::Queue& queue, std::size_t count) {
  std::vector<float> a(count), b(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = a_at(i);
    b[i] = b_at(i);
  }
  return std::make_shared<const Vectors>(
      Vectors{count, upload(queue, a), upload(queue, b), queue.allocate(count * sizeof(float))});
}

std::optional<std::string> fault_in(const ocl::Queue& queue, const Vectors& vectors) {
  const auto sums = download<float>(queue, vectors.c, vectors.count);
  for (std::size_t i = 0; i < sums.size(); ++i)
    if (sums[i] != a_at(i) + b_at(i)) return fmt::format("element {} is {}, not {}", i, sums[i], a_at(i) + b_at(i));
  return {};
}

Ready ready(const Experiment& experiment, const std::shared_ptr<const Vectors>& vectors, const std::string& name,
            std::size_t items, std::size_t group) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "vector_add.cl");
  auto kernel = std::make_shared<ocl::Kernel>(program.kernel(name));
  kernel->set(0, vectors->a);
  kernel->set(1, vectors->b);
  kernel->set(2, vectors->c);
  kernel->set(3, static_cast<std::uint64_t>(vectors->count));
  const auto run = [&queue, kernel, items, group, vectors] {
    return launch_ms(queue, *kernel, launch_of(items / group, group));
  };
  return {run, fmt::format("{} work-items in groups of {}", items, group), program.source(),
          [&queue, vectors] { return fault_in(queue, *vectors); }};
}

void run(Experiment& experiment) {
  const auto units = static_cast<std::size_t>(experiment.session().device().compute_units);
  const std::size_t group = std::min(usual_group, experiment.session().device().max_group);
  const std::size_t capped = units * groups_per_unit * group;
  const std::size_t chart = experiment.add_chart("Vector addition", "elements");
  for (std::int64_t full = longest; full >= longest / 4096; full /= 16) {
    const auto count = static_cast<std::size_t>(experiment.scaled(full));
    const Lazy vectors([&experiment, count] { return make_vectors(experiment.queue(), count); });
    const std::size_t all = round_up(count, group);
    const auto x = static_cast<double>(count);
    experiment.add(chart, "one per item", x,
                   [=, &experiment] { return ready(experiment, vectors.get(), "one_per_item", all, group); });
    for (const char* name : {"grid_stride", "chunked"})
      experiment.add(chart, name == std::string("chunked") ? "chunked" : "grid-stride", x,
                     [=, &experiment] { return ready(experiment, vectors.get(), name, capped, group); });
  }
  experiment.measure();
}

}  // namespace

Study vector_add() {
  return {{.name = "vector-add", .summary = "How many elements a work-item takes: one, every n-th, or a stretch."},
          run};
}

}  // namespace lenslet::study
