// Compares points, and combines all comparisons to a verdict.
#include "studies/judgement.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/statistics.hpp>

#include "studies/speed_up.hpp"

namespace lenslet::study {
namespace {

bool enough(const std::vector<double>& a, const std::vector<double>& b) {
  return std::min(a.size(), b.size()) >= min_runs;
}

const StudyChart& chart_of(const Experiment& experiment, const ChartPlace& place) {
  return experiment.report().charts[place.chart];
}

const StudyPoint* point_at(const Experiment& experiment, const ChartPlace& place) {
  const auto& lines = chart_of(experiment, place).lines;
  const auto line = std::ranges::find(lines, place.line, &StudyLine::name);
  if (line == lines.end()) return nullptr;
  const auto point = std::ranges::find(line->points, place.x, &StudyPoint::x);
  return point == line->points.end() ? nullptr : &*point;
}

std::string place_name(const StudyChart& chart, double x) {
  return chart.categories.empty() ? fmt::format("at {}", x) : chart.categories[static_cast<std::size_t>(x)];
}

std::string name_of(const Experiment& experiment, const ChartPlace& place) {
  const StudyChart& chart = chart_of(experiment, place);
  return fmt::format("{}{} {}", place.line, chart.categories.empty() ? "" : ",", place_name(chart, place.x));
}

// The names of two places in a figure. Charts have the same lines at the same places, so the figure also names its
// chart.
struct Names {
  std::string title, quick, slow, at;

  std::string comparison(const Ratio& ratio) const {
    return fmt::format("{}{}: {}", title, at, speed_up_text(quick, slow, ratio));
  }
  std::string label() const { return fmt::format("{} over {}{}", quick, slow, at); }  // names both, without the numbers
};

Names names_of(const Experiment& experiment, const ChartPlace& quick, const ChartPlace& slow) {
  const StudyChart &chart = chart_of(experiment, quick), &other = chart_of(experiment, slow);
  if (quick.chart == slow.chart && quick.x == slow.x)
    return {chart.title, quick.line, slow.line, ", " + place_name(chart, quick.x)};
  const std::string of_other = quick.chart == slow.chart ? "" : fmt::format(" of {}", other.title);
  return {chart.title, name_of(experiment, quick), name_of(experiment, slow) + of_other, ""};
}

// The interval of a claim that the quick way takes a `factor` less time, or even less.
Interval over(double factor) {
  return {factor, std::numeric_limits<double>::infinity()};
}

Interval about(double expected, double factor) {
  return {expected / factor, expected * factor};
}

}  // namespace

Judgement::Judgement(const Experiment& experiment, ListedClaim claim)
    : experiment_(experiment), claim_(std::move(claim)) {}

Judgement::Judgement(const Experiment& experiment, int number, std::size_t place)
    : Judgement(experiment, listed_claim(number, place)) {}

void Judgement::add(Answer answer, ClaimFigure figure) {
  answers_.push_back(answer);
  figures_.push_back(std::move(figure));
}

const std::vector<double>* Judgement::times_at(const ChartPlace& place) const {
  return experiment_.times(place.chart, place.line, place.x);
}

const std::vector<double>* Judgement::times(const ChartPlace& place) {
  const std::vector<double>* ms = times_at(place);
  if (ms) return ms;
  const StudyPoint* point = point_at(experiment_, place);
  std::string figure =
      fmt::format("{}: {}: not measured{}{}", chart_of(experiment_, place).title, name_of(experiment_, place),
                  point && !point->missing.empty() ? ": " : "", point ? point->missing : "");
  if (std::ranges::count(figures_, figure, &ClaimFigure::text) == 0) figures_.push_back({std::move(figure)});
  incomplete_ = true;
  return nullptr;
}

// With too few times the interval is no interval of 95%, and nothing is sure.
Judgement& Judgement::bounded(const ChartPlace& a, const ChartPlace& b, const Interval& claimed,
                              const std::string& words, double work) {
  const std::vector<double>*quick = times(a), *slow = times(b);
  if (!quick || !slow) return *this;
  const Ratio ratio = ratio_of_medians(*slow, *quick);
  const Ratio done{work * ratio.value, {work * ratio.confidence.low, work * ratio.confidence.high}};
  const bool sure = enough(*quick, *slow);
  const Names names = names_of(experiment_, a, b);
  const SpeedUp speed_up{names.label(), done, claimed};
  add(sure ? within(speed_up) : Answer::maybe,
      {names.comparison(done) + words + claimed_text(speed_up) + (sure ? "" : ", too few runs to be sure"), speed_up});
  return *this;
}

Judgement& Judgement::faster(const ChartPlace& a, const ChartPlace& b, double factor) {
  return bounded(a, b, over(factor));
}

Judgement& Judgement::alike(const ChartPlace& a, const ChartPlace& b, double factor) {
  return bounded(a, b, about(1, factor));
}

Judgement& Judgement::predicted(const ChartPlace& slow, const ChartPlace& quick, const Prediction& prediction) {
  return bounded(quick, slow, about(prediction.speed_up, prediction.factor),
                 fmt::format(", by {} {}", prediction.law, factor_text(prediction.speed_up)), prediction.work);
}

// Widens each interval by Bonferroni: all intervals together may miss with 5%, and each gets its share of that.
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
  const Names names = names_of(experiment_, where->to, where->from);
  add(best.confidence.low > 1 ? Answer::yes
      : all_refuted           ? Answer::no
                              : Answer::maybe,
      {names.comparison(best), SpeedUp{names.label(), best, over(1)}});
  return *this;
}

// The answer is sure where the two gains' intervals do not meet.
Judgement& Judgement::gains_less(const Change& a, const Change& b) {
  const std::vector<double>*before_a = times(a.from), *after_a = times(a.to);
  const std::vector<double>*before_b = times(b.from), *after_b = times(b.to);
  if (!before_a || !after_a || !before_b || !after_b) return *this;
  const Ratio less = ratio_of_medians(*before_a, *after_a), more = ratio_of_medians(*before_b, *after_b);
  const bool sure = enough(*before_a, *after_a) && enough(*before_b, *after_b);
  const Answer answer = sure && less.confidence.high < more.confidence.low   ? Answer::yes
                        : sure && less.confidence.low > more.confidence.high ? Answer::no
                                                                             : Answer::maybe;
  const auto gain = [&](const Change& change, const Ratio& ratio, const char* more_words) {
    const Names names = names_of(experiment_, change.to, change.from);
    return ClaimFigure{names.comparison(ratio) + more_words, SpeedUp{names.label(), ratio, over(0)}};
  };
  add(answer, gain(a, less, ", claimed: less than the next"));
  figures_.push_back(gain(b, more, ""));
  return *this;
}

Judgement::Answer Judgement::within(const SpeedUp& speed_up) {
  const Interval &sure = speed_up.measured.confidence, &claimed = speed_up.claimed;
  if (sure.low > claimed.low && sure.high < claimed.high) return Answer::yes;
  return sure.high < claimed.low || sure.low > claimed.high ? Answer::no : Answer::maybe;
}

Judgement& Judgement::shows(bool fact, const std::string& what) {
  add(fact ? Answer::yes : Answer::no, {what});
  return *this;
}

Judgement& Judgement::leaves_open(const std::string& what) {
  add(Answer::maybe, {what});
  return *this;
}

Judgement& Judgement::cannot(const std::string& why) {
  figures_.push_back({why});
  return *this;
}

Claim Judgement::claim() const {
  Claim claim{.number = claim_.number, .text = claim_.text, .figures = figures_, .why = claim_.why};
  const auto any = [this](Answer answer) { return std::ranges::count(answers_, answer) > 0; };
  claim.verdict = answers_.empty()                    ? Verdict::untested
                  : any(Answer::no)                   ? Verdict::does_not_hold
                  : any(Answer::maybe) || incomplete_ ? Verdict::undecided
                                                      : Verdict::holds;
  return claim;
}

bool surely_faster(const Experiment& experiment, const ChartPlace& a, const ChartPlace& b) {
  const std::vector<double>* quick = experiment.times(a.chart, a.line, a.x);
  const std::vector<double>* slow = experiment.times(b.chart, b.line, b.x);
  return quick && slow && enough(*quick, *slow) && ratio_of_medians(*slow, *quick).confidence.low > 1;
}

}  // namespace lenslet::study
