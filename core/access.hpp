// Gives the library's parts access to private members of public classes.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <lenslet/session.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::internal {

struct Access {
  static const std::shared_ptr<Session::State>& state(const Session& session) { return session.state_; }

  static Session session(std::shared_ptr<Session::State> state) { return Session(std::move(state)); }

  static const Plan::State& state(const Plan& plan) { return *plan.state_; }

  // `bytes` becomes Timing::bytes. `timed` says whether the events know when they ran, `rest` is what the host still
  // has to do.
  static Launch launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed,
                       std::shared_ptr<ocl::HostWork> rest = {}) {
    return {std::move(events), bytes, timed, std::move(rest)};
  }

  // The same for commands that the device shall begin at once.
  static Launch flushed(const ocl::Queue& queue, std::vector<ocl::Event> events, std::uint64_t bytes) {
    queue.flush();
    return launch(std::move(events), bytes, queue.timed());
  }

  // Makes a launch end no earlier than the events `begin`, and fail where one of these fails.
  static Launch after(std::vector<ocl::Event> begin, Launch launch) {
    launch.begin_ = std::move(begin);
    return launch;
  }

  // Makes a launch keep what it uses.
  static Launch keeping(std::shared_ptr<const void> used, Launch launch) {
    launch.kept_ = std::move(used);
    return launch;
  }

  // What the host still has to do; null where that is nothing.
  static ocl::HostWork* rest(const Launch& launch) { return launch.rest_.get(); }

  // Adds a launch's commands to those of others. The host's part of the last launch is handed on in `rest`; that of an
  // earlier launch is waited for.
  static void take(Launch launch, bool is_last, std::vector<ocl::Event>& events, std::shared_ptr<ocl::HostWork>& rest);

  // Calls `see(event, timed)` for each command of a launch that has ended.
  static void each_event(const Launch& launch, const std::function<void(const ocl::Event&, bool timed)>& see);

  // The events of a launch without a part of the host.
  static std::vector<ocl::Event> events(Launch launch) {
    if (launch.rest_) throw std::logic_error("what the host has to do would be lost");
    return std::move(launch.events_);
  }
};

}  // namespace lenslet::internal
#pragma GCC visibility pop
