// What studies found, for a terminal.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::cli {

// Shows all claims in one table, with a column of verdicts for each device, and what else must be said. Figures are cut
// short: the reports have all.
std::string study_table(const std::vector<report::Record>& records);

// Lists the studies that there are.
std::string study_list();

}  // namespace lenslet::cli
