// Ends the program where something takes too long that nothing can stop: a kernel, or its compiler.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <lenslet/session.hpp>

namespace lenslet::cli {

// How long kernels and their compiler may take; 0 for the kernels: any time, both of them.
struct Timeouts {
  std::chrono::milliseconds kernels{0};
  std::chrono::milliseconds compiler{0};
};

// What kernels have taken, and their compiler, which is asked for now and then, since it has been at work.
struct TimeTaken {
  std::chrono::steady_clock::duration kernels{}, compiler{};

  void add(std::chrono::steady_clock::duration passed, bool compiles) {
    compiler = compiles ? compiler + passed : std::chrono::steady_clock::duration(0);
    if (!compiles) kernels += passed;
  }
};

// Kernels of an op or of a file on a session's device that are to be over before the object has lived for so long, but
// for the time of the driver's compiler, is_compiling(), which has a limit of its own, each time that it is at work.
// Else that is said, of kernels with what `at_end` returns, temporary files are removed, and the program ends with
// exit_failed.
class TimeLimit {
 public:
  TimeLimit(const Session& session, Timeouts limits, std::string whose, std::function<std::string()> at_end = {});
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  void watch();
  [[noreturn]] void end(bool by_compiler) const;

  Session session_;
  Timeouts limits_;
  std::string whose_;
  std::function<std::string()> at_end_;  // is called in another thread
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
};

}  // namespace lenslet::cli
