// The report of an op's call, for people and for programs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
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

// The least time of five runs, in ms.
template <class Work>
double least_ms(const Work& work) {
  double least = 0;
  for (int i = 0; i < 5; ++i) {
    const auto begin = Clock::now();
    work();
    const double ms = ms_since(begin);
    least = i == 0 ? ms : std::min(least, ms);
  }
  return least;
}

// Times the parts of some work by the host's clock, one after the other.
class Laps {
 public:
  void end(const char* name);  // of a part that began with the end of the one before
  void add(const char* name, double ms);
  void skip() { last_ = Clock::now(); }          // the time since then belongs to no part
  double ms() const { return ms_since(last_); }  // of the current part
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
  std::string column = {};             // its name in a table's heading
  std::optional<Array> elements = {};  // of a printed value
  std::optional<CodecUse> codec = {};  // of a JPEG file
};

// The report of one job.
struct RunReport {
  std::vector<ReportedValue> inputs = {}, outputs = {};
  std::vector<std::string> notes = {};
  std::optional<std::string> plot = {};
  std::vector<DeviceShare> shares = {};     // of several devices
  std::uint64_t memory_bytes = 0;           // roughly the most that the job took, beside the program itself
  std::optional<Plan> plan = {};            // absent for a volume
  std::vector<std::string> schedules = {};  // of a volume's passes
  Laps laps = {};
  double total_ms = 0;
  double copy_ms = 0;                                  // of strips to devices and back, at the same time as other work
  Timing timing = {};                                  // of the launch with the written result
  std::optional<Timing> again = {};                    // the fastest of some more launches, for --explain
  std::vector<double> kernels_ms = {}, calls_ms = {};  // for --repeats: by the device's clock, and by the host's
};

// Shows outputs without a file. Long ones lose their middle.
std::string outputs_text(const RunReport& report);

// Writes for --verbose: "done in 31.2 ms: reading 4.1, ..."
std::string times_text(const RunReport& report);

// These write the texts of --explain and of --repeats.
std::string explain(const std::string& op, const RunReport& report, const Session& session);
std::string repeats_text(const RunReport& report, const Session& session);

Json to_json(const RunReport& report, const Session& session);

// How much of a batch's time its device was in use.
struct DeviceUse {
  std::size_t files = 0;
  std::size_t at_a_time = 1;
  double total_ms = 0;   // of the batch, by the host's clock
  double busy_ms = 0;    // while a file was uploaded, computed or downloaded
  double kernel_ms = 0;  // by the device's clock
  double copy_ms = 0;    // uploads and downloads

  double idle_ms() const { return busy_ms < total_ms ? total_ms - busy_ms : 0; }
};

// "20 files in 4.1 s, 3 at a time; the device was idle for 71 % of it (kernels 0.52 s, copies 0.31 s)"
std::string to_text(const DeviceUse& use);
Json to_json(const DeviceUse& use);

}  // namespace lenslet::cli
