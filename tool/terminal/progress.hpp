// Shows on a terminal that the tool is at work: a bar over the files of a batch, and a note while something takes long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

#include "tool/terminal/output.hpp"

namespace lenslet::cli {

class Progress {
 public:
  Progress(std::string what, std::size_t total, bool wanted)
      : what_(std::move(what)), total_(total), line_(wanted && total > 1) {}

  void step();  // one more is done
  void clear() { line_.clear(); }

 private:
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  StatusLine line_;
};

// Says what is waited for, once the object has lived for a while.
class WaitingNote {
 public:
  WaitingNote(std::string text, bool wanted);
  ~WaitingNote();
  WaitingNote(const WaitingNote&) = delete;
  WaitingNote& operator=(const WaitingNote&) = delete;

 private:
  void wait();

  std::string text_;
  StatusLine line_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace lenslet::cli
