// One place of a stream: a frame on its way through the device, and the memory that stays for the next one.
#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <vector>

#include <lenslet/stream.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// What all places of a stream share. Uploads and downloads have queues of their own, over the session's memory.
struct StreamWork {
  Session session;
  Plan plan;
  StreamOptions options;
  ocl::Queue up, down;
};

// The functions are called by one thread after the other, in this order. What one of them throws is kept for take().
class StreamSlot {
 public:
  void begin(std::vector<HostValue> inputs) { host_ = std::move(inputs); }
  void upload(const StreamWork& work) noexcept;  // and puts the plan's kernels into the queue
  void download(const StreamWork& work) noexcept;
  Result take();

  // Waits for the kernels, whose results nobody wants any more.
  void abandon() noexcept;

  void free_memory();  // of the device, in a place without a frame

 private:
  void fail();
  void fit(const StreamWork& work);
  void write(const StreamWork& work, std::size_t input) const;
  HostValue read(const StreamWork& work, const DeviceValue& output);
  std::optional<Image> spare_image(const DeviceImage& like);

  std::vector<HostValue> host_;
  std::vector<ValueType> types_;               // of the host's values that the memory is for
  std::vector<DeviceValue> inputs_, outputs_;  // empty: there is none yet
  std::optional<Launch> launch_;
  Result result_;
  std::exception_ptr error_;
};

}  // namespace lenslet
