// Events. An empty event belongs to work that had ended before the event was made.
#include <lenslet/event_info.hpp>

#include <mutex>

#include <lenslet/error.hpp>

#include "access.hpp"
#include "ocl/order.hpp"
#include "session/state.hpp"
#include "toolkit/ocl/event_query.hpp"

namespace lenslet {

CommandType command_type_of(const Event& event) {
  return event.handle() == nullptr ? CommandType::marker : ocl::command_type_of(*event.handle());
}

CommandState state_of(const Event& event) {
  if (event.handle() == nullptr) return CommandState::complete;
  return static_cast<CommandState>(ocl::state_of(*event.handle()));  // both have the same order
}

std::uint32_t references_of(const Event& event) {
  return event.handle() == nullptr ? 0 : ocl::references_of(*event.handle());
}

EventTimes times_of(const Event& event) {
  event.wait();
  return event.handle() == nullptr ? EventTimes{} : ocl::times_if_known(*event.handle());
}

void when_ended(const Event& event, std::function<void(bool failed)> call) {
  if (event.handle() == nullptr) return call(false);
  ocl::when_ended(*event.handle(), std::move(call));
}

std::vector<CommandRecord> records_of(const Launch& launch) {
  launch.wait();
  std::vector<CommandRecord> records;
  internal::Access::each_event(launch, [&](const ocl::Event& event, bool timed) {
    records.push_back({ocl::command_type_of(event), timed ? ocl::times_of(event) : EventTimes{}});
  });
  return records;
}

UserEvent::UserEvent(const Session& session)
    : state_(std::make_shared<ocl::UserEvent>(lenslet::state_of(session).queue)) {}

// The returned event does not keep the user event: it fails when the last UserEvent goes.
Event UserEvent::event() const {
  return Event(std::make_shared<const ocl::Event>(state_->event().share()));
}

void UserEvent::complete() const {
  state_->complete();
}

void UserEvent::fail() const {
  state_->fail();
}

}  // namespace lenslet
