// A batch runs many jobs, one after the other or several at a time, and tells of them in their order.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tool/jobs/first_thread.hpp"
#include "tool/jobs/job.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/progress.hpp"

namespace lenslet::cli {

// What there is to say of a job that is done.
struct Finished {  // NOLINT(bugprone-exception-escape): Json may throw where memory is broken
  Json record;
  std::vector<std::string> notes = {};  // warnings, each with what it is about
  std::string summary = {};             // after the job's name, for --verbose
  std::string text = {};                // for standard output, without --json
};

class Batch {
 public:
  Batch(const std::string& what, std::vector<Job> jobs, Verbosity wanted);

  // A job that fails does not stop the others, whatever their order; only where no device is found, none can succeed.
  // Returns the exit status: wrong usage is what every job refused.
  using Work = std::function<Finished(const Job&)>;
  int run(const Work& work);

  // Does so with this many threads, which leave to the first one what it alone may do.
  int run(const Work& work, std::size_t threads, FirstThread& first);

  const Json& records() const { return records_; }  // of --json

 private:
  // A job's end: one of both.
  struct Outcome {
    std::optional<Finished> done;
    std::exception_ptr error;
  };
  void tell(const Job& job, const std::function<Finished()>& finish);
  int status() const;
  void show(const Job& job, Finished done);
  void fail(const Job& job, const std::exception& error);

  std::vector<Job> jobs_;
  Verbosity wanted_;
  Progress progress_;
  Json records_ = Json::array();
  std::size_t failures_ = 0;
  std::size_t refusals_ = 0;  // failures that are wrong usage
};

}  // namespace lenslet::cli
