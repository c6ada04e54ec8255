// Comparisons of points, and what follows from all of them.
#include "study/judgement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/statistics.hpp>

namespace lenslet::study {
namespace {

bool enough(const std::vector<double>& a, const std::vector<double>& b) {
  return std::min(a.size(), b.size()) >= least_runs;
}

const StudyChart& chart_of(const Experiment& experiment, const Place& place) {
  return experiment.report().charts[place.chart];
}

std::string name_of(const Experiment& experiment, const Place& place) {
  const StudyChart& chart = chart_of(experiment, place);
  if (chart.categories.empty()) return fmt::format("{} at {}", place.line, place.x);
  return fmt::format("{}, {}", place.line, chart.categories[static_cast<std::size_t>(place.x)]);
}

// Charts have the same lines at the same places, so a figure says which it is of.
std::string comparison(const Experiment& experiment, const Place& a, const Place& b, const Ratio& ratio) {
  const std::string &chart = chart_of(experiment, a).title, &other = chart_of(experiment, b).title;
  return fmt::format("{}: {} takes {:.2f} times as long as {}{} ({:.2f} to {:.2f})", chart, name_of(experiment, a),
                     ratio.value, name_of(experiment, b), a.chart == b.chart ? "" : fmt::format(" of {}", other),
                     ratio.confidence.low, ratio.confidence.high);
}

}  // namespace

Judgement::Judgement(const Experiment& experiment, ListedClaim claim)
    : experiment_(experiment), claim_(std::move(claim)) {}

Judgement::Judgement(const Experiment& experiment, int number, std::size_t place)
    : Judgement(experiment, listed_claim(number, place)) {}

void Judgement::add(Answer answer, std::string figure) {
  answers_.push_back(answer);
  figures_.push_back(std::move(figure));
}

const std::vector<double>* Judgement::times_at(const Place& place) const {
  return experiment_.times(place.chart, place.line, place.x);
}

const std::vector<double>* Judgement::times(const Place& place) {
  const std::vector<double>* ms = times_at(place);
  if (!ms) {
    std::string figure =
        fmt::format("{}: {}: not measured", chart_of(experiment_, place).title, name_of(experiment_, place));
    if (std::ranges::count(figures_, figure) == 0) figures_.push_back(std::move(figure));
    incomplete_ = true;
  }
  return ms;
}

Judgement& Judgement::faster(const Place& a, const Place& b, double factor) {
  const std::vector<double>*quick = times(a), *slow = times(b);
  if (!quick || !slow) return *this;
  const Ratio ratio = ratio_of_medians(*slow, *quick);
  const Answer answer = !enough(*quick, *slow)           ? Answer::maybe
                        : ratio.confidence.low > factor  ? Answer::yes
                        : ratio.confidence.high < factor ? Answer::no
                                                         : Answer::maybe;
  add(answer, comparison(experiment_, b, a, ratio));
  return *this;
}

// By Bonferroni: each interval misses with its share of the 5% that all of them may miss with together.
Judgement& Judgement::gains_somewhere(const std::vector<Change>& changes) {
  const double confidence = 1 - 0.05 / static_cast<double>(std::max<std::size_t>(changes.size(), 1));
  Ratio best{0, {0, 0}};
  const Change* where = nullptr;
  bool all_refuted = true;
  for (const Change& change : changes) {
    const std::vector<double>*before = times_at(change.from), *after = times_at(change.to);
    const bool known = before && after && enough(*before, *after);
    const Ratio ratio = known ? ratio_of_medians(*before, *after, confidence) : best;
    all_refuted = all_refuted && known && ratio.confidence.high < 1;
    if (!known || (where && best.confidence.low >= ratio.confidence.low)) continue;
    best = ratio;
    where = &change;
  }
  if (!where) return cannot("none of the places has enough times");
  add(best.confidence.low > 1 ? Answer::yes
      : all_refuted           ? Answer::no
                              : Answer::maybe,
      comparison(experiment_, where->from, where->to, best));
  return *this;
}

Judgement& Judgement::alike(const Place& a, const Place& b, double factor) {
  const std::vector<double>*first = times(a), *second = times(b);
  if (!first || !second) return *this;
  const Ratio ratio = ratio_of_medians(*first, *second);
  add(enough(*first, *second) ? within(ratio.confidence, 1, factor) : Answer::maybe,
      comparison(experiment_, a, b, ratio));
  return *this;
}

Judgement& Judgement::predicted(const Place& slow, const Place& quick, const Prediction& prediction) {
  const std::vector<double>*before = times(slow), *after = times(quick);
  if (!before || !after) return *this;
  const Ratio ratio = ratio_of_medians(*before, *after);
  const Interval sure{prediction.work * ratio.confidence.low, prediction.work * ratio.confidence.high};
  add(enough(*before, *after) ? within(sure, prediction.speed_up, prediction.factor) : Answer::maybe,
      fmt::format("{}: {} is {:.2f} times as fast as {} ({:.2f} to {:.2f}), by {} {:.2f}",
                  chart_of(experiment_, quick).title, name_of(experiment_, quick), prediction.work * ratio.value,
                  name_of(experiment_, slow), sure.low, sure.high, prediction.law, prediction.speed_up));
  return *this;
}

Judgement& Judgement::gains_less(const Change& a, const Change& b) {
  const std::vector<double>*before_a = times(a.from), *after_a = times(a.to);
  const std::vector<double>*before_b = times(b.from), *after_b = times(b.to);
  if (!before_a || !after_a || !before_b || !after_b) return *this;
  const Ratio less = ratio_of_medians(*before_a, *after_a), more = ratio_of_medians(*before_b, *after_b);
  const bool sure = enough(*before_a, *after_a) && enough(*before_b, *after_b);
  const Answer answer = sure && less.confidence.high < more.confidence.low   ? Answer::yes
                        : sure && less.confidence.low > more.confidence.high ? Answer::no
                                                                             : Answer::maybe;
  const auto gain = [&](const Change& change, const Ratio& ratio) {
    return fmt::format("{} is {:.2f} times as fast as {} ({:.2f} to {:.2f})", name_of(experiment_, change.to),
                       ratio.value, name_of(experiment_, change.from), ratio.confidence.low, ratio.confidence.high);
  };
  add(answer, fmt::format("{}: {}, and {}", chart_of(experiment_, a.to).title, gain(a, less), gain(b, more)));
  return *this;
}

// Whether an interval lies within a factor of what is expected.
Judgement::Answer Judgement::within(const Interval& sure, double expected, double factor) {
  const double low = expected / factor, high = expected * factor;
  if (sure.low > low && sure.high < high) return Answer::yes;
  return sure.high < low || sure.low > high ? Answer::no : Answer::maybe;
}

Judgement& Judgement::shows(bool fact, const std::string& what) {
  add(fact ? Answer::yes : Answer::no, what);
  return *this;
}

Judgement& Judgement::leaves_open(const std::string& what) {
  add(Answer::maybe, what);
  return *this;
}

Judgement& Judgement::cannot(const std::string& why) {
  figures_.push_back(why);
  return *this;
}

Claim Judgement::claim() const {
  Claim claim{.number = claim_.number, .text = claim_.text, .figures = {}};
  const auto any = [this](Answer answer) { return std::ranges::count(answers_, answer) > 0; };
  claim.verdict = answers_.empty()                    ? Verdict::untested
                  : any(Answer::no)                   ? Verdict::does_not_hold
                  : any(Answer::maybe) || incomplete_ ? Verdict::undecided
                                                      : Verdict::holds;
  claim.figures = fmt::format("{}", fmt::join(figures_, "; "));
  return claim;
}

bool surely_faster(const Experiment& experiment, const Place& a, const Place& b) {
  const std::vector<double>* quick = experiment.times(a.chart, a.line, a.x);
  const std::vector<double>* slow = experiment.times(b.chart, b.line, b.x);
  return quick && slow && enough(*quick, *slow) && ratio_of_medians(*slow, *quick).confidence.low > 1;
}

}  // namespace lenslet::study
