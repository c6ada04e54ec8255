// What an op of arrays found, for people and as JSON.
#pragma once

#include <lenslet/array_op.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lenslet::cli {

// Of further runs, in ms: of the kernels by the device's clock, of the calls until their end by the host's.
struct Repeats {
  std::vector<double> kernels, calls;
};

struct ArrayReportOptions {
  std::vector<std::string> files = {};  // that hold the first outputs
  std::optional<std::string> plot = {};
  bool json = false;
  bool explain = false;
  Repeats repeats = {};
};

// Outputs without a file are printed; long ones with their middle left out, but for JSON.
void report(const Session& session, const OpInfo& info, const Result& result, const ArrayReportOptions& options);

}  // namespace lenslet::cli
