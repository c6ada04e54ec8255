// What `lenslet tune` found: a table, or JSON with every trial.
#pragma once

#include <lenslet/tune.hpp>
#include <string>
#include <vector>

#include "tool/records/json.hpp"
#include "tool/records/value_text.hpp"

namespace lenslet::cli {

struct Tuned {
  Work work;
  TuneResult result;
};

std::string tune_table(const Session& session, const std::vector<Tuned>& all);

// Its fields are in docs/command-line.md.
Json tune_json(const Session& session, const TuneOptions& options, const std::vector<Tuned>& all);

}  // namespace lenslet::cli
