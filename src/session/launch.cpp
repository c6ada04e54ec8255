// What a caller holds of kernels that are under way.
#include <utility>

#include <lenslet/plan.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

Launch::Launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed)
    : events_(std::move(events)), bytes_(bytes), timed_(timed) {}
Launch::Launch(Launch&&) noexcept = default;
Launch& Launch::operator=(Launch&&) noexcept = default;
Launch::~Launch() = default;

// Waits for each: one that failed on the device says so only there.
void Launch::wait() const {
  for (const ocl::Event& event : events_) event.wait();
}

Timing Launch::timing() const {
  wait();
  Timing timing{.launches = static_cast<int>(events_.size()), .bytes = bytes_};
  if (!timed_ || events_.empty()) return timing;
  timing.kernel_ms = static_cast<double>(events_.back().end_ns() - events_.front().start_ns()) * 1e-6;
  for (const ocl::Event& event : events_)
    timing.busy_ms += static_cast<double>(event.end_ns() - event.start_ns()) * 1e-6;
  return timing;
}

}  // namespace lenslet
