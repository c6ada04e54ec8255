// A study: its name and its experiment. One file each, in studies/; what it is about and its claims stand in
// claims.txt, from where registry.cpp adds them, and judges the claims that the study leaves to it.
#pragma once

#include <span>
#include <string>

#include "study/experiment.hpp"

namespace lenslet::study {

struct Study {
  std::string name;
  void (*run)(Experiment& experiment);
};

std::span<const Study> registry();  // sorted by name; generated from src/study/CMakeLists.txt

}  // namespace lenslet::study
