// Reports on the jobs of a batch, in their order.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tool/jobs/job.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/progress.hpp"

namespace lenslet::cli {

// The report on a finished job.
struct Finished {  // NOLINT(bugprone-exception-escape): Json may throw where memory is broken
  Json record;
  std::vector<std::string> notes = {};  // warnings, each with its subject
  std::string summary = {};             // after the job's name, for --verbose
  std::string text = {};                // for standard output, without --json
};

class BatchReport {
 public:
  BatchReport(const std::string& what, std::vector<Job> jobs, Verbosity wanted);

  // Calls `finish`, which throws if the job failed. A failed job does not stop the others. Only without a device none
  // can succeed.
  void tell(const Job& job, const std::function<Finished()>& finish);

  // Runs one job after the other.
  int run(const std::function<Finished(const Job&)>& work);

  int status() const;                               // to exit with: wrong usage if every job refused for that
  const Json& records() const { return records_; }  // of --json

 private:
  void show(const Job& job, Finished done);
  void fail(const Job& job, const std::exception& error);

  std::vector<Job> jobs_;
  Verbosity wanted_;
  Progress progress_;
  Json records_ = Json::array();
  std::size_t failures_ = 0;
  std::size_t refusals_ = 0;  // failures by wrong usage
};

}  // namespace lenslet::cli
