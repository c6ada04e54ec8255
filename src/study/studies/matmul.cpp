// matmul: ways to multiply square matrices, and what the traffic model says of them.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "study/judgement.hpp"
#include "study/launch.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"
#include "study/studies/matmul_matrices.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using namespace matrix;

constexpr std::int64_t full_dims[] = {256, 512, 1024};
constexpr std::int64_t step = 64;  // dims are multiples of it, for groups of 16 x 16 with vectors of 4
constexpr std::size_t row_group = 256;
constexpr const char* on_host = "sequential, on the host";

enum class Shape { rows, row_of_one_group, squares_of_vectors, squares };

struct Variant {
  const char* line;
  const char* kernel;
  Shape shape;
  bool local_row = false;
  // Numbers read from global memory, in units of dim^3, in groups of so many items a side.
  double (*reads)(double side);
};

double all_reads(double) {
  return 2;
}
double row_in_local(double side) {
  return 1 + 1 / side;
}

constexpr Variant variants[] = {
    {"basic", "basic", Shape::rows, false, all_reads},
    {"coalesced_row", "coalesced_row", Shape::row_of_one_group, false, all_reads},
    {"basic_vector4", "basic_vector4", Shape::squares_of_vectors, false, [](double) { return 1.25; }},
    {"localA", "local_a", Shape::rows, true, row_in_local},
    {"localA_coalesced", "local_a_coalesced", Shape::rows, true, row_in_local},
    {"naive, square groups", "basic", Shape::squares, false, all_reads},
    {"tiled", "tiled", Shape::squares, false, [](double side) { return 2 / side; }},
};

Launch shaped(Shape shape, std::size_t dim, std::size_t most) {
  std::size_t side = 16;
  while (side * side > most) side /= 2;
  const std::size_t divisor = std::size_t{1} << std::countr_zero(dim);
  const std::size_t row = std::min({row_group, std::bit_floor(most), divisor});
  switch (shape) {
    case Shape::rows:
      return {{dim, dim}, {row, 1}};
    case Shape::row_of_one_group:
      return {{row, dim}, {row, 1}};
    case Shape::squares_of_vectors:
      return {{dim / 4, dim}, {side, side}};
    case Shape::squares:
      break;
  }
  return {{dim, dim}, {side, side}};
}

// What the model of the source counts.
struct Traffic {
  std::size_t items;
  double reads;
};

using TrafficOf = std::map<std::pair<std::string, std::size_t>, Traffic>;

// A kernel with a launch that it can have.
struct Fitting {
  std::shared_ptr<ocl::Kernel> kernel;
  Launch launch;
  std::string source;
};

// The tile is compiled in, and a kernel may take fewer work-items than its device.
Fitting fitting(const Experiment& experiment, const Variant& variant, std::size_t dim) {
  std::size_t most = experiment.session().device().max_group;
  for (;;) {
    const std::size_t tile = shaped(Shape::squares, dim, most).local.x;
    const StudyProgram program(experiment, "matmul.cl", {{"TILE", static_cast<std::int64_t>(tile)}});
    auto kernel = std::make_shared<ocl::Kernel>(program.kernel(variant.kernel));
    if (kernel->max_group() >= most) return {kernel, shaped(variant.shape, dim, most), program.source()};
    most = kernel->max_group();
  }
}

Ready ready(const Experiment& experiment, const Variant& variant, const std::shared_ptr<const Matrices>& matrices,
            TrafficOf& traffic) {
  const ocl::Queue& queue = experiment.queue();
  const std::size_t dim = matrices->dim;
  const auto [kernel, launch, source] = fitting(experiment, variant, dim);
  kernel->set(0, matrices->a_device);
  kernel->set(1, matrices->b_device);
  kernel->set(2, matrices->c_device);
  kernel->set(3, static_cast<std::uint32_t>(dim));
  if (variant.local_row) kernel->set(4, nullptr, dim * sizeof(float));
  const auto cube = std::pow(static_cast<double>(dim), 3);
  traffic[{variant.line, dim}] = {launch.items(), cube * variant.reads(static_cast<double>(launch.local.x))};
  return {[&queue, kernel = kernel, launch = launch] { return launch_ms(queue, *kernel, launch); },
          fmt::format("{}x{} work-items in groups of {}x{}", launch.global.x, launch.global.y, launch.local.x,
                      launch.local.y),
          source,
          [&queue, matrices] {
            return fault_in(download<float>(queue, matrices->c_device, matrices->product.size()), *matrices);
          }};
}

std::set<std::size_t> dims_of(const Experiment& experiment) {
  std::set<std::size_t> dims;
  for (const std::int64_t full : full_dims) {
    const std::int64_t side = experiment.scaled(Size{full, full}).width;
    dims.insert(static_cast<std::size_t>(std::max<std::int64_t>((side + step / 2) / step, 1) * step));
  }
  return dims;
}

double median(const std::vector<double>& ms) {
  return summarize(ms).median;
}

void add_table(Experiment& experiment, std::size_t chart, const TrafficOf& traffic) {
  StudyTable table{"Traffic by the model, and the rates that it would mean",
                   {"variant", "dim", "work-items", "reads from global memory", "operations", "GB/s", "GFLOP/s"},
                   {},
                   2};
  for (const auto& [key, counted] : traffic) {
    const auto dim = static_cast<double>(key.second);
    const double operations = 2 * dim * dim * dim;
    const std::vector<double>* ms = experiment.times(chart, key.first, dim);
    if (!ms) continue;
    const double seconds = median(*ms) * 1e-3;
    table.rows.push_back({key.first, fmt::format("{}", key.second), fmt::format("{}", counted.items),
                          fmt::format("{:.0f}", counted.reads), fmt::format("{:.0f}", operations),
                          fmt::format("{:.3g}", counted.reads * sizeof(float) / seconds * 1e-9),
                          fmt::format("{:.3g}", operations / seconds * 1e-9)});
  }
  experiment.report().tables.push_back(std::move(table));
}

// A model of reads that are no traffic shows itself by a rate that the memory does not have.
Claim judge_model(const Experiment& experiment, std::size_t chart, double dim) {
  Judgement judgement(experiment, 46);
  const std::vector<double>* ms = experiment.times(chart, "basic", dim);
  const double copy = experiment.session().copy_rate() * 1e-9;
  if (!ms) return judgement.cannot("basic: not measured").claim();
  const double rate = 2 * dim * dim * dim * sizeof(float) / median(*ms) * 1e-6;
  if (!(copy > 0 && copy < 1e6)) return judgement.cannot("the device's clock does not tell how fast it copies").claim();
  const std::string rates = fmt::format(
      "the counted reads at {:g} are {:.3g} GB/s, and the device's own copy moves {:.3g} GB/s", dim, rate, copy);
  if (rate <= copy) return judgement.cannot(rates + ": the count may be the traffic, or not").claim();
  return judgement.shows(false, rates + ": caches answer most of the reads that the model counts").claim();
}

void run(Experiment& experiment) {
  const std::size_t chart = experiment.add_chart("Product of square matrices", "dim");
  const std::set<std::size_t> dims = dims_of(experiment);
  TrafficOf traffic;
  for (const std::size_t dim : dims) {
    const Lazy matrices([&experiment, dim] { return make_matrices(experiment.queue(), dim); });
    const auto x = static_cast<double>(dim);
    for (const Variant& variant : variants)
      experiment.add(chart, variant.line, x, [&experiment, &variant, matrices, &traffic] {
        return ready(experiment, variant, matrices.get(), traffic);
      });
    experiment.add(chart, on_host, x, [matrices] { return host_ready(matrices.get()); });
  }
  experiment.measure();
  add_table(experiment, chart, traffic);
  experiment.report().claims.push_back(judge_model(experiment, chart, static_cast<double>(*dims.rbegin())));
  experiment.note(
      "coalesced_row writes, as printed, to the column of the global id: right in a few elements and beyond the end in "
      "others. Here the column is of the local id and a row has one group.");
}

}  // namespace

Study matmul() {
  return {
      {.name = "matmul",
       .summary =
           "Eight ways to multiply matrices: on the host, and by rows, vectors, local memory and tiles on the device."},
      run};
}

}  // namespace lenslet::study
