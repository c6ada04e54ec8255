// What a call of an op says of what it did: for people and for programs.
#pragma once

#include <string>

#include "json.hpp"
#include "runner.hpp"

namespace lenslet::cli {

// Outputs without a file; long ones with their middle left out.
std::string outputs_text(const RunReport& report);

// Of --verbose: "done in 31.2 ms: reading 4.1, ..."
std::string times_text(const RunReport& report);

// Of --explain, and of --repeats.
std::string explain(const RunReport& report, const Session& session);
std::string repeats_text(const RunReport& report, const Session& session);

Json to_json(const RunReport& report, const Session& session);

}  // namespace lenslet::cli
