// A line on a terminal that says what is waited for, where that takes long.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace lenslet::cli {

class WaitingNote {
 public:
  // Drawn on standard error, where that is a terminal, once the object has lived for a while.
  WaitingNote(std::string text, bool wanted);
  ~WaitingNote();  // clears it
  WaitingNote(const WaitingNote&) = delete;
  WaitingNote& operator=(const WaitingNote&) = delete;

 private:
  void wait(const std::string& text);

  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace lenslet::cli
