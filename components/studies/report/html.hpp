// Writes records as one HTML page that needs no network: the page of page/ with Chart.js, both embedded by the build.
#pragma once

#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

bool has_html();

// Throws unsupported where the library was built without Chart.js.
void require_html();

std::string html(const std::vector<Record>& records);

}  // namespace lenslet::report
