// A study: its name and its experiment. One file each, in studies/; what it is about, its claims, words and notes stand
// in claims.txt, from where registry.cpp adds them, and judges the claims that the study leaves to it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "study/experiment.hpp"

namespace lenslet::study {

struct Study {
  std::string name;
  void (*run)(Experiment& experiment);
};

// How long a study took on a CPU and on a GPU where its claims were judged, by its line in a text such as seconds.txt:
// its name and both numbers. Zeros where it has none.
std::pair<double, double> find_seconds(std::string_view text, std::string_view study);

std::span<const Study> registry();  // sorted by name; generated from src/study/CMakeLists.txt

}  // namespace lenslet::study
