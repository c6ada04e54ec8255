// Reads foreign JSON. The tool parses JSON only here.
#pragma once

#include <string>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Throws io for text that is no JSON, for arrays and objects nested over 64 deep, for objects of more than 1000 fields,
// and for values that take more than half of the free memory. The library that parses has no such bounds: it would
// recurse until the stack ends, and its time to find fields grows with the square of their number.
Json parse_json(const std::string& text);

}  // namespace lenslet::report
