// Claims of one's own: a text that says what to measure and what is claimed of it, in the words of claims.txt.
//
//   about TEXT                        what the claims are about
//   chart TITLE [| AXIS [| within T]] begins a chart: ways to do the same work. Their results are equal, or floats
//   differ
//                                     by T of the greater at most
//   line NAME [@ PLACE] | COMMAND     a way, at a number or a word of the chart's axis
//   claim NUMBER                      begins a claim, with says, why and comparisons as in claims.txt
//
// A line that begins with # is a remark, one that begins with a space goes on with the one before.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/array.hpp>
#include <lenslet/study.hpp>

#include "studies/claims.hpp"
#include "studies/experiment.hpp"

namespace lenslet::study {

struct OwnLine {
  int number;  // of the text's line
  std::string name, place, command;
};

struct OwnChart {
  std::string title, axis;
  double tolerance = 0;
  std::vector<OwnLine> lines = {};
};

struct OwnClaims {
  std::string about;
  std::vector<OwnChart> charts;
  std::vector<ListedClaim> claims;
};

// Throws invalid_argument, with the line and what is allowed, for a text that is wrong, or whose claims name what no
// chart has.
OwnClaims parse_own_claims(std::string_view text);

// What a command does: a candidate, and the results of its first run, which are compared with those of others.
struct OwnWay {
  Ready ready;
  std::function<std::vector<Array>()> results;
};

// Makes the way of a command. It may throw as Prepare does.
using MakeWay = std::function<OwnWay(const Experiment& experiment, const std::string& command)>;

// Measures the ways in turns, proves that they agree, and judges the claims. Throws as run_study() does for options out
// of range.
StudyReport run_own_claims(const Session& session, const std::string& name, const OwnClaims& claims,
                           const StudyOptions& options, const MakeWay& make);

}  // namespace lenslet::study
