// Ends the program if something that cannot be stopped takes too long: a kernel, or its compiler.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <lenslet/session.hpp>

namespace lenslet::cli {

// The limits of kernels and of their compiler. 0 for the kernels means no limit for both.
struct Timeouts {
  std::chrono::milliseconds kernels{0};
  std::chrono::milliseconds compiler{0};
};

// The times of kernels and of their compiler. Asks now and then whether the compiler is at work.
struct TimeTaken {
  std::chrono::steady_clock::duration kernels{}, compiler{};

  void add(std::chrono::steady_clock::duration passed, bool compiles) {
    compiler = compiles ? compiler + passed : std::chrono::steady_clock::duration(0);
    if (!compiles) kernels += passed;
  }
};

// A limit for kernels of an op or of a file on a session's device. They must end before the object has lived for so
// long, without the time of the driver's compiler (is_compiling()). The compiler has its own limit each time that it
// works. After a limit the tool says so (for kernels it adds the text of `at_end`), removes temporary files, and ends
// with exit_failed.
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
  std::function<std::string()> at_end_;  // called in another thread
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
};

}  // namespace lenslet::cli
