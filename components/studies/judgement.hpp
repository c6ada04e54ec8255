// A claim judged by what was measured: each comparison says yes, no or maybe, by an interval of 95%.
#pragma once

#include <string>
#include <vector>

#include <lenslet/study.hpp>

#include "studies/claims.hpp"
#include "studies/experiment.hpp"

namespace lenslet::study {

// A point of a chart.
struct ChartPlace {
  std::size_t chart;
  std::string line;
  double x;
};

// A change goes from one way to another, and may gain.
struct Change {
  ChartPlace from, to;
};

// A law predicts a speed-up.
struct Prediction {
  std::string law;
  double speed_up;
  double work = 1;      // which the quicker place does in its time, in units of the other's
  double factor = 1.1;  // by which the speed-up may be missed
};

// A claim holds where all its comparisons do, does not where one is refuted, and is undecided else: also where a
// comparison has a point without times, or with so few that no interval is sure. Where there is no other, the claim is
// untested.
class Judgement {
 public:
  Judgement(const Experiment& experiment, ListedClaim claim);
  // Judges the claim of this number in claims.txt; `place` is its place among several.
  explicit Judgement(const Experiment& experiment, int number, std::size_t place = 0);

  // Makes the comparisons that stand in claims.txt.
  Judgement& listed();
  // a takes less time than b: `factor` times less, or more.
  Judgement& faster(const ChartPlace& a, const ChartPlace& b, double factor = 1);
  // One of the changes, or more, gains. Each must be surer for being one of many.
  Judgement& gains_somewhere(const std::vector<Change>& changes);
  // Neither takes over `factor` times as long as the other.
  Judgement& alike(const ChartPlace& a, const ChartPlace& b, double factor = 1.1);
  // `quick` is as much faster than `slow` as is predicted.
  Judgement& predicted(const ChartPlace& slow, const ChartPlace& quick, const Prediction& prediction);
  // a gains less than b, in one chart. Its answer is sure where the gains' own intervals do not meet.
  Judgement& gains_less(const Change& a, const Change& b);
  // Notes a fact that noise does not touch.
  Judgement& shows(bool fact, const std::string& what);
  // Notes a fact that could be either.
  Judgement& leaves_open(const std::string& what);
  // Adds a figure that answers nothing: what could not be looked at and why, or what is good to know.
  Judgement& cannot(const std::string& why);

  Claim claim() const;

 private:
  enum class Answer : std::uint8_t { yes, no, maybe };

  static Answer within(const SpeedUp& speed_up);
  const std::vector<double>* times_at(const ChartPlace& place) const;
  const std::vector<double>* times(const ChartPlace& place);  // and notes where there are none
  void add(Answer answer, ClaimFigure figure);
  // a is as much faster than b as is claimed; `work`: what a does, in units of what b does.
  Judgement& bounded(const ChartPlace& a, const ChartPlace& b, const Interval& claimed, const std::string& words = {},
                     double work = 1);
  void compare(const Comparison& comparison, const std::vector<ChartPlace>& places);

  const Experiment& experiment_;
  ListedClaim claim_;
  std::vector<Answer> answers_;
  std::vector<ClaimFigure> figures_;
  bool incomplete_ = false;  // a comparison had no times
};

// Adds those of a study's claims that its own code left, by the comparisons that are listed, and puts all in the list's
// order. `hindrance`: why there are no more times to come, where that is so: then they are untested.
void judge_rest(Experiment& experiment, const std::vector<ListedClaim>& claims, const std::string& hindrance);

// Whether a takes less time than b, beyond the noise; false where one has no times.
bool surely_faster(const Experiment& experiment, const ChartPlace& a, const ChartPlace& b);

}  // namespace lenslet::study
