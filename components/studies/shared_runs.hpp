// Work with several times, such as a build and the first launch after it. Two separate candidates would do all of it
// twice.
#pragma once

#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace lenslet::study {

// Runs with a time for each part. One candidate for each part gets its times, one by one.
class SharedRuns {
 public:
  // `work` does the work once and returns the ms of each part.
  SharedRuns(std::size_t parts, std::function<std::vector<double>()> work) : work_(std::move(work)), waiting_(parts) {}

  // Returns the part's time in the oldest run that it has not returned yet. Without such a run it runs once more.
  double next(std::size_t part) {
    if (waiting_[part].empty()) {
      const std::vector<double> times = work_();
      for (std::size_t i = 0; i < waiting_.size(); ++i) waiting_[i].push_back(times[i]);
    }
    const double ms = waiting_[part].front();
    waiting_[part].pop_front();
    return ms;
  }

 private:
  std::function<std::vector<double>()> work_;
  std::vector<std::deque<double>> waiting_;
};

}  // namespace lenslet::study
