// A claim is judged by measurements: each comparison says yes, no or maybe, by an interval of 95%.
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

// A change from one way to another, which may gain.
struct Change {
  ChartPlace from, to;
};

// A speed-up that a law predicts.
struct Prediction {
  std::string law;
  double speed_up;
  double work = 1;      // of the quicker place in its time, in units of the other's
  double factor = 1.1;  // by which the speed-up may miss the prediction
};

// A claim holds where all its comparisons hold, fails where one is refuted, and is undecided otherwise. A comparison
// decides nothing where a point has no times, or too few for a sure interval. A claim without any other comparison is
// untested.
class Judgement {
 public:
  Judgement(const Experiment& experiment, ListedClaim claim);
  // Judges the claim of this number in claims.txt; `place` is its place among several.
  explicit Judgement(const Experiment& experiment, int number, std::size_t place = 0);

  // Makes the comparisons that claims.txt lists.
  Judgement& listed();
  // a takes less time than b, by `factor` or more.
  Judgement& faster(const ChartPlace& a, const ChartPlace& b, double factor = 1);
  // At least one of the changes gains. With more changes, each must gain more surely.
  Judgement& gains_somewhere(const std::vector<Change>& changes);
  // Neither takes more than `factor` times as long as the other.
  Judgement& alike(const ChartPlace& a, const ChartPlace& b, double factor = 1.1);
  // `quick` is faster than `slow` by the predicted factor.
  Judgement& predicted(const ChartPlace& slow, const ChartPlace& quick, const Prediction& prediction);
  // a gains less than b, in one chart. The answer is sure where the two gains' intervals do not meet.
  Judgement& gains_less(const Change& a, const Change& b);
  // Adds a fact that noise does not touch.
  Judgement& shows(bool fact, const std::string& what);
  // Adds a fact that decides nothing.
  Judgement& leaves_open(const std::string& what);
  // Adds a figure that answers nothing: what could not be measured and why, or what is good to know.
  Judgement& cannot(const std::string& why);

  Claim claim() const;

 private:
  enum class Answer : std::uint8_t { yes, no, maybe };

  static Answer within(const SpeedUp& speed_up);
  const std::vector<double>* times_at(const ChartPlace& place) const;
  const std::vector<double>* times(const ChartPlace& place);  // also notes where there are none
  void add(Answer answer, ClaimFigure figure);
  // a is faster than b by a factor in the claimed interval. `work` is the work of a, in units of b's.
  Judgement& bounded(const ChartPlace& a, const ChartPlace& b, const Interval& claimed, const std::string& words = {},
                     double work = 1);
  void compare(const Comparison& comparison, const std::vector<ChartPlace>& places);

  const Experiment& experiment_;
  ListedClaim claim_;
  std::vector<Answer> answers_;
  std::vector<ClaimFigure> figures_;
  bool incomplete_ = false;  // a comparison had no times
};

// Judges the claims that a study's own code left, by their listed comparisons, and sorts all claims by the list's
// order. A `hindrance` is the reason why no more times will come: then the claims are untested.
void judge_rest(Experiment& experiment, const std::vector<ListedClaim>& claims, const std::string& hindrance);

// Whether a takes less time than b, beyond the noise. False where one has no times.
bool surely_faster(const Experiment& experiment, const ChartPlace& a, const ChartPlace& b);

}  // namespace lenslet::study
