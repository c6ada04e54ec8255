// What people may have meant by words that stand among the files.
#pragma once

#include <lenslet/op.hpp>

#include <string>
#include <vector>

#include "tool/jobs/inputs.hpp"

namespace lenslet::cli {

// Throws for a word that gives a parameter its value, "sigma=2", and is no file's name.
void check_no_parameters(const OpInfo& op, const std::vector<std::string>& words);

// Says what to write where these words are more than the results of an op of images: "; ...".
std::string hint_of_results(const OpInfo& op, const Call& call, Words left, std::size_t results);

}  // namespace lenslet::cli
