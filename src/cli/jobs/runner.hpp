// Runs one op on job after job: a session, and a plan for each kind of inputs, are made once and used again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "cli/jobs/inputs.hpp"
#include "cli/jobs/job.hpp"
#include "cli/jobs/run_options.hpp"
#include "cli/jobs/run_report.hpp"

namespace lenslet::cli {

class Runner {
 public:
  Runner(const OpInfo& info, Call call, RunOptions options);

  RunReport run(const Job& job);

  const std::optional<Session>& session() const { return session_; }  // opened for the first job

  // Has the faster programs compiled in the background where general ones ran.
  void specialize_later() const;

 private:
  // For inputs of one kind: images of one format and about one size, which is what a schedule is tuned for.
  struct Ready {
    Work work;
    Plan plan;
  };

  // A job whose inputs are opened.
  struct Task {
    Inputs inputs;
    Work work = {};
    bool scales = false;  // results of u16 to u8
    std::vector<WorkOutput> outputs = {};
    std::vector<std::string> files = {};                  // of the first outputs
    std::vector<ValueType> uploaded = {}, computed = {};  // what of inputs and outputs the device holds
    std::vector<HostValue> values = {}, results = {};
    RunReport report = {};
  };

  Task open(const Job& job);
  OpenOptions opening();
  void check_room(Task& task);
  void take_inputs(Task& task) const;
  const Plan& plan(const Task& task);
  void report_first(const Ready& ready) const;
  void fit_to(const Plan& plan, Task& task) const;
  std::uint64_t checked_need(const Task& task, std::uint64_t scratch) const;
  bool keeps_alpha(const Inputs& inputs) const;
  std::string waiting_text() const;
  void compute(const Plan& plan, Task& task) const;
  void measure(const Plan& plan, const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
               RunReport& report) const;
  void finish(Task& task) const;
  void write(Task& task) const;

  const OpInfo& info_;
  Call call_;
  RunOptions options_;
  std::vector<std::string> usual_outputs_;  // their names
  std::optional<Session> session_;
  std::vector<Ready> plans_;
};

}  // namespace lenslet::cli
