// Waits for launched kernels, asks for their state, and reads their times.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/plan.hpp>

#include "access.hpp"
#include "ocl/host_work.hpp"
#include "ocl/order.hpp"

namespace lenslet {

Launch::Launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed, std::shared_ptr<ocl::HostWork> rest)
    : events_(std::move(events)), bytes_(bytes), timed_(timed), rest_(std::move(rest)) {}
Launch::Launch(Launch&&) noexcept = default;
Launch& Launch::operator=(Launch&&) noexcept = default;
Launch::~Launch() = default;

namespace {

void wait_for(const std::vector<ocl::Event>& events) {
  // Each one, because a command that failed may only report it in its own wait.
  for (const ocl::Event& event : events) event.wait();
}

bool all_ended(const std::vector<ocl::Event>& events) {
  return std::ranges::all_of(events, [](const ocl::Event& event) { return event.ended(); });
}

// Commands behind one that failed may never begin: rusticl leaves them in the queue.
bool any_failed(const std::vector<ocl::Event>& events) {
  return std::ranges::any_of(events,
                             [](const ocl::Event& event) { return ocl::state_of(event) == ocl::EventState::failed; });
}

void share_all(const std::vector<ocl::Event>& events, std::vector<ocl::Event>& to) {
  for (const ocl::Event& event : events) to.push_back(event.share());
}

void add_times(const std::vector<ocl::Event>& events, Timing& timing) {
  for (const ocl::Event& event : events)
    timing.busy_ms += static_cast<double>(event.end_ns() - event.start_ns()) * 1e-6;
}

}  // namespace

Event::Event(std::shared_ptr<const ocl::Event> event) : event_(std::move(event)) {}

void Event::wait() const {
  if (event_) event_->wait();
}

bool Event::done() const {
  return !event_ || event_->ended();
}

void Launch::wait() const {
  wait_for(begin_);
  wait_for(events_);
  if (rest_) wait_for(rest_->wait());
}

void Launch::wait(std::chrono::milliseconds limit) const {
  const auto end = std::chrono::steady_clock::now() + limit;
  const auto in_time = [&](const ocl::Event& event) { return event.ends_before(end); };
  const bool begins = std::ranges::all_of(begin_, in_time);
  const bool ends = begins && (any_failed(begin_) || std::ranges::all_of(events_, in_time));
  if (!ends)
    throw Error(ErrorKind::device,
                fmt::format("a kernel is still at work after {} ms, and OpenCL cannot stop it", limit.count()));
  wait();
}

bool Launch::done() const {
  if (any_failed(begin_) || any_failed(events_)) return true;
  if (!all_ended(begin_) || !all_ended(events_)) return false;
  if (!rest_) return true;
  rest_->settle();
  return rest_->failed() || any_failed(rest_->wait()) || all_ended(rest_->wait());
}

// Returns the events that end last. Some exist only after the host has done its part.
const std::vector<ocl::Event>& Launch::last_events() const {
  if (rest_ && !rest_->wait().empty()) return rest_->wait();
  return events_;
}

Event Launch::event() const {
  const std::vector<ocl::Event>& last = last_events();
  return Event(last.empty() ? nullptr : std::make_shared<const ocl::Event>(last.back().share()));
}

// Does not use the driver's callbacks: PoCL 3.1 does not call them for a command that failed, and nothing may be
// launched in them.
void Launch::when_done(std::function<void(std::exception_ptr failure)> call) const {
  const auto events = std::make_shared<std::vector<ocl::Event>>();
  share_all(begin_, *events);
  share_all(events_, *events);
  std::thread([events, kept = kept_, rest = rest_, call = std::move(call)]() mutable {
    std::exception_ptr failure;
    try {
      wait_for(*events);
      if (rest) wait_for(rest->wait());
    } catch (...) {
      failure = std::current_exception();
    }
    rest.reset();
    kept.reset();  // once it is called, the program may end
    try {
      call(failure);
    } catch (...) {  // the thread has no caller that could catch it
    }
  }).detach();
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

void internal::Access::each_event(const Launch& launch, const std::function<void(const ocl::Event&, bool timed)>& see) {
  for (const ocl::Event& event : launch.events_) see(event, launch.timed_);
  if (!launch.rest_) return;
  for (const ocl::Event& event : launch.rest_->wait()) see(event, launch.timed_);
}

void internal::Access::take(Launch launch, bool is_last, std::vector<ocl::Event>& events,
                            std::shared_ptr<ocl::HostWork>& rest) {
  if (launch.rest_ && !is_last) launch.wait();
  for (ocl::Event& event : launch.events_) events.push_back(std::move(event));
  if (is_last) rest = std::move(launch.rest_);
}

}  // namespace lenslet
