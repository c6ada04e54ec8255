// gradient: the ways to write a pair of gradient filters, rows G01 to G10 of the literature. Each is a schedule; beside
// them run the literature's own kernels, see gradient_printed.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "studies/experiments/gradient_parts.hpp"
#include "studies/judgement.hpp"
#include "studies/pyramid_work.hpp"

namespace lenslet::study {
namespace {

struct GradientWay {
  const char* name;
  const char* words;  // staging, passes and coefficients
  Magnitude magnitude = Magnitude::none;
};

constexpr GradientWay ways[] = {
    {"single", "direct.single.constant"},          {"local", "local.single.constant"},
    {"separation", "direct.separated.constant"},   {"local separation", "local.separated.constant"},
    {"double", "direct.fused.constant"},           {"double local", "local.fused.constant"},
    {"predefined", "direct.single.literal"},       {"predefined local", "local.single.literal"},
    {"double predefined", "direct.fused.literal"}, {"double predefined local", "local.fused.literal"},
};

constexpr GradientWay magnitude_ways[] = {
    {"two single, then the magnitude", "direct.single.constant", Magnitude::after_them},
    {"double, then the magnitude", "direct.fused.constant", Magnitude::after_them},
    {"op gradient", "direct.fused.constant", Magnitude::with_them},
    {"op gradient, local", "local.fused.constant", Magnitude::with_them},
    {"op gradient, predefined", "direct.fused.literal", Magnitude::with_them},
};

// The share of the magnitude on a CPU, since the derivatives' own comparison takes nearly all its time.
constexpr double magnitude_on_a_cpu = 0.125;

// Where no tile needs the group's size, the runtime could choose it. But then a driver's bad choice would be compared,
// and not the kernels.
std::size_t measure(Experiment& experiment, const PyramidWork& work, const char* title, Storage storage,
                    std::span<const GradientWay> compared) {
  const std::size_t chart = experiment.add_chart(
      fmt::format("{}, storage {}, groups of 16 x 16", title, name_of(storage)), "filter size, pixels");
  std::vector<PyramidLine> lines;
  for (const GradientWay& way : compared)
    lines.push_back({chart, way.name, pixel_schedule(storage, way.words), way.magnitude});
  work.measure(lines);
  return chart;
}

// Returns the width of the middle half of the times, as a share of their median; negative where they are too few.
double spread(const Experiment& experiment, std::size_t chart, const char* line) {
  const std::vector<double>* ms = experiment.times(chart, line, 3);
  if (!ms || ms->size() < min_runs) return -1;
  const Summary summary = summarize(*ms);
  return (summary.upper_quartile - summary.lower_quartile) / summary.median;
}

// A fact of the runs themselves: it needs no interval.
Claim judge_spread(const Experiment& experiment, std::size_t chart) {
  Judgement judgement(experiment, 14);
  const double separation = spread(experiment, chart, "separation");
  double widest = -1;
  for (const char* other : {"single", "local", "double", "predefined"})
    widest = std::max(widest, spread(experiment, chart, other));
  if (separation < 0 || widest < 0) return judgement.cannot("separation or all others have too few times").claim();
  const std::string figure =
      fmt::format("middle half of the times: separation {:.1f}% of their median, the widest other {:.1f}%",
                  100 * separation, 100 * widest);
  return judgement.shows(separation > 2 * widest && separation > 0.1, figure).claim();
}

Claim judge_local_memory(const Experiment& experiment, std::size_t chart) {
  Judgement judgement(experiment, 17);
  for (const double size : filter_sizes)
    if (surely_faster(experiment, {chart, "local", size}, {chart, "single", size}))
      judgement.faster({chart, "double local", size}, {chart, "double", size});
  return judgement.listed().claim();
}

// Judges a claim by another chart than claims.txt names.
Claim judge_by(const Experiment& experiment, std::size_t chart, ListedClaim claim) {
  if (claim.number == 14) return judge_spread(experiment, chart);
  if (claim.number == 17) return judge_local_memory(experiment, chart);
  for (Comparison& comparison : claim.comparisons)
    for (Side& side : comparison.sides) side.chart = experiment.report().charts[chart].title;
  return Judgement(experiment, std::move(claim)).listed().claim();
}

// What composed and printed kernels say of the claims.
StudyTable verdicts_of(const Experiment& experiment, std::size_t composed, std::size_t printed) {
  StudyTable table{"The claims by composed kernels and by printed ones", {"claim", "what", "composed", "printed"}, {}};
  for (const ListedClaim& claim : claims_of("gradient")) {
    const auto verdict = [&](std::size_t chart) {
      return std::string(name_of(judge_by(experiment, chart, claim).verdict));
    };
    table.rows.push_back({fmt::format("{}", claim.number), claim.text, verdict(composed), verdict(printed)});
  }
  return table;
}

}  // namespace

void gradient(Experiment& experiment) {
  const PyramidWork work(experiment);
  const Storage judged = experiment.on_a_cpu() ? Storage::buffer : Storage::image;
  std::size_t chart = measure(experiment, work, "Both derivatives", Storage::buffer, ways);
  if (judged == Storage::image) {
    chart = measure(experiment, work, "Both derivatives", judged, ways);
    experiment.note(
        "The claims are judged by image objects, as in the literature. There, with 9 x 9, the ways with both filters "
        "are loops: more than 100 reads are not unrolled.");
  } else {
    experiment.note(
        "Claims are judged by buffers: on a CPU image objects are functions, and slow. The printed kernels, which have "
        "no "
        "other storage, judge them again in a table.");
  }
  measure(experiment, PyramidWork(experiment, magnitude_on_a_cpu), "The gradient's magnitude", judged, magnitude_ways);
  const std::size_t printed = measure_printed(experiment);
  measure_spread(experiment);
  experiment.report().tables.push_back(verdicts_of(experiment, chart, printed));
  experiment.report().claims.push_back(judge_spread(experiment, chart));
  experiment.report().claims.push_back(judge_local_memory(experiment, chart));
}

}  // namespace lenslet::study
