// Runs one op on job after job: a session, and a plan for each kind of inputs, are made once and used again.
#pragma once

#include <cstdint>
#include <lenslet/session.hpp>
#include <optional>
#include <string>
#include <vector>

#include "file_names.hpp"
#include "inputs.hpp"
#include "results.hpp"
#include "run_options.hpp"

namespace lenslet::cli {

// What one job took.
struct RunReport {
  std::vector<ReportedValue> inputs, outputs;
  std::vector<std::string> notes;
  std::optional<std::string> plot;
  std::uint64_t memory_bytes = 0;  // about what the job took at most, beside the program itself
  std::string schedule;
  Origin origin = Origin::device_class;
  std::string reason;
  CacheUse cache = CacheUse::off;
  double build_ms = 0;
  double reading_ms = 0;
  double planning_ms = 0;  // choosing a schedule and compiling, where no job before had the same
  double upload_ms = 0;
  double launch_ms = 0;  // by the host's clock, until the kernels' end
  double download_ms = 0;
  double writing_ms = 0;
  double total_ms = 0;
  Timing timing;                             // of the launch whose result was written
  std::optional<Timing> again;               // the fastest of some more launches, for --explain
  std::vector<double> kernels_ms, calls_ms;  // of --repeats: by the device's clock, by the host's until each call's end
};

class Runner {
 public:
  Runner(const OpInfo& info, Call call, RunOptions options)
      : info_(info), call_(std::move(call)), options_(std::move(options)) {}

  RunReport run(const Job& job);

  const std::optional<Session>& session() const { return session_; }  // opened for the first job

 private:
  // For inputs of one kind: images of one format and about one size, which is what a schedule is tuned for.
  struct Ready {
    Work work;
    Plan plan;
  };
  // A job's inputs, and the files of its first outputs.
  struct Opened {
    Inputs inputs;
    std::vector<std::string> files;
  };
  Opened open(const Job& job);
  OpenOptions opening();
  std::vector<std::string> array_files(const Job& job, const Words& left, const Inputs& inputs);
  void check_replaced(const std::string& file, const ArrayOutput& output);
  void check_standard_output(const std::vector<std::string>& files) const;
  const Plan& plan_and_take(Work& work, Opened& opened, std::vector<HostValue>& values, RunReport& report);
  bool scales_result(const Work& work) const;
  void write(const Work& work, const Opened& opened, const std::vector<HostValue>& values,
             const std::vector<HostValue>& results) const;
  std::string waiting_text() const;
  const Plan& plan(const Work& work);
  bool keeps_alpha(const Inputs& inputs) const;
  void check_need(const std::vector<ValueType>& outputs, std::uint64_t scratch, const Opened& opened,
                  RunReport& report) const;
  void report_first(const Ready& ready);
  std::vector<HostValue> compute(const Plan& chosen, bool keeps_values, std::vector<HostValue>& values,
                                 RunReport& report) const;
  void measure(const Plan& chosen, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               RunReport& report) const;

  const OpInfo& info_;
  Call call_;
  RunOptions options_;
  std::optional<Session> session_;
  std::vector<Ready> plans_;
};

}  // namespace lenslet::cli
