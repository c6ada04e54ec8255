// One place of a stream: a frame on its way through the device, and the memory that stays for the next one.
#pragma once

#include <exception>
#include <optional>
#include <span>
#include <vector>

#include <lenslet/stream.hpp>

#include "ocl/mapping.hpp"
#include "ocl/queue.hpp"

namespace lenslet {

// What all places of a stream share. Uploads and downloads have queues of their own, over the session's memory.
struct StreamWork {
  Session session;
  Plan plan;
  StreamOptions options;
  ocl::Queue up, down;
};

// Pinned memory, which the host reaches as long as the object lives. Rows and elements lie there without gaps.
class PinnedMemory {
 public:
  PinnedMemory(const ocl::Queue& queue, std::uint64_t bytes)
      : mapping_(queue, queue.allocate(bytes, ocl::Placement::pinned), HostAccess::write) {}
  std::span<std::byte> bytes() const { return mapping_.bytes(); }

 private:
  ocl::Mapping mapping_;
};

// The functions are called by one thread after the other, in this order. What one of them throws is kept for take().
class StreamSlot {
 public:
  void begin(const StreamWork& work, std::vector<HostValue> inputs) noexcept;
  void begin(const StreamWork& work, SharedValues inputs, const FramePart& part) noexcept;
  void upload(const StreamWork& work) noexcept;  // and puts the plan's kernels into the queue
  void download(const StreamWork& work) noexcept;
  Result take();

  // Waits for the kernels, whose results nobody wants any more.
  void abandon() noexcept;

  void free_memory();  // of the device, in a place without a frame

  // Of the stream, under its lock.
  bool is_begun = false, is_taken = false;

 private:
  // What of an image of the frame goes to the device, and where it lies in the whole.
  struct Held {
    ImageView pixels;
    PartOf place;
  };

  void begin(const StreamWork& work) noexcept;
  void forget_inputs();
  const std::vector<HostValue>& values() const { return shared_ ? *shared_ : host_; }
  Held held(const StreamWork& work, const Image& image) const;
  DeviceValue memory_for(const StreamWork& work, const HostValue& value) const;
  void fail();
  void fit(const StreamWork& work);
  std::optional<Rect> region(const StreamWork& work) const { return part_ ? part_->region : work.options.region; }
  void stage(const StreamWork& work, std::size_t input);
  void write(const StreamWork& work, std::size_t input) const;
  HostValue read(const StreamWork& work, const DeviceValue& output);
  Image image_for(const ImageType& type);

  std::vector<HostValue> host_;
  SharedValues shared_;                         // in their place
  std::optional<FramePart> part_;               // of this frame
  std::optional<Size> computed_;                // of the region that the outputs' memory is for
  std::vector<ValueType> types_;                // of the host's values that the memory is for
  std::vector<DeviceValue> inputs_, outputs_;   // empty: there is none yet
  std::vector<PinnedMemory> staged_, results_;  // one for each of them, where copies go through pinned memory
  std::optional<Launch> launch_;
  Result result_;
  std::exception_ptr error_;
};

}  // namespace lenslet
