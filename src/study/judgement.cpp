// Comparisons of points, and what follows from all of them.
#include "study/judgement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/statistics.hpp>

namespace lenslet::study {
namespace {

constexpr std::size_t least_runs = 6;  // fewer bracket no median with 95%

bool enough(const std::vector<double>& a, const std::vector<double>& b) {
  return std::min(a.size(), b.size()) >= least_runs;
}

std::string name_of(const Experiment& experiment, const Place& place) {
  const StudyChart& chart = experiment.report().charts[place.chart];
  if (chart.categories.empty()) return fmt::format("{} at {:g}", place.line, place.x);
  return fmt::format("{}, {}", place.line, chart.categories[static_cast<std::size_t>(place.x)]);
}

}  // namespace

Judgement::Judgement(const Experiment& experiment, int number, std::string text) : experiment_(experiment) {
  claim_.number = number;
  claim_.text = std::move(text);
}

void Judgement::add(Answer answer, std::string figure) {
  answers_.push_back(answer);
  figures_.push_back(std::move(figure));
}

const std::vector<double>* Judgement::times(const Place& place) {
  const std::vector<double>* ms = experiment_.times(place.chart, place.line, place.x);
  if (!ms) {
    figures_.push_back(name_of(experiment_, place) + ": not measured");
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
  add(answer, fmt::format("{} takes {:.2f} times as long as {} ({:.2f} to {:.2f})", name_of(experiment_, b),
                          ratio.value, name_of(experiment_, a), ratio.confidence.low, ratio.confidence.high));
  return *this;
}

Judgement& Judgement::alike(const Place& a, const Place& b, double factor) {
  const std::vector<double>*first = times(a), *second = times(b);
  if (!first || !second) return *this;
  const Ratio ratio = ratio_of_medians(*first, *second);
  const Interval& sure = ratio.confidence;
  const Answer answer = !enough(*first, *second)                      ? Answer::maybe
                        : sure.low > 1 / factor && sure.high < factor ? Answer::yes
                        : sure.high < 1 / factor || sure.low > factor ? Answer::no
                                                                      : Answer::maybe;
  add(answer, fmt::format("{} takes {:.2f} times as long as {} ({:.2f} to {:.2f})", name_of(experiment_, a),
                          ratio.value, name_of(experiment_, b), sure.low, sure.high));
  return *this;
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
  Claim claim = claim_;
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
