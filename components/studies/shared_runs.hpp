// Serves work of which several times are wanted at once, such as a build's and that of the first launch after it: two
// candidates would do all of it twice.
#pragma once

#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace lenslet::study {

// Runs whose parts' times are handed out one by one, to one candidate for each part.
class SharedRuns {
 public:
  // `work` does the work once and says how many ms each part took.
  SharedRuns(std::size_t parts, std::function<std::vector<double>()> work) : work_(std::move(work)), waiting_(parts) {}

  // Gives a part's time in the oldest run of which it was not asked yet; runs once more where there is none.
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
