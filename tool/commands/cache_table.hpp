// What is stored, summed up: one line for each case that was tuned.
#pragma once

#include <lenslet/tuning_store.hpp>
#include <string>
#include <vector>

#include "tool/records/json.hpp"

namespace lenslet::cli {

std::string cache_table(const std::vector<StoredCase>& cases);
Json cache_json(const std::vector<StoredCase>& cases);

}  // namespace lenslet::cli
