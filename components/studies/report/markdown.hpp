// Writes records as Markdown: the verdicts of all devices in one table, then a section for each study.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Writes the marks "<!-- front -->" and "<!-- study NAME -->". tools/write_studies replaces them by people's texts and
// pictures.
std::string markdown(const std::vector<Record>& records);

}  // namespace lenslet::report
