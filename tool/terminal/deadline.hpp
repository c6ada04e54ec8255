// Acts when something that cannot be stopped takes too long: a kernel, or a wait inside a library.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lenslet::cli {

// Calls the function in another thread once the object has lived for so long; 0: never.
class Deadline {
 public:
  Deadline(std::chrono::milliseconds limit, std::function<void()> late);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

// Prints the line after "lenslet: ", removes temporary files, and ends the program with exit_failed. exit() would run
// destructors that wait for the late work.
[[noreturn]] void give_up(const std::string& line);

}  // namespace lenslet::cli
