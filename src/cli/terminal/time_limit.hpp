// Ends the program where something takes too long that nothing can stop: a kernel.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lenslet::cli {

// Kernels of an op or of a file that are to be over before the object has lived for so long; 0: they may take any time.
// Else that is said, with what `at_end` returns, temporary files are removed, and the program ends with exit_failed.
class TimeLimit {
 public:
  TimeLimit(std::chrono::milliseconds limit, std::string whose, std::function<std::string()> at_end = {});
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  void watch();

  std::chrono::milliseconds limit_;
  std::string whose_;
  std::function<std::string()> at_end_;  // is called in another thread
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
};

}  // namespace lenslet::cli
