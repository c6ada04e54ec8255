// What a call of an op says of what it did: for people and for programs.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>

#include "tool/jobs/jpeg_choice.hpp"
#include "tool/records/json.hpp"

namespace lenslet::cli {

using Clock = std::chrono::steady_clock;
double ms_since(Clock::time_point start);

// Laps say how long each part of something took, by the host's clock.
class Laps {
 public:
  void end(const char* name);  // of a part, which began with the end of the one before
  void add(const char* name, double ms);
  void skip() { last_ = Clock::now(); }  // what came since then is part of none
  double total_ms() const { return ms_since(begin_); }
  const std::vector<std::pair<const char*, double>>& all() const { return laps_; }

 private:
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  std::vector<std::pair<const char*, double>> laps_;
};

// A value and the file that it comes from or goes to.
struct ReportedValue {
  std::string name;  // "image", "x", "counts"
  std::string file;  // empty: the value is printed
  ValueType type;
  std::string column = {};             // what a table's heading calls it
  std::optional<Array> elements = {};  // of what is printed
  std::optional<CodecUse> codec = {};  // of a JPEG file
};

// What one job took.
struct RunReport {
  std::vector<ReportedValue> inputs = {}, outputs = {};
  std::vector<std::string> notes = {};
  std::optional<std::string> plot = {};
  std::vector<DeviceShare> shares = {};  // of several devices
  std::uint64_t memory_bytes = 0;        // about what the job took at most, beside the program itself
  std::optional<Plan> plan = {};
  Laps laps = {};
  double total_ms = 0;
  double copy_ms = 0;                                  // of strips to devices and back, beside what else goes on
  Timing timing = {};                                  // of the launch whose result was written
  std::optional<Timing> again = {};                    // the fastest of some more launches, for --explain
  std::vector<double> kernels_ms = {}, calls_ms = {};  // of --repeats: by the device's clock, by the host's
};

// Shows outputs without a file; long ones have their middle left out.
std::string outputs_text(const RunReport& report);

// Says for --verbose: "done in 31.2 ms: reading 4.1, ..."
std::string times_text(const RunReport& report);

// These are the texts of --explain and of --repeats.
std::string explain(const std::string& op, const RunReport& report, const Session& session);
std::string repeats_text(const RunReport& report, const Session& session);

Json to_json(const RunReport& report, const Session& session);

}  // namespace lenslet::cli
