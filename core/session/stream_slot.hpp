// A slot of a stream: a frame on its way through the device, and memory that the slot's next frame reuses.
#pragma once

#include <exception>
#include <optional>
#include <span>
#include <vector>

#include <lenslet/stream.hpp>

#include "ocl/queue.hpp"
#include "session/row_copier.hpp"

namespace lenslet {

// What all slots of a stream share. Uploads and downloads have their own queues on the session's memory.
struct StreamWork {
  Session session;
  Plan plan;
  StreamOptions options;
  ocl::Queue up, down;
  std::shared_ptr<LentMemory> lent = std::make_shared<LentMemory>();  // memory of frames that are parts
  RowCopyOptions copies = {options.piece, options.copy_threads};
  std::unique_ptr<RowCopier> uploads = std::make_unique<RowCopier>(up, lent, copies);
  std::unique_ptr<RowCopier> downloads = std::make_unique<RowCopier>(down, lent, copies);
};

// Which part of an image goes to the device, and where it lies in the whole.
struct HeldPart {
  ImageView pixels;
  PartOf place;
};

// Returns the part of an input that a plan reads for a region of its results, or for all of them. `first` is the size
// of the plan's first input.
HeldPart held_part(const Plan& plan, const Image& image, const std::optional<Rect>& region, std::size_t input,
                   Size first);

// The functions are called in this order, by one thread at a time. An exception in one of them is kept for take().
class StreamSlot {
 public:
  void begin(const StreamWork& work, std::vector<HostValue> inputs) noexcept;
  void begin(const StreamWork& work, SharedImages inputs, FramePart part) noexcept;
  void upload(const StreamWork& work) noexcept;  // also puts the plan's kernels into the queue
  void download(const StreamWork& work) noexcept;
  Result take();

  // Waits for the kernels of a frame whose results nobody wants any more.
  void abandon() noexcept;

  void free_memory();  // on the device; the slot must have no frame

  // For the stream, under its lock.
  bool is_begun = false, is_taken = false;

 private:
  void stage_all(const StreamWork& work) noexcept;
  void forget_inputs();
  void write_all(const StreamWork& work);
  void upload_part(const StreamWork& work);
  HeldPart held(const StreamWork& work, std::size_t input) const;
  DeviceValue memory_for(const StreamWork& work, std::size_t input) const;
  void fail();
  void fit(const StreamWork& work);
  void stage(const StreamWork& work, std::size_t input);
  void write(const StreamWork& work, std::size_t input) const;
  void read(const StreamWork& work, std::size_t output);
  void read_all(const StreamWork& work);
  Image image_for(const ImageType& type);

  std::vector<HostValue> host_;
  SharedImages shared_;                         // instead of host_, where the frame is a part
  std::optional<FramePart> part_;               // where this frame is a part
  PartMemory part_memory_;                      // for frames that are parts, instead of the members below
  std::vector<ValueType> types_;                // of the host's values that the memory is for
  std::vector<DeviceValue> inputs_, outputs_;   // empty before the first frame
  std::vector<PinnedMemory> staged_, results_;  // one for each value, where copies go through pinned memory
  std::optional<Launch> launch_;
  Result result_;
  std::exception_ptr error_;
};

}  // namespace lenslet
