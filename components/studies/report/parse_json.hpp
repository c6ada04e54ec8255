// Reads JSON that others wrote: the one place where the tool parses any.
#pragma once

#include <string>

#include "studies/report/record.hpp"

namespace lenslet::report {

// Throws io: for what is no JSON, for arrays and objects in one another more than 64 deep, for objects of more than
// 1000 fields, and for values that take more than half of the free memory. The library that parses has no such
// bounds: it would recurse until the stack ends, and look a field up in time that grows with the square of their
// number.
Json parse_json(const std::string& text);

}  // namespace lenslet::report
