// The elements of arrays for people and as JSON.
#pragma once

#include <lenslet/array.hpp>
#include <string>

#include "json.hpp"

namespace lenslet::cli {

// With its label, if it has one. Of many elements the middle is left out.
std::string array_text(const std::string& label, const Array& array);

Json elements_json(const Array& array);

}  // namespace lenslet::cli
