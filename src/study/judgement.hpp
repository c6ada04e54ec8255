// A claim judged by what was measured: each comparison says yes, no or maybe, by an interval of 95%.
#pragma once

#include <string>
#include <vector>

#include <lenslet/study.hpp>

#include "study/experiment.hpp"

namespace lenslet::study {

// A point of a chart.
struct Place {
  std::size_t chart;
  std::string line;
  double x;
};

// A claim holds where all its comparisons do, does not where one is refuted, and is undecided else. Comparisons with a
// point that has no times are named in the figures and do not count; where none counts, the claim is untested.
class Judgement {
 public:
  Judgement(const Experiment& experiment, int number, std::string text);

  // a takes less time than b: `factor` times less, or more.
  Judgement& faster(const Place& a, const Place& b, double factor = 1);
  // Neither takes over `factor` times as long as the other.
  Judgement& alike(const Place& a, const Place& b, double factor = 1.1);
  // A fact that noise does not touch.
  Judgement& shows(bool fact, const std::string& what);
  // What could not be looked at, and why.
  Judgement& cannot(const std::string& why);

  Claim claim() const;

 private:
  enum class Answer : std::uint8_t { yes, no, maybe };

  const std::vector<double>* times(const Place& place);
  void add(Answer answer, std::string figure);

  const Experiment& experiment_;
  Claim claim_;
  std::vector<Answer> answers_;
  std::vector<std::string> figures_;
};

}  // namespace lenslet::study
