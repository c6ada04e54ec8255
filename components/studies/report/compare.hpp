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
  StudyTable differing;  // a row for each cell that differs: what names its row, its column, what each device has
};

// Compares the study's tables that two records or more have, n-th with n-th of a title. "-" is no value: a cell is
// compared among the devices that have one. Where a table has several keys, differences are counted apart for each
// value of the last.
std::vector<TableComparison> compared_tables(const std::vector<Record>& records, std::string_view study);

}  // namespace lenslet::report
