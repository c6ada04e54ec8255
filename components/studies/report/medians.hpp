// Writes a chart as a table, for readers without its picture.
#pragma once

#include <lenslet/study.hpp>

namespace lenslet::report {

// Makes a row for each line, with a column for each place.
StudyTable medians_table(const StudyChart& chart);

}  // namespace lenslet::report
