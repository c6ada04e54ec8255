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

// Compares lines of one chart over filter sizes.
class Claims {
 public:
  Claims(Experiment& experiment, std::size_t chart) : experiment_(experiment), chart_(chart) {}

  Place at(const char* line, int size) const { return {chart_, line, static_cast<double>(size)}; }

  void faster(Judgement& judgement, const char* a, const char* b, std::initializer_list<int> sizes = {3, 5, 7, 9},
              double factor = 1) const {
    for (const int size : sizes) judgement.faster(at(a, size), at(b, size), factor);
  }

  bool helped(const char* a, const char* b, int size) const {
    return surely_faster(experiment_, at(a, size), at(b, size));
  }

  void add(const Judgement& judgement) const { experiment_.report().claims.push_back(judgement.claim()); }
  Judgement begin(int number, const char* text) const { return {experiment_, number, text}; }

  // Of the middle half of the times, as a part of their median; negative where they are too few.
  double spread(const char* line, int size) const {
    const std::vector<double>* ms = experiment_.times(chart_, line, size);
    if (!ms || ms->size() < least_runs) return -1;
    const Summary summary = summarize(*ms);
    return (summary.upper_quartile - summary.lower_quartile) / summary.median;
  }

 private:
  Experiment& experiment_;
  std::size_t chart_;
};

void judge_single(const Claims& claims) {
  Judgement single = claims.begin(10, "A launch for each filter is not fast compared to the other ways.");
  claims.faster(single, "local", "single", {5, 7, 9});
  claims.faster(single, "double", "single");
  claims.faster(single, "predefined", "single");
  claims.add(single);

  Judgement local = claims.begin(11, "Local memory is slower at 3 x 3 and faster from 5 x 5 on.");
  claims.faster(local, "single", "local", {3});
  claims.faster(local, "local", "single", {5, 7, 9});
  claims.add(local);

  Judgement separation = claims.begin(13, "Separation is the slowest way of all at 3 x 3.");
  for (const Way& way : ways)
    if (!std::string(way.name).ends_with("separation")) claims.faster(separation, way.name, "separation", {3});
  claims.add(separation);
}

// A fact of the runs themselves: no interval is drawn for it.
void judge_spread(const Claims& claims) {
  Judgement judgement = claims.begin(14, "The times of separation at 3 x 3 spread widely, those of other ways do not.");
  const double separation = claims.spread("separation", 3);
  double widest = -1;
  for (const char* other : {"single", "local", "double", "predefined"})
    widest = std::max(widest, claims.spread(other, 3));
  const std::string figure =
      fmt::format("middle half of the times: separation {:.1f}% of their median, the widest other {:.1f}%",
                  100 * separation, 100 * widest);
  if (separation < 0 || widest < 0)
    judgement.cannot("separation or all others have too few times");
  else
    judgement.shows(separation > 2 * widest && separation > 0.1, figure);
  claims.add(judgement);
}

void judge_combinations(const Claims& claims) {
  Judgement both = claims.begin(15, "Both filters in one launch are faster than one after the other, at every size.");
  claims.faster(both, "double", "single");
  claims.add(both);

  Judgement predefined = claims.begin(16, "Predefined filters are fast, and almost independent of the size.");
  claims.faster(predefined, "predefined", "single");
  for (const int size : {5, 7, 9}) predefined.alike(claims.at("predefined", size), claims.at("predefined", 3), 1.25);
  claims.add(predefined);

  Judgement local = claims.begin(17, "Local memory makes double faster, where it helps single.");
  for (const int size : {3, 5, 7, 9})
    if (claims.helped("local", "single", size)) claims.faster(local, "double local", "double", {size});
  claims.add(local.cannot("only sizes at which it helps single are compared"));

  Judgement best = claims.begin(18, "Double and predefined together are faster than either alone.");
  claims.faster(best, "double predefined", "double");
  claims.faster(best, "double predefined", "predefined");
  claims.add(best);

  Judgement slower = claims.begin(19, "Local memory makes predefined filters slower, single and double.");
  claims.faster(slower, "predefined", "predefined local");
  claims.faster(slower, "double predefined", "double predefined local");
  claims.add(slower);
}

// What the rules choose takes no more than 1.05 times as long as what they leave.
void judge_rules(const Claims& claims) {
  constexpr double near = 1 / 1.05;
  Judgement rules = claims.begin(20,
                                 "Use double whenever possible, predefined if the filter is known, else local memory "
                                 "for filters over 3 x 3.");
  for (const Way& way : ways)
    if (std::string(way.name) != "double predefined")
      claims.faster(rules, "double predefined", way.name, {3, 5, 7, 9}, near);
  for (const char* other : {"single", "local", "separation", "double"})
    claims.faster(rules, "double local", other, {5, 7, 9}, near);
  for (const char* other : {"single", "local", "separation", "double local"})
    claims.faster(rules, "double", other, {3}, near);
  claims.add(rules);
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
  const Claims claims(experiment, chart);
  judge_single(claims);
  judge_spread(claims);
  judge_combinations(claims);
  judge_rules(claims);
  add_ablation(experiment);
}

}  // namespace

Study gradient() {
  return {{.name = "gradient",
           .summary = "The ways to write two gradient filters, and their magnitude: together or not, separated, "
                      "predefined, in local memory.",
           .claims = {10, 11, 13, 14, 15, 16, 17, 18, 19, 20}},
          run};
}

}  // namespace lenslet::study
