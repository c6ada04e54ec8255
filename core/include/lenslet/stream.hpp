// A stream runs one plan on frame after frame. Upload, computation and download overlap: while one frame is computed,
// the next is uploaded and the one before is downloaded. Each step has its own thread and its own queue.
//
//   lenslet::Stream stream(session, session.plan(lenslet::ops::Gaussian{.sigma = 2}, format));
//   while (camera.has_more()) {
//     if (stream.full()) show(stream.pop()->image());
//     stream.push(camera.next());
//   }
//   stream.close();
//   while (auto result = stream.pop()) show(result->image());
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

inline constexpr std::size_t max_copy_threads = 64;

struct StreamOptions {
  // At most so many frames are in the stream, each with its own device memory; at least 1.
  std::size_t frames = 3;
  std::optional<Rect> region = {};  // of the results, as RunOptions::region

  // A result may take the memory of an input of its type. This saves the time in which the system finds new memory, but
  // keeps each input until a result takes it. With false, an input is freed once it is uploaded.
  bool reuse_inputs = true;

  // Copies go through pinned memory, which devices with memory of their own reach several times as fast. push() and
  // pop() copy to and from it, so it pays where several threads call them.
  bool pinned = false;

  // Frames that are parts of images are copied in pieces of about so many bytes. A device should take a piece in about
  // the time of a few commands. Devices with memory of their own get the pieces through pinned memory: three pieces in
  // each direction, or two for each of several threads.
  std::uint64_t piece = 1 << 20;

  std::size_t copy_threads = 1;  // threads that copy pieces, in each direction: 1 to max_copy_threads
};

class LentMemory;

// Images that must not change while somebody holds this pointer.
using SharedImages = std::shared_ptr<const std::vector<ImageView>>;

// Rows to write results to.
struct TargetRows {
  std::byte* first = nullptr;
  std::int64_t stride = 0;        // bytes from one row to the next
  std::int64_t pixel_stride = 0;  // bytes from one pixel to the next; 0: without gaps
};

// Says that a frame is a part of larger images, which part of the results is wanted, and where the results go.
struct FramePart {
  PartOf place;  // where the frame's first image lies in the larger one, and the others, too, unless `others` says
  // Wanted part of the results, in pixels of the whole; the frame holds all that this part reads.
  Rect region;
  std::vector<TargetRows> results = {};  // one for each result; the memory must live until the frame is popped
  std::vector<PartOf> others = {};       // where the images after the first lie; empty: where the first lies
};

// Results come in the order of the frames, and have the same bits as Session::run()'s. All functions may be called from
// several threads: one may push and pop in turns, or one may push while another pops. Later frames of the same type
// reuse a frame's memory on the device and on the host.
class Stream {
 public:
  // Throws invalid_argument for an option out of range.
  Stream(const Session& session, const Plan& plan, const StreamOptions& options = {});

  // Waits for what the device has begun. Drops its results, and the frames that have not begun.
  ~Stream();
  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;

  // Adds a frame: the plan's only input, or all of its inputs. Waits while the stream is full, that is until another
  // thread pops. Returns the frame's number, from 0. Throws invalid_argument where the stream is closed. Errors of a
  // frame are thrown by its pop().
  std::uint64_t push(Image frame);
  std::uint64_t push(std::vector<HostValue> inputs);

  // Adds a frame that is a part of larger images (see Strips); StreamOptions::region does not count for it. The inputs,
  // which must not be null, are copied from where they lie, and held until they are copied. The results go to
  // FramePart::results; the frame's Result has no images.
  std::uint64_t push(SharedImages inputs, FramePart part);

  // Waits for the oldest frame, removes it and returns its results. Absent where the stream is closed and empty. Throws
  // that frame's error as Session::run() does; later frames are not affected.
  std::optional<Result> pop();

  // Waits for the frame of this number, removes it and returns its results. It is for several threads that each wait
  // for their own frames. push() returned the number, and each number is popped once. A stream uses this pop() or the
  // other one, not both. Throws as the other one does.
  Result pop(std::uint64_t number);

  void close();  // no more frames follow

  bool full() const;   // whether push() would wait
  bool empty() const;  // whether each pushed frame has been popped

  // The time in which at least one frame was uploaded, computed or downloaded, by the host's clock. The device was idle
  // for the rest.
  double busy_ms() const;

  void trim();  // frees device memory that no frame uses now

  // For the library: the memory of parts. Callers can take it back from a device that hangs.
  const std::shared_ptr<LentMemory>& lent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
#pragma GCC visibility pop
