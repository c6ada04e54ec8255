// What is stored, summed up: one line for each case that was tuned.
#pragma once

#include <lenslet/tuning_store.hpp>
#include <string>
#include <vector>

#include "cli/records/json.hpp"

namespace lenslet::cli {

// `trials` in the store's order.
std::string cache_table(const std::vector<StoredTrial>& trials);
Json cache_json(const std::vector<StoredTrial>& trials);

}  // namespace lenslet::cli
