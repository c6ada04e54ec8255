// A study: its name and its experiment. One file each, in studies/; what it is about, its claims, words and notes stand
// in claims.txt, from where registry.cpp adds them, and judges the claims that the study leaves to it.
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
  std::string missing = {};  // the component that is not built and how that comes, where there is no function
};

// Runs its experiment. Returns why its claims cannot be judged: what ended it early, or what is missing.
std::string run(const Study& study, Experiment& experiment);

// Finds how long a study took on a CPU and on a GPU where its claims were judged, in a text such as seconds.txt: a line
// has its name and both numbers. Zeros stand for a study without a line.
std::pair<double, double> find_seconds(std::string_view text, std::string_view study);

std::span<const Study> registry();  // sorted by name; generated from components/studies/CMakeLists.txt

}  // namespace lenslet::study
