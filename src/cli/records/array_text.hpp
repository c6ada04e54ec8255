// The elements of arrays for people and as JSON.
#pragma once

#include <lenslet/array.hpp>
#include <string>

#include "cli/records/json.hpp"

namespace lenslet::cli {

// Shows it with its label, if it has one, and a line for each row of an array of two sides. Of many elements, and of
// many rows, the middle is left out.
std::string array_text(const std::string& label, const Array& array);

Json elements_json(const Array& array);

}  // namespace lenslet::cli
