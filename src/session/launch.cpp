// Waits for kernels that are under way, and reads their times.
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>

#include "access.hpp"
#include "ocl/host_work.hpp"

namespace lenslet {

Launch::Launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed, std::shared_ptr<ocl::HostWork> rest)
    : events_(std::move(events)), bytes_(bytes), timed_(timed), rest_(std::move(rest)) {}
Launch::Launch(Launch&&) noexcept = default;
Launch& Launch::operator=(Launch&&) noexcept = default;
Launch::~Launch() = default;

namespace {

void wait_for(const std::vector<ocl::Event>& events) {
  for (const ocl::Event& event : events) event.wait();  // each: one that failed on the device says so only there
}

void add_times(const std::vector<ocl::Event>& events, Timing& timing) {
  for (const ocl::Event& event : events)
    timing.busy_ms += static_cast<double>(event.end_ns() - event.start_ns()) * 1e-6;
}

}  // namespace

void Launch::wait() const {
  wait_for(events_);
  if (rest_) wait_for(rest_->wait());
}

void Launch::wait(std::chrono::milliseconds limit) const {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (const ocl::Event& event : events_)
    if (!event.ends_before(end))
      throw Error(ErrorKind::device,
                  fmt::format("a kernel is still at work after {} ms, and OpenCL cannot stop it", limit.count()));
  wait();
}

Timing Launch::timing() const {
  wait();
  static const std::vector<ocl::Event> none;
  const std::vector<ocl::Event>& later = rest_ ? rest_->wait() : none;
  Timing timing{.launches = static_cast<int>(events_.size() + later.size()), .bytes = bytes_};
  if (!timed_ || timing.launches == 0) return timing;
  const ocl::Event& first = events_.empty() ? later.front() : events_.front();
  const ocl::Event& last = later.empty() ? events_.back() : later.back();
  timing.kernel_ms = static_cast<double>(last.end_ns() - first.start_ns()) * 1e-6;
  add_times(events_, timing);
  add_times(later, timing);
  return timing;
}

void internal::Access::take(Launch launch, bool is_last, std::vector<ocl::Event>& events,
                            std::shared_ptr<ocl::HostWork>& rest) {
  if (launch.rest_ && !is_last) launch.wait();
  for (ocl::Event& event : launch.events_) events.push_back(std::move(event));
  if (is_last) rest = std::move(launch.rest_);
}

}  // namespace lenslet
