// What an event tells of its command, commands that tell when they end, and events that the host ends.
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

namespace lenslet {

namespace ocl {
class UserEvent;
}

// What a command does. `other` is one that OpenCL 1.2 has no name for.
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

// None of these waits. An event of what ended before has no command: it is a `marker` that is complete.
CommandType command_type_of(const Event& event);
CommandState state_of(const Event& event);
std::uint32_t references_of(const Event& event);  // handles of it, the driver's own among them; 0 without a command

// Waits, and throws device where the command failed. Zeros in a queue without times, and where there is no command.
EventTimes times_of(const Event& event);

// Hands the command to the device, and has `call` called once when it has ended, in a thread of its own, where it may
// put further commands into queues: `failed` says how it ended. It must not throw, which ends the program. For an event
// without a command it is called at once.
void when_ended(const Event& event, std::function<void(bool failed)> call);

// A command of a launch: a kernel, a copy, or a transfer.
struct CommandRecord {
  CommandType type = CommandType::other;
  EventTimes times;
};

// Of each command of a launch, also of upload_later() and download_later(), in order. Waits, and throws as
// Launch::wait() does. Times are zeros without SessionOptions::timing.
std::vector<CommandRecord> records_of(const Launch& launch);

// An event that the host ends. Commands that wait for it hang until then; where nothing has ended it, the destructor of
// the last handle fails it, and they fail.
class UserEvent {
 public:
  explicit UserEvent(const Session& session);

  Event event() const;  // for wait lists

  // Throw invalid_argument where it has ended already: an event ends once.
  void complete() const;
  void fail() const;

 private:
  std::shared_ptr<ocl::UserEvent> state_;
};

}  // namespace lenslet
