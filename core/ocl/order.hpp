// The order of commands: wait lists, markers, barriers and events that the host ends. Also what an event tells of its
// command. All events of a wait list must belong to the queue's context.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/event_times.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// These transfers do not wait. The host's memory must live until the command has ended. Memory that is written from
// must not change until then.
Event write_later(const Queue& queue, const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes,
                  const After& after = {});
Event read_later(const Queue& queue, const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes,
                 const After& after = {});

// The same for rows, see Queue::write_rows(): one command, or one for each row.
std::vector<Event> write_rows_later(const Queue& queue, const Buffer& to, Rows device, const std::byte* host,
                                    std::uint64_t host_stride, std::uint64_t row_bytes, std::uint64_t rows);
std::vector<Event> read_rows_later(const Queue& queue, const Buffer& from, Rows device, std::byte* host,
                                   std::uint64_t host_stride, std::uint64_t row_bytes, std::uint64_t rows);

// Puts a marker into the queue. It ends when these commands have ended, or, without any, all earlier ones.
Event marker(const Queue& queue, const After& after = {});

// Puts in a marker that all later commands of the queue wait for.
Event barrier(const Queue& queue, const After& after = {});

// At the end of a scope, waits for all commands of a queue, also after an exception. Commands that do not wait use the
// host's memory until then.
class Drain {
 public:
  explicit Drain(const Queue& queue) : queue_(queue) {}
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;
  ~Drain();

 private:
  const Queue& queue_;
};

// An event that the host ends. Commands that wait for it would hang without an end: the destructor fails it if nothing
// else has ended it.
class UserEvent {
 public:
  explicit UserEvent(const Queue& queue);
  UserEvent(const UserEvent&) = delete;
  UserEvent& operator=(const UserEvent&) = delete;
  ~UserEvent();

  const Event& event() const { return event_; }
  // Throw invalid_argument where it has ended.
  void complete();
  void fail();  // commands that wait for it fail, too

 private:
  void end(int status);

  Event event_;
  std::atomic<bool> ended_ = false;
};

enum class EventState : std::uint8_t { queued, submitted, running, complete, failed };

EventState state_of(const Event& event);  // does not wait

EventTimes times_of(const Event& event);        // for a timed queue; waits
EventTimes times_if_known(const Event& event);  // for any queue; zeros where there are no times

}  // namespace lenslet::ocl
#pragma GCC visibility pop
