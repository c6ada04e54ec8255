// gradient: the ways to write a pair of gradient filters. Each is a schedule; rows G01 to G10 of the literature.
#include <algorithm>

#include <fmt/format.h>

#include "study/ablation.hpp"
#include "study/judgement.hpp"
#include "study/pyramid_work.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

struct Way {
  const char* name;
  const char* words;  // staging, passes and coefficients
};

constexpr Way ways[] = {
    {"single", "direct.single.constant"},          {"local", "local.single.constant"},
    {"separation", "direct.separated.constant"},   {"local separation", "local.separated.constant"},
    {"double", "direct.fused.constant"},           {"double local", "local.fused.constant"},
    {"predefined", "direct.single.literal"},       {"predefined local", "local.single.literal"},
    {"double predefined", "direct.fused.literal"}, {"double predefined local", "local.fused.literal"},
};

// Where no tile needs the group's size, it can be the runtime's; but then a driver's bad choice would be compared, not
// the kernels.
std::size_t measure(Experiment& experiment, PyramidWork& work, Storage storage) {
  const std::size_t chart = experiment.add_chart(
      fmt::format("Both derivatives, storage {}, groups of 16 x 16", name_of(storage)), "filter size, pixels");
  for (const int size : filter_sizes) {
    for (const Way& way : ways) work.add(chart, way.name, size, pixel_schedule(storage, way.words));
    experiment.measure();
  }
  return chart;
}

struct MagnitudeWay {
  const char* name;
  const char* words;
  PyramidWork::Magnitude magnitude;
};

using enum PyramidWork::Magnitude;

constexpr MagnitudeWay magnitude_ways[] = {
    {"two single, then the magnitude", "direct.single.constant", behind_them},
    {"double, then the magnitude", "direct.fused.constant", behind_them},
    {"op gradient", "direct.fused.constant", with_them},
    {"op gradient, local", "local.fused.constant", with_them},
    {"op gradient, predefined", "direct.fused.literal", with_them},
};

// Beside the derivatives' own comparison a CPU has no minute left for it.
constexpr double magnitude_on_a_cpu = 0.125;

void measure_magnitude(Experiment& experiment, Storage storage) {
  PyramidWork work(experiment, magnitude_on_a_cpu);
  const std::size_t chart = experiment.add_chart(
      fmt::format("The gradient's magnitude, storage {}, groups of 16 x 16", name_of(storage)), "filter size, pixels");
  for (const int size : filter_sizes) {
    for (const MagnitudeWay& way : magnitude_ways)
      work.add_magnitude(chart, way.name, size, pixel_schedule(storage, way.words), way.magnitude);
    experiment.measure();
  }
  experiment.note(
      "The literature has the gradient's magnitude as a graph of tasks, without its kernel: here one reads both "
      "derivatives and writes over the first. The op gradient makes all in one launch. Where two pyramids are "
      "named, the smaller one is the magnitude's.");
}

// Of the middle half of the times, as a part of their median; negative where they are too few.
double spread(const Experiment& experiment, std::size_t chart, const char* line) {
  const std::vector<double>* ms = experiment.times(chart, line, 3);
  if (!ms || ms->size() < least_runs) return -1;
  const Summary summary = summarize(*ms);
  return (summary.upper_quartile - summary.lower_quartile) / summary.median;
}

// A fact of the runs themselves: no interval is drawn for it.
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

void run(Experiment& experiment) {
  PyramidWork work(experiment);
  std::size_t chart = measure(experiment, work, Storage::buffer);
  if (has_texture_units(experiment)) {
    chart = measure(experiment, work, Storage::image);
    experiment.note(
        "The claims are judged by image objects, as in the literature. There, with 9 x 9, the ways with both filters "
        "are loops: more than 100 reads are not unrolled.");
  } else {
    experiment.note("Claims are judged by buffers: on a CPU image objects are functions, and slow.");
  }
  experiment.note(
      "The original text hands the column's weights to the horizontal pass of its separated filter and the row's to "
      "the vertical one, which yields dy for dx; here each pass has its own.");
  experiment.note(
      "Separation keeps its intermediate images from run to run: no run waits for new memory, which may be where the "
      "500 ms of the literature's outliers went.");
  measure_magnitude(experiment, has_texture_units(experiment) ? Storage::image : Storage::buffer);
  experiment.report().claims.push_back(judge_spread(experiment, chart));
  experiment.report().claims.push_back(judge_local_memory(experiment, chart));
  add_ablation(experiment);
}

}  // namespace

Study gradient() {
  return {"gradient", run};
}

}  // namespace lenslet::study
