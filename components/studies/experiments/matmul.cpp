// matmul: ways to multiply square matrices, each a schedule of the op, and what the model of traffic predicts for them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "studies/judgement.hpp"
#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

constexpr std::int64_t full_dims[] = {256, 512, 1024};
constexpr std::int64_t step = 64;  // dims are multiples of it, for groups of 16 x 16 with vectors of 4

// The groups that the schedules of matmul have, the largest first.
constexpr std::uint64_t row_groups[] = {256, 64, 1}, square_sides[] = {16, 8};

struct Variant {
  const char* line;
  const char* word;  // of the schedule
  bool in_squares;
  int columns;                   // of an item; 0: a group has all of a row
  double (*reads)(double side);  // reads of global memory in units of dim^3, for groups of so many items a side
};

double all_reads(double) {
  return 2;
}
double row_in_local(double side) {
  return 1 + 1 / side;
}

constexpr Variant variants[] = {
    {"basic", "basic", false, 1, all_reads},
    {"coalesced_row", "row", false, 0, all_reads},
    {"basic_vector4", "vector4", true, 4, [](double) { return 1.25; }},
    {"localA", "local_a", false, 1, row_in_local},
    {"localA_coalesced", "local_a_coalesced", false, 1, row_in_local},
    {"naive, square groups", "naive", true, 1, all_reads},
    {"tiled", "tiled", true, 1, [](double side) { return 2 / side; }},
};

std::uint64_t side_of(const Experiment& experiment, const Variant& variant) {
  const std::uint64_t most = experiment.device().max_group;
  if (variant.in_squares) return square_sides[square_sides[0] * square_sides[0] > most ? 1 : 0];
  return *std::ranges::find_if(row_groups, [most](std::uint64_t group) { return group <= most; });
}

std::string schedule_of(const Experiment& experiment, const Variant& variant) {
  const std::uint64_t side = side_of(experiment, variant);
  return fmt::format("{}.g{}x{}.rows1.vectors1.v{}.depth8", variant.word, side, variant.in_squares ? side : 1,
                     variant.columns == 4 ? 4 : 1);
}

std::set<std::int64_t> dims_of(const Experiment& experiment) {
  std::set<std::int64_t> dims;
  for (const std::int64_t full : full_dims) {
    const std::int64_t side = experiment.scaled(Size{full, full}).width;
    dims.insert(std::max<std::int64_t>((side + step / 2) / step, 1) * step);
  }
  return dims;
}

// Runs the source's triple loop, dot product after dot product. Numbers are whole, so that sums are exact. The sums of
// B's rows check the sum of each row.
Ready on_the_host(std::size_t dim) {
  const auto digits = [dim](std::size_t factor) {
    return values_of(dim * dim, [factor](std::size_t i) { return static_cast<float>(i * factor % 10); });
  };
  const auto c = std::make_shared<std::vector<float>>(dim * dim);
  const auto multiply = [=, a = digits(7), b = digits(3)] {
    for (std::size_t row = 0; row < dim; ++row)
      for (std::size_t column = 0; column < dim; ++column) {
        float sum = 0;
        for (std::size_t i = 0; i < dim; ++i) sum += a[row * dim + i] * b[i * dim + column];
        (*c)[row * dim + column] = sum;
      }
  };
  const auto mismatch = [=, a = digits(7), b = digits(3)] {
    const auto row_sums = [dim](const std::vector<float>& values) {
      return values_of(dim, [&](std::size_t row) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row * dim);
        return std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(dim), 0.0);
      });
    };
    const std::vector<double> of_b = row_sums(b);
    return first_difference(row_sums(*c), values_of(dim, [&](std::size_t row) {
                              return std::inner_product(of_b.begin(), of_b.end(), &a[row * dim], 0.0);
                            }));
  };
  return timed_by_host("one thread of the host", multiply, mismatch);
}

// Adds the table of the source's model.
void add_table(Experiment& experiment, std::size_t chart, const std::set<std::int64_t>& dims) {
  StudyTable table{"Traffic by the model, and the rates that it would mean",
                   {"variant", "dim", "work-items", "reads from global memory", "operations", "GB/s", "GFLOP/s"},
                   {},
                   2};
  for (const Variant& variant : variants)
    for (const std::int64_t side : dims) {
      const auto dim = static_cast<double>(side), group = static_cast<double>(side_of(experiment, variant));
      const std::vector<double>* ms = experiment.times(chart, variant.line, dim);
      if (!ms) continue;
      const double seconds = summarize(*ms).median * 1e-3, operations = 2 * dim * dim * dim;
      const double items = variant.columns == 0 ? group * dim : dim * dim / variant.columns;
      const double reads = dim * dim * dim * variant.reads(group);
      table.rows.push_back({variant.line, fmt::format("{}", side), fmt::format("{:.0f}", items),
                            fmt::format("{:.0f}", reads), fmt::format("{:.0f}", operations),
                            fmt::format("{:.3g}", reads * sizeof(float) / seconds * 1e-9),
                            fmt::format("{:.3g}", operations / seconds * 1e-9)});
    }
  experiment.report().tables.push_back(std::move(table));
}

// If a model counts reads that are no traffic, it gives a rate that the memory does not have.
Claim judge_model(const Experiment& experiment, std::size_t chart, double dim) {
  Judgement judgement(experiment, 46);
  const std::vector<double>* ms = experiment.times(chart, "basic", dim);
  const double copy = experiment.session().copy_rate() * 1e-9;
  if (!ms) return judgement.cannot("basic: not measured").claim();
  const double rate = 2 * dim * dim * dim * sizeof(float) / summarize(*ms).median * 1e-6;
  if (!(copy > 0 && copy < 1e6)) return judgement.cannot("the device's clock does not tell how fast it copies").claim();
  const std::string rates = fmt::format(
      "the counted reads at {:g} are {:.3g} GB/s, and the device's own copy moves {:.3g} GB/s", dim, rate, copy);
  if (rate <= copy) return judgement.cannot(rates + ": the count may be the traffic, or not").claim();
  return judgement.shows(false, rates + ": caches answer most of the reads that the model counts").claim();
}

}  // namespace

void matmul(Experiment& experiment) {
  const std::set<std::int64_t> dims = dims_of(experiment);
  ScheduleStudy study{"Product of square matrices", "dim", {}, {}};
  for (const Variant& variant : variants) study.lines.emplace_back(variant.line, schedule_of(experiment, variant));
  for (const std::int64_t dim : dims) {
    const ArrayType type{SampleType::f32, {dim, dim}};
    study.works.emplace_back(dim, array_work({"matmul"}, {type, type}));
  }
  const std::size_t chart = add(experiment, study);
  for (const std::int64_t dim : dims)
    experiment.add(chart, "sequential, on the host", static_cast<double>(dim),
                   [dim] { return on_the_host(static_cast<std::size_t>(dim)); });
  experiment.measure();
  add_table(experiment, chart, dims);
  experiment.report().claims.push_back(judge_model(experiment, chart, static_cast<double>(*dims.rbegin())));
}

}  // namespace lenslet::study
