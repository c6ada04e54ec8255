// Writes records as Markdown: the verdicts of all devices in one table, then a section for each study.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Leaves marks, "<!-- front -->" and "<!-- study NAME -->", where tools/write_studies puts what people wrote, and
// pictures.
std::string markdown(const std::vector<Record>& records);

}  // namespace lenslet::report
