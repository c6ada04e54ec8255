// A study: its name and its experiment. Each has one file. Its subject, claims, words and notes stand in claims.txt.
// registry.cpp adds them, and judges the claims that the study leaves to it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "studies/experiment.hpp"

namespace lenslet::study {

struct Study {
  std::string name;
  void (*run)(Experiment& experiment);
  std::string missing = {};  // where there is no function: the component that is not built, and how to get it
};

// Throws invalid_argument for options out of range, and for a session without times.
void check_options(const Session& session, const StudyOptions& options);

// Runs a study's experiment. Returns why its claims cannot be judged: what ended it early, or what is missing.
std::string run(const Study& study, Experiment& experiment);

// Finds how long a study took on the CPU and the GPU that judged its claims, in a text like seconds.txt. A line has the
// name and both numbers. Without a line both are 0.
std::pair<double, double> find_seconds(std::string_view text, std::string_view study);

std::span<const Study> registry();  // sorted by name; generated from components/studies/CMakeLists.txt

}  // namespace lenslet::study
