// Guesses what people meant by words among the files.
#pragma once

#include <lenslet/op.hpp>

#include <string>
#include <vector>

#include "tool/jobs/inputs.hpp"

namespace lenslet::cli {

// Throws for a word like "sigma=2" that gives a parameter its value and names no file.
void check_no_parameters(const OpInfo& op, const std::vector<std::string>& words);

// Says what to write if these words are more than the results of an op of images: "; ...".
std::string hint_of_results(const OpInfo& op, const Call& call, Words left, std::size_t results);

}  // namespace lenslet::cli
