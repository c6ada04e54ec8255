// Handing out the times of shared runs.
#include "study/shared_runs.hpp"

#include <utility>

namespace lenslet::study {

SharedRuns::SharedRuns(std::size_t parts, std::function<std::vector<double>()> work)
    : work_(std::move(work)), waiting_(parts) {}

double SharedRuns::next(std::size_t part) {
  if (waiting_[part].empty()) {
    const std::vector<double> times = work_();
    for (std::size_t i = 0; i < waiting_.size(); ++i) waiting_[i].push_back(times[i]);
  }
  const double ms = waiting_[part].front();
  waiting_[part].pop_front();
  return ms;
}

}  // namespace lenslet::study
