// constant-memory: where a filter's coefficients lie, read alike by all work-items and by each its own.
#include "study/studies/constant_memory.hpp"

#include <memory>

#include "study/candidate.hpp"
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

Ready correlation(const Experiment& experiment, const std::shared_ptr<const Problem>& p, const std::string& name) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "constant_memory.cl", {{"KSIZE", p->ksize}});
  const ocl::Buffer out = upload(queue, Numbers(p->area(), -1));
  const ocl::Kernel kernel = with_arguments(program.kernel(name), p->in, out, p->width, p->height, p->mask);
  const Extent items{static_cast<std::size_t>(p->width), static_cast<std::size_t>(p->height)};
  return launches(experiment, program.source(), {{kernel, whole_groups(kernel, items, {16, 16})}}, [&queue, p, out] {
    return first_difference(download<float>(queue, out, p->area()), correlated(*p));
  });
}

Ready products(const Experiment& experiment, std::size_t count, const std::string& name) {
  const ocl::Queue& queue = experiment.queue();
  const StudyProgram program(experiment, "constant_memory.cl");
  const ocl::Kernel bare = program.kernel(name);
  const Launch launch = whole_groups(bare, {count, 1}, {constant_group, 1});
  Numbers in(count), filter(launch.local.x), expected(count);
  for (std::size_t i = 0; i < filter.size(); ++i) filter[i] = static_cast<float>(i % 7 + 1);
  for (std::size_t i = 0; i < count; ++i) {
    in[i] = static_cast<float>(pixel(i));
    expected[i] = in[i] * filter[i % filter.size()];
  }
  const ocl::Buffer from = upload(queue, in), factors = upload(queue, filter), out = upload(queue, Numbers(count, -1));
  return launches(experiment, program.source(), {{with_arguments(bare, from, out, factors), launch}},
                  [&queue, from, factors, out, expected] {
                    return first_difference(download<float>(queue, out, expected.size()), expected);
                  });
}

void add_correlations(Experiment& experiment) {
  const Size size = experiment.scaled(high_definition);
  const std::size_t chart = experiment.add_chart(
      fmt::format("All items read the same coefficient, {} x {} f32", size.width, size.height), "filter size, pixels");
  for (const int ksize : sizes) {
    const Lazy problem([&experiment, size, ksize] { return make_problem(experiment.queue(), size, ksize); });
    for (const Line& line : lines)
      experiment.add(chart, line.name, ksize,
                     [&experiment, problem, &line] { return correlation(experiment, problem.get(), line.kernel); });
  }
}

void add_products(Experiment& experiment) {
  const auto count = static_cast<std::size_t>(experiment.scaled(longest_constant_work, constant_group));
  const std::size_t chart = experiment.add_chart("Each item of a group reads its own coefficient", "elements");
  const auto add = [&](const std::string& line, const std::string& kernel) {
    experiment.add(chart, line, static_cast<double>(count),
                   [&experiment, count, kernel] { return products(experiment, count, kernel); });
  };
  add(lines[0].name, "own_constant");
  add(lines[1].name, "own_global");
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
  return {{.name = "constant-memory",
           .summary = "Where a filter's coefficients lie, and what a literal without an f costs."},
          run};
}

}  // namespace lenslet::study
