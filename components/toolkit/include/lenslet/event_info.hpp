// What an event says of its command, functions that are called when a command ends, and events that the host ends.
//
//   for (const CommandRecord& command : records_of(launch)) use(name_of(command.type), command.times);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <lenslet/event.hpp>
#include <lenslet/event_times.hpp>
#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

namespace ocl {
class UserEvent;
}

// What a command does. `other` stands for commands that OpenCL 1.2 has no name for.
enum class CommandType : std::uint8_t {
  ndrange_kernel,
  task,
  native_kernel,
  read_buffer,
  write_buffer,
  copy_buffer,
  read_buffer_rect,
  write_buffer_rect,
  copy_buffer_rect,
  fill_buffer,
  map_buffer,
  read_image,
  write_image,
  copy_image,
  copy_image_to_buffer,
  copy_buffer_to_image,
  fill_image,
  map_image,
  unmap_mem_object,
  marker,
  barrier,
  user,
  migrate_mem_objects,
  acquire_gl_objects,
  release_gl_objects,
  other,
};

std::string_view name_of(CommandType type);  // "write_buffer"

enum class CommandState : std::uint8_t { queued, submitted, running, complete, failed };

std::string_view name_of(CommandState state);  // "queued", ...

// command_type_of(), state_of() and references_of() do not wait. An event that stands for earlier work has no command:
// it counts as a `marker` that is complete.
CommandType command_type_of(const Event& event);
CommandState state_of(const Event& event);
// The number of handles of the event, the driver's own included; 0 without a command.
std::uint32_t references_of(const Event& event);

// Waits. Throws device where the command failed. All times are 0 in a queue without times, and without a command.
EventTimes times_of(const Event& event);

// Hands the command to the device, and calls `call` once when it has ended, in a new thread. `failed` is true where the
// command failed. `call` may put further commands into queues. It must not throw, which would end the program. For an
// event without a command it is called at once.
void when_ended(const Event& event, std::function<void(bool failed)> call);

// A command of a launch: a kernel, a copy, or a transfer.
struct CommandRecord {
  CommandType type = CommandType::other;
  EventTimes times;
};

// Returns each command of a launch, in order. upload_later() and download_later() return such launches, too. Waits, and
// throws as Launch::wait() does. All times are 0 without SessionOptions::timing.
std::vector<CommandRecord> records_of(const Launch& launch);

// An event that the host ends. Commands that wait for it do not begin before. The destructor of the last handle fails
// an event that has not ended. Commands that wait for it then fail, too.
class UserEvent {
 public:
  explicit UserEvent(const Session& session);

  Event event() const;  // for wait lists

  // Throw invalid_argument where the event has ended already.
  void complete() const;
  void fail() const;

 private:
  std::shared_ptr<ocl::UserEvent> state_;
};

}  // namespace lenslet
#pragma GCC visibility pop
