// constant-memory: where a filter's coefficients lie, read alike by all work-items and by each its own.
#include "study/studies/constant_memory.hpp"

#include <memory>

#include "study/kernel_row.hpp"
#include "study/lazy.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<float>;

constexpr Size high_definition{1920, 1080};
constexpr int sizes[] = {3, 5, 7, 9};

struct Line {
  std::string name, kernel;
};

const Line lines[] = {{"__constant argument", "constant_argument"},
                      {"__global const argument", "global_argument"},
                      {"program-scope __constant", "program_scope"},
                      {"literals", "literals"}};

int weight(int dx, int dy) {
  return (3 * dx * dx + 5 * dy * dy + dx + 2 * dy) % 7 + 1;
}

std::uint32_t pixel(std::size_t i) {
  return scrambled(static_cast<std::uint32_t>(i)) % 256;
}

struct Problem {
  int width, height, ksize;
  Numbers padded;  // `in` with its frame
  ocl::Buffer in, mask;

  std::size_t stride() const { return static_cast<std::size_t>(width + ksize - 1); }
  std::size_t area() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
};

std::shared_ptr<const Problem> make_problem(const ocl::Queue& queue, Size size, int ksize) {
  const int width = static_cast<int>(size.width), height = static_cast<int>(size.height), radius = ksize / 2;
  Numbers padded(static_cast<std::size_t>(width + ksize - 1) * static_cast<std::size_t>(height + ksize - 1));
  for (std::size_t i = 0; i < padded.size(); ++i) padded[i] = static_cast<float>(pixel(i));
  Numbers mask;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) mask.push_back(static_cast<float>(weight(dx, dy)));
  return std::make_shared<const Problem>(
      Problem{width, height, ksize, padded, upload(queue, padded), upload(queue, mask)});
}

Numbers correlated(const Problem& p) {
  Numbers result(p.area());
  const int radius = p.ksize / 2;
  for (int dy = 0; dy < p.ksize; ++dy)
    for (int dx = 0; dx < p.ksize; ++dx) {
      const auto factor = static_cast<float>(weight(dx - radius, dy - radius));
      for (std::size_t y = 0; y < static_cast<std::size_t>(p.height); ++y) {
        const float* row = &p.padded[(y + static_cast<std::size_t>(dy)) * p.stride() + static_cast<std::size_t>(dx)];
        float* sums = &result[y * static_cast<std::size_t>(p.width)];
        for (int x = 0; x < p.width; ++x) sums[x] += factor * row[x];
      }
    }
  return result;
}

KernelRow correlation(const std::shared_ptr<const Problem>& p, const std::string& kernel) {
  const Extent items{static_cast<std::size_t>(p->width), static_cast<std::size_t>(p->height)};
  return {"constant_memory.cl",
          kernel,
          {{"KSIZE", p->ksize}},
          {p->in, output<float>(p->area(), [p] { return correlated(*p); }), p->width, p->height, p->mask},
          Items{items, {16, 16}}};
}

KernelRow products(const Experiment& experiment, std::size_t count, const std::string& kernel) {
  const StudyProgram program(experiment, "constant_memory.cl");
  const Launch launch = whole_groups(program.kernel(kernel), {count, 1}, {constant_group, 1});
  Numbers in(count), filter(launch.local.x);
  for (std::size_t i = 0; i < filter.size(); ++i) filter[i] = static_cast<float>(i % 7 + 1);
  for (std::size_t i = 0; i < count; ++i) in[i] = static_cast<float>(pixel(i));
  const auto expected = [in, filter] {
    Numbers result = in;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] *= filter[i % filter.size()];
    return result;
  };
  const ocl::Queue& queue = experiment.queue();
  return {"constant_memory.cl",
          kernel,
          {},
          {upload(queue, in), output<float>(count, expected), upload(queue, filter)},
          launch};
}

void add_correlations(Experiment& experiment) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t chart = experiment.add_chart(
      fmt::format("All items read the same coefficient, {} x {} f32", size.width, size.height), "filter size, pixels");
  for (const int ksize : sizes) {
    const Lazy problem([&experiment, size, ksize] { return make_problem(experiment.queue(), size, ksize); });
    for (const Line& line : lines)
      add(experiment, chart, line.name, ksize, [problem, &line] { return correlation(problem.get(), line.kernel); });
  }
}

void add_products(Experiment& experiment) {
  const auto count = static_cast<std::size_t>(experiment.scaled(longest_constant_work, constant_group));
  const std::size_t chart = experiment.add_chart("Each item of a group reads its own coefficient", "elements");
  const auto line = [&](const std::string& name, const std::string& kernel) {
    add(experiment, chart, name, static_cast<double>(count),
        [&experiment, count, kernel] { return products(experiment, count, kernel); });
  };
  line(lines[0].name, "own_constant");
  line(lines[1].name, "own_global");
}

void run(Experiment& experiment) {
  add_correlations(experiment);
  add_products(experiment);
  experiment.measure();
  measure_literals(experiment);
  experiment.note(
      "The original filter kernel keeps its large input in __constant memory, which often ends at 64 KB, and "
      "mixes up its indices. Here the coefficients alone lie there.");
}

}  // namespace

Study constant_memory() {
  return {"constant-memory", run};
}

}  // namespace lenslet::study
