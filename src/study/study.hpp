// A study: what it is called, which claims it looks at, and its experiment. One file each, in studies/.
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
