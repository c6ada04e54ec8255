// A chart as a table, for readers without its picture.
#pragma once

#include <lenslet/study.hpp>

namespace lenslet::report {

// A row for each line, a column for each place.
StudyTable medians_table(const StudyChart& chart);

}  // namespace lenslet::report
