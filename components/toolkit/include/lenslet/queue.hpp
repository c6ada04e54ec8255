// Queues of your own in a session's context, in order or not, with wait lists. They are for your own kernels and for
// transfers; a plan's launches always go into its session's queue. docs/queues.md says when to use which.
//
//   const Queue queue(session, {.out_of_order = true});
//   const Event a = queue.write(std::as_bytes(std::span(x)), device_x);
//   const Event b = queue.write(std::as_bytes(std::span(y)), device_y);
//   const Event sum = queue.launch(saxpy, {.global = {n}}, {2.0f, device_x, device_y}, {a, b});
//   queue.read(device_y, std::as_writable_bytes(std::span(y)), {sum}).wait();
//
// Commands do not wait. They return an event that ends with them. A command begins when the events of `after` have
// ended; in an in-order queue it also follows all earlier commands. If one of the events fails, the command fails.
// Memory of the host must live until the command has ended, and memory that is written from must not change until then.
// Each command throws invalid_argument for memory or events of another context, and device where the driver refuses it.
// Errors name the call and what is allowed.
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

#pragma GCC visibility push(default)
namespace lenslet {

// Finds uses of memory that OpenCL leaves undefined, among the commands of all queues that share the check:
//   - two commands without an order use the same memory, and one of them writes. A part of the same buffer, an image
//     over it and the same memory of the host count as the same memory;
//   - a command uses a part that is mapped;
//   - a kernel gets one memory by two arguments and writes it;
//   - read-only memory is passed for a pointer that is not const, or write-only memory for one that is.
// The command then throws invalid_argument and is not put into the queue. The check is meant for tests: each command
// costs several questions to the driver.
//
// A kernel counts as using its arguments from the first byte to the last, and as writing through each pointer that is
// not const. What the check cannot see counts as ordered: a command that waits for an event from elsewhere (a session's
// launch, a queue without this check, a UserEvent) counts as following everything before. Commands that have ended are
// forgotten. So a race may be missed. A false alarm is possible in one case. While a UserEvent holds back a command,
// the check wants later commands with the same memory to be ordered by events, even where the host would end that
// UserEvent only after them.
class UseCheck {
 public:
  UseCheck();

  struct State;
  State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

struct QueueOptions {
  // Hands each command to the device at once. With false, flush(), finish() or a wait does that. Until then no other
  // queue may wait for the command: it would wait for ever.
  bool eager = true;

  bool out_of_order = false;           // only wait lists, barriers and markers order commands
  bool timing = true;                  // events know when their commands ran
  std::optional<UseCheck> check = {};  // shared by queues that use the same memory
};

// What a session's device can do with queues, kernels and programs.
struct QueueAbilities {
  bool out_of_order = false;
  bool native_kernels = false;
  std::vector<std::string> built_in_kernels;  // for Program::built_in()
  std::string uneven_groups;                  // the compiler's option for launches whose last groups are smaller
  std::string no_uneven_groups;               // why there are none; empty where there are
  std::string spirv_versions;  // for Program::from_spirv(): "SPIR-V_1.0 SPIR-V_1.1"; empty: it takes none
};

QueueAbilities queue_abilities(const Session& session);

// A handle: copies are the same queue. Safe to use from several threads.
class Queue {
 public:
  // Throws unsupported where the device has no out-of-order queues and the options ask for one.
  explicit Queue(const Session& session, const QueueOptions& options = {});

  // Launches a kernel of this session's programs. Throws as Kernel::launch() does, and invalid_argument for a kernel of
  // another context or device.
  Event launch(const Kernel& kernel, const KernelRange& range, const std::vector<KernelArgument>& arguments,
               const std::vector<Event>& after = {}) const;

  // Launches a single work-item (clEnqueueTask). Throws as launch() does.
  Event task(const Kernel& kernel, const std::vector<KernelArgument>& arguments,
             const std::vector<Event>& after = {}) const;

  // Calls a function of the host in the queue's order, with the bytes of these arrays. It must be noexcept, because
  // nobody could catch what it throws. Throws unsupported where the device calls no functions of the host; usually only
  // CPUs do.
  using Bytes = std::span<const std::span<std::byte>>;
  template <class Function>
  requires(std::is_nothrow_invocable_v<const Function&, Bytes>) Event
      native(Function function, const std::vector<DeviceArray>& arrays, const std::vector<Event>& after = {})
  const { return call(std::move(function), arrays, after); }

  // Transfer, copy and fill whole arrays. For some rows of an array use Session::part(). A fill
  // repeats a pattern of 1, 2, 4, ... or 128 bytes. Throw invalid_argument for an empty array, for another number of
  // bytes than the array's, for a copy onto itself, and for a pattern that does not go into the array a whole number of
  // times.
  Event write(std::span<const std::byte> from, const DeviceArray& to, const std::vector<Event>& after = {}) const;
  Event read(const DeviceArray& from, std::span<std::byte> to, const std::vector<Event>& after = {}) const;
  Event copy(const DeviceArray& from, const DeviceArray& to, const std::vector<Event>& after = {}) const;
  Event fill(const DeviceArray& array, std::span<const std::byte> pattern, const std::vector<Event>& after = {}) const;

  // The same for image objects, whole or in part. Copies go between images of one format, or between texels and bytes
  // without gaps. A fill takes a colour as read_imagef, read_imagei or read_imageui would return it. Throw
  // invalid_argument for a box that is empty or outside the image, too few bytes of the host, a pitch below the size of
  // a row or slice, an array of another size, an image of another format, a copy onto itself, and a colour of another
  // kind of numbers. Throw unsupported for copies between an array and the layers of an image1d_array where the driver
  // cannot, and for fills of an image1d_buffer whose texels' size is no power of two.
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

  // Moves memory to the queue's device, or to the host, before it is needed there. Throws invalid_argument for no
  // arrays.
  enum class MoveTo : std::uint8_t { device, host };
  Event migrate(const std::vector<DeviceArray>& arrays, MoveTo where = MoveTo::device,
                const std::vector<Event>& after = {}) const;

  // A marker ends when the commands of `after` have ended, or, where `after` is empty, all earlier commands. A barrier
  // does the same, and all later commands of the queue wait for it.
  Event marker(const std::vector<Event>& after = {}) const;
  Event barrier(const std::vector<Event>& after = {}) const;

  void flush() const;   // the device begins with the queue's commands; does not wait
  void finish() const;  // waits until all commands have ended, failed ones included

  const Session& session() const;
  const QueueOptions& options() const;

  struct State;
  const std::shared_ptr<const State>& state() const { return state_; }

 private:
  Event call(std::function<void(Bytes)> function, const std::vector<DeviceArray>& arrays,
             const std::vector<Event>& after) const;

  std::shared_ptr<const State> state_;
};

// Texels of an image object that the host may read or write until they are unmapped. Until then no command may use this
// part of the image.
class MappedTexels {
 public:
  // Waits for the events and for the map.
  MappedTexels(const Queue& queue, const ImageObject& image, HostAccess access, const std::vector<Event>& after = {});
  MappedTexels(const Queue& queue, const ImageObject& image, HostAccess access, const TexelBox& box,
               const std::vector<Event>& after = {});
  MappedTexels(MappedTexels&&) noexcept;
  MappedTexels& operator=(MappedTexels&&) noexcept;
  ~MappedTexels();  // unmaps

  const TexelPitch& pitch() const;  // the driver's choice: rows may have gaps
  std::byte* at(std::size_t row, std::size_t slice = 0) const;

  void unmap();  // waits until the device has what was written

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// Elements of an array that the host may read or write, mapped in a queue of your own. See MappedArray of
// <lenslet/memory.hpp>.
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
#pragma GCC visibility pop
