// Ops by their names, and works in words and as JSON.
#pragma once

#include <lenslet/work.hpp>
#include <string>

#include "json.hpp"

namespace lenslet::cli {

// As find_op(); wrong usage, with the nearest name, where there is none.
const OpInfo& op_named(const std::string& name);

std::string describe(const Work& work);     // "gaussian ksize=5", "reduce.sum"
std::string type_text(const Work& work);    // "u8 x 3", "f32, f32"
std::string size_text(const Work& work);    // "640x480", "1000"
std::string border_text(const Work& work);  // "-" for arrays

std::string inputs_text(const Work& work);  // "640 x 480, u8 x 3, border wrap", "f32 [100]"

// What a record begins with.
Json to_json(const Work& work);

// A size of the store in words.
std::string stored_size_text(const std::string& op, Size size);

}  // namespace lenslet::cli
