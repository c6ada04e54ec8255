// One place of a stream: a frame on its way through the device, and the memory that stays for the next one.
#pragma once

#include <exception>
#include <optional>
#include <span>
#include <vector>

#include <lenslet/stream.hpp>

#include "ocl/queue.hpp"
#include "session/row_copier.hpp"

namespace lenslet {

// What all places of a stream share. Uploads and downloads have queues of their own, over the session's memory.
struct StreamWork {
  Session session;
  Plan plan;
  StreamOptions options;
  ocl::Queue up, down;
  std::shared_ptr<LentMemory> lent = std::make_shared<LentMemory>();  // of parts
  RowCopyOptions copies = {options.piece, options.copy_threads};
  std::unique_ptr<RowCopier> uploads = std::make_unique<RowCopier>(up, lent, copies);
  std::unique_ptr<RowCopier> downloads = std::make_unique<RowCopier>(down, lent, copies);
};

// The functions are called by one thread after the other, in this order. What one of them throws is kept for take().
// What of an image goes to the device, and where it lies in the whole.
struct HeldPart {
  ImageView pixels;
  PartOf place;
};

// Returns what a plan reads of an image for a region of its results, or for all of them.
HeldPart held_part(const Plan& plan, const Image& image, const std::optional<Rect>& region);

class StreamSlot {
 public:
  void begin(const StreamWork& work, std::vector<HostValue> inputs) noexcept;
  void begin(const StreamWork& work, SharedImages inputs, FramePart part) noexcept;
  void upload(const StreamWork& work) noexcept;  // and puts the plan's kernels into the queue
  void download(const StreamWork& work) noexcept;
  Result take();

  // Waits for the kernels, whose results nobody wants any more.
  void abandon() noexcept;

  void free_memory();  // of the device, in a place without a frame

  // Of the stream, under its lock.
  bool is_begun = false, is_taken = false;

 private:
  void stage_all(const StreamWork& work) noexcept;
  void forget_inputs();
  void write_all(const StreamWork& work);
  void upload_part(const StreamWork& work);
  DeviceValue memory_for(const StreamWork& work, const HostValue& value) const;
  void fail();
  void fit(const StreamWork& work);
  void stage(const StreamWork& work, std::size_t input);
  void write(const StreamWork& work, std::size_t input) const;
  void read(const StreamWork& work, std::size_t output);
  void read_all(const StreamWork& work);
  Image image_for(const ImageType& type);

  std::vector<HostValue> host_;
  SharedImages shared_;                         // in their place, where the frame is a part
  std::optional<FramePart> part_;               // of this frame
  PartMemory part_memory_;                      // of frames that are parts, in place of what follows
  std::vector<ValueType> types_;                // of the host's values that the memory is for
  std::vector<DeviceValue> inputs_, outputs_;   // empty: there is none yet
  std::vector<PinnedMemory> staged_, results_;  // one for each of them, where copies go through pinned memory
  std::optional<Launch> launch_;
  Result result_;
  std::exception_ptr error_;
};

}  // namespace lenslet
