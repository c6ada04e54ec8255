// The order of commands: wait lists, markers, barriers, events that the host ends, and what an event tells of its
// command. All events of a wait list belong to the queue's context.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include <lenslet/event_times.hpp>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// These transfers do not wait. The host's memory must live until the command has ended, and what is written from it
// must stay as it is until then.
Event write_later(const Queue& queue, const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes,
                  const After& after = {});
Event read_later(const Queue& queue, const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes,
                 const After& after = {});

// The same of rows, see Queue::write_rows(): one command, or one for each row.
std::vector<Event> write_rows_later(const Queue& queue, const Buffer& to, Rows device, const std::byte* host,
                                    std::uint64_t host_stride, std::uint64_t row_bytes, std::uint64_t rows);
std::vector<Event> read_rows_later(const Queue& queue, const Buffer& from, Rows device, std::byte* host,
                                   std::uint64_t host_stride, std::uint64_t row_bytes, std::uint64_t rows);

// Puts a marker into the queue: it ends when these commands have ended, or, where none is named, all before it.
Event marker(const Queue& queue, const After& after = {});

// Puts in a marker that all commands of the queue after it wait for.
Event barrier(const Queue& queue, const After& after = {});

// Waits at the end of a scope for all that is in a queue, also where an error ends it: commands that do not wait use
// the host's memory until then.
class Drain {
 public:
  explicit Drain(const Queue& queue) : queue_(queue) {}
  Drain(const Drain&) = delete;
  Drain& operator=(const Drain&) = delete;
  ~Drain();

 private:
  const Queue& queue_;
};

// An event that the host ends. What waits for it would hang for ever without an end: the destructor fails it where
// nothing else ended it.
class UserEvent {
 public:
  explicit UserEvent(const Queue& queue);
  UserEvent(const UserEvent&) = delete;
  UserEvent& operator=(const UserEvent&) = delete;
  ~UserEvent();

  const Event& event() const { return event_; }
  // Throw invalid_argument where it has ended.
  void complete();
  void fail();  // the commands that wait for it fail too

 private:
  void end(int status);

  Event event_;
  std::atomic<bool> ended_ = false;
};

enum class EventState : std::uint8_t { queued, submitted, running, complete, failed };

EventState state_of(const Event& event);  // does not wait

EventTimes times_of(const Event& event);        // in a timed queue; waits
EventTimes times_if_known(const Event& event);  // of any; zeros where there are none

}  // namespace lenslet::ocl
