// What the parts of the library know of each other's public classes and users do not.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <lenslet/session.hpp>

#include "ocl/queue.hpp"

namespace lenslet::internal {

struct Access {
  static const std::shared_ptr<Session::State>& state(const Session& session) { return session.state_; }

  static Session session(std::shared_ptr<Session::State> state) { return Session(std::move(state)); }

  static const Plan::State& state(const Plan& plan) { return *plan.state_; }

  // `bytes` is Timing's; `timed`: the events know when they ran; `rest`: what is yet to be done.
  static Launch launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed,
                       std::shared_ptr<ocl::HostWork> rest = {}) {
    return {std::move(events), bytes, timed, std::move(rest)};
  }

  // The same of commands that the device is to begin without waiting for others.
  static Launch flushed(const ocl::Queue& queue, std::vector<ocl::Event> events, std::uint64_t bytes) {
    queue.flush();
    return launch(std::move(events), bytes, queue.timed());
  }

  // Has a launch end no earlier than what it begins after, and fail where that fails.
  static Launch after(std::vector<ocl::Event> begin, Launch launch) {
    launch.begin_ = std::move(begin);
    return launch;
  }

  // Adds a launch's commands to others. Where the host has a part in it, that is handed on for the last launch of
  // several, and waited for in those before.
  static void take(Launch launch, bool is_last, std::vector<ocl::Event>& events, std::shared_ptr<ocl::HostWork>& rest);

  // Calls `see(event, timed)` for each command of a launch that has ended.
  static void each_event(const Launch& launch, const std::function<void(const ocl::Event&, bool timed)>& see);

  // Of a launch in which the host has no part.
  static std::vector<ocl::Event> events(Launch launch) {
    if (launch.rest_) throw std::logic_error("what the host has to do would be lost");
    return std::move(launch.events_);
  }
};

}  // namespace lenslet::internal
