// Writes records as tables of HTML, for pages without scripts.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Writes verdicts with their figures, then the medians and tables of each study on each device.
std::string plain_html(const std::vector<Record>& records);

}  // namespace lenslet::report
