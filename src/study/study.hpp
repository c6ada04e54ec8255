// A study: what it is called and its experiment. One file each, in studies/; its claims stand in claims.txt, from where
// registry.cpp adds their numbers, and judges those that the study leaves to it.
#pragma once

#include <span>

#include <lenslet/study.hpp>

#include "study/experiment.hpp"

namespace lenslet::study {

struct Study {
  StudyInfo info;
  void (*run)(Experiment& experiment);
};

std::span<const Study> registry();  // sorted by name; generated from src/study/CMakeLists.txt

}  // namespace lenslet::study
