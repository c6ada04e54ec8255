// Queues of your own beside a session's, in its context: in order or not, with wait lists, for kernels of your own and
// transfers. docs/queues.md says when to use which; a plan's launches go into its session's own queue.
//
//   const Queue queue(session, {.out_of_order = true});
//   const Event a = queue.write(bytes_of(x), device_x), b = queue.write(bytes_of(y), device_y);
//   const Event sum = queue.launch(saxpy, {.global = {n}}, {2.0f, device_x, device_y}, {a, b});
//   queue.read(device_y, writable_bytes_of(y), {sum}).wait();
//
// Commands do not wait, and return what ends with them. Each begins when the events of `after` have ended; in order, it
// also follows what is in the queue. Memory of the host must live until the command has ended, and what is written
// from it must stay as it is until then. Where one of the events fails, so does the command. Errors name the call, and
// what is allowed.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <lenslet/event_info.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

// Finds uses of memory that OpenCL leaves undefined, among the commands of all queues that are given one: commands of
// which nothing says which is first, and one of which writes what the other uses (also where it is a part of the same
// buffer, an image over it, or the same memory of the host); a command beside a mapped part; a kernel that is given one
// memory in two ways and writes it; memory for reading alone behind a pointer that is not const. The command throws
// invalid_argument then, and is not put into the queue. Meant for tests: it asks the driver about each command.
//
// Kernels count as using all of an argument, from its first byte to its last, and as writing through each pointer that
// is not const. An order that cannot be seen is taken for granted: what waits for an event of anything else, such as a
// session's launch, a queue without a check or a UserEvent, counts as following all that came before it. Commands that
// have ended are no longer asked. So a race may be missed, but none is made up, with one exception: where a command is
// held back by a UserEvent, what comes later and uses the same memory has to be ordered by events, although the host
// may mean to end the event only after that.
class UseCheck {
 public:
  UseCheck();

  struct State;
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

struct QueueOptions {
  // Hands each command to the device as it comes. Else flush(), finish() or a wait does, and nothing of another queue
  // may wait for a command before: it would wait for ever.
  bool eager = true;

  bool out_of_order = false;           // wait lists, barriers and markers alone order commands
  bool timing = true;                  // events know when their command ran
  std::optional<UseCheck> check = {};  // shared by queues that use memory together
};

// What a session's device can do with queues.
struct QueueAbilities {
  bool out_of_order = false;
  bool native_kernels = false;
  std::vector<std::string> built_in_kernels;  // for Program::built_in()
};

QueueAbilities queue_abilities(const Session& session);

// A handle; copies are the same queue. Safe to use from several threads.
class Queue {
 public:
  // Throws unsupported where the device has no out-of-order queue.
  explicit Queue(const Session& session, const QueueOptions& options = {});

  // Launches a kernel of a program of this session, see Kernel::launch().
  Event launch(const Kernel& kernel, const KernelRange& range, const std::vector<KernelArgument>& arguments,
               const std::vector<Event>& after = {}) const;

  // Launches a single work-item (clEnqueueTask), which may be all of a task's work.
  Event task(const Kernel& kernel, const std::vector<KernelArgument>& arguments,
             const std::vector<Event>& after = {}) const;

  // Has a function of the host called in the queue's order, with the bytes of these arrays. It must be noexcept: there
  // is nobody to tell. Throws unsupported where the device calls no functions of the host, as all but CPUs do.
  using Bytes = std::span<const std::span<std::byte>>;
  template <class Function>
  requires(std::is_nothrow_invocable_v<const Function&, Bytes>) Event
      native(Function function, const std::vector<DeviceArray>& arrays, const std::vector<Event>& after = {})
  const { return call(std::move(function), arrays, after); }

  // Transfers, copies and fills of whole arrays; part() of <lenslet/transfer.hpp> names some of their rows. A fill
  // repeats a pattern of 1, 2, 4, ... or 128 bytes.
  Event write(std::span<const std::byte> from, const DeviceArray& to, const std::vector<Event>& after = {}) const;
  Event read(const DeviceArray& from, std::span<std::byte> to, const std::vector<Event>& after = {}) const;
  Event copy(const DeviceArray& from, const DeviceArray& to, const std::vector<Event>& after = {}) const;
  Event fill(const DeviceArray& array, std::span<const std::byte> pattern, const std::vector<Event>& after = {}) const;

  // The same of image objects, whole or a part. Copies are between images of one format, and between texels and bytes
  // without gaps. A fill takes a colour as read_imagef, read_imagei or read_imageui would give it.
  Event write(std::span<const std::byte> from, const ImageObject& to, const std::vector<Event>& after = {}) const;
  Event write(std::span<const std::byte> from, const ImageObject& to, const TexelBox& box, const TexelPitch& pitch = {},
              const std::vector<Event>& after = {}) const;
  Event read(const ImageObject& from, std::span<std::byte> to, const std::vector<Event>& after = {}) const;
  Event read(const ImageObject& from, std::span<std::byte> to, const TexelBox& box, const TexelPitch& pitch = {},
             const std::vector<Event>& after = {}) const;
  Event copy(const ImageObject& from, const TexelBox& box, const ImageObject& to,
             const std::array<std::size_t, 3>& origin = {}, const std::vector<Event>& after = {}) const;
  Event copy(const ImageObject& from, const DeviceArray& to, const std::vector<Event>& after = {}) const;
  Event copy(const DeviceArray& from, const ImageObject& to, const std::vector<Event>& after = {}) const;
  Event fill(const ImageObject& image, const std::array<float, 4>& colour, const std::vector<Event>& after = {}) const;
  Event fill(const ImageObject& image, const std::array<std::int32_t, 4>& colour,
             const std::vector<Event>& after = {}) const;
  Event fill(const ImageObject& image, const std::array<std::uint32_t, 4>& colour,
             const std::vector<Event>& after = {}) const;

  // Moves memory to where the queue's device has it, or to the host, before it is needed there.
  enum class MoveTo : std::uint8_t { device, host };
  Event migrate(const std::vector<DeviceArray>& arrays, MoveTo where = MoveTo::device,
                const std::vector<Event>& after = {}) const;

  // A marker ends when these commands have ended, or, where none is named, all before it. A barrier does, too, and all
  // that comes later into the queue waits for it.
  Event marker(const std::vector<Event>& after = {}) const;
  Event barrier(const std::vector<Event>& after = {}) const;

  void flush() const;   // the device begins with what is in the queue; waits for nothing
  void finish() const;  // waits until all has ended, also what failed

  const Session& session() const;
  const QueueOptions& options() const;

  struct State;
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  Event call(std::function<void(Bytes)> function, const std::vector<DeviceArray>& arrays,
             const std::vector<Event>& after) const;

  std::shared_ptr<const State> state_;
};

// Texels of an image object in the host's reach until it is unmapped. Until then no command may use that part.
class MappedTexels {
 public:
  // Waits for the events and for the map.
  MappedTexels(const Queue& queue, const ImageObject& image, HostAccess access, const std::vector<Event>& after = {});
  MappedTexels(const Queue& queue, const ImageObject& image, HostAccess access, const TexelBox& box,
               const std::vector<Event>& after = {});
  MappedTexels(MappedTexels&&) noexcept;
  MappedTexels& operator=(MappedTexels&&) noexcept;
  ~MappedTexels();  // unmaps

  const TexelPitch& pitch() const;  // the driver's: rows may have gaps
  std::byte* at(std::size_t row, std::size_t slice = 0) const;

  void unmap();  // waits until the device has what was written

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// Elements of an array in the host's reach, in a queue of your own: see MappedArray of <lenslet/memory.hpp>.
class MappedElements {
 public:
  MappedElements(const Queue& queue, const DeviceArray& array, HostAccess access, const std::vector<Event>& after = {});
  MappedElements(MappedElements&&) noexcept;
  MappedElements& operator=(MappedElements&&) noexcept;
  ~MappedElements();  // unmaps

  std::span<std::byte> bytes() const;
  void unmap();  // waits until the device has what was written

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
