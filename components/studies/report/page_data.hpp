// What the page's script makes the page of. The script computes the numbers of box plots from the runs.
#pragma once

#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Has each text of kernels, and of how points were made, once for all records.
Json page_data(const std::vector<Record>& records);

}  // namespace lenslet::report
