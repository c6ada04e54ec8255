// Compares the tables of several devices, cell by cell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

struct TableComparison {
  std::string title;     // of the tables that are compared
  std::string result;    // "2 of 40 cells differ between A and B: 2 at texel edge."
  StudyTable differing;  // for each differing cell its row's keys, its column, and each device's value
};

// Compares the study's tables that two or more records have, the n-th with the n-th of a title. "-" means no value: a
// cell is compared among the devices that have one. If a table has several keys, differences are counted for each value
// of the last key.
std::vector<TableComparison> compared_tables(const std::vector<Record>& records, std::string_view study);

}  // namespace lenslet::report
