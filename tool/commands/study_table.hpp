// The results of studies, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::cli {

// Shows all claims in one table, with a column of verdicts for each device, and notes. Figures are cut short; the
// reports have all of them.
std::string study_table(const std::vector<report::Record>& records);

// Lists all studies.
std::string study_list();

}  // namespace lenslet::cli
