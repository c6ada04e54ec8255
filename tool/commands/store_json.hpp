// Tuning results as JSON, in the shape of the T4 results format that Kernel Tuner writes. docs/formats.md describes it.
#pragma once

#include <lenslet/tuning_store.hpp>
#include <string>
#include <vector>

#include "tool/records/json.hpp"

namespace lenslet::cli {

Json to_json(const std::vector<StoredTrial>& trials);

// Throws io that names the wrong entry and field: "results[1].lenslet.samples: ...".
std::vector<StoredTrial> parse_trials(const std::string& text);

}  // namespace lenslet::cli
