// What the words mean that studies call their ways by.
#pragma once

#include <string_view>
#include <vector>

#include <lenslet/study.hpp>

namespace lenslet::study {

// Those of a study; none where its words need no explanation.
std::vector<StudyTerm> terms_of(std::string_view study);

}  // namespace lenslet::study
