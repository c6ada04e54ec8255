// Ends the program where something takes too long that nothing can stop: a kernel.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lenslet::cli {

// Work that is to be over before the object has lived for so long; 0: it may take any time. Else the message is
// printed, temporary files are removed, and the program ends with exit_failed.
class TimeLimit {
 public:
  TimeLimit(std::chrono::milliseconds limit, std::function<std::string()> message);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  void watch();

  std::chrono::milliseconds limit_;
  std::function<std::string()> message_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
};

}  // namespace lenslet::cli
