// A stream runs one plan on frame after frame: while one is computed, the next is uploaded and the one before it is
// downloaded, each by a thread of its own and through a queue of its own.
//
//   lenslet::Stream stream(session, session.plan(lenslet::ops::Gaussian{.sigma = 2}, format));
//   while (camera.has_more()) {
//     if (stream.full()) show(stream.pop()->images[0]);
//     stream.push(camera.next());
//   }
//   stream.close();
//   while (auto result = stream.pop()) show(result->images[0]);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

inline constexpr std::size_t max_copy_threads = 64;

struct StreamOptions {
  std::size_t frames = 3;           // that are in the stream at most, each with device memory of its own; at least 1
  std::optional<Rect> region = {};  // of the results, as RunOptions::region

  // A result takes the memory of an input of its type, which is kept until then. It saves the time in which the
  // system finds new memory; without it each input is freed as soon as it is uploaded.
  bool reuse_inputs = true;

  // Copies go through pinned memory, which devices with memory of their own reach several times as fast. push() and
  // pop() fill and empty it: worth it where several threads call them.
  bool pinned = false;

  // Frames that are parts of images are copied in pieces of about so many bytes, which a device takes in the time of a
  // few commands. Where it has memory of its own they go through pinned memory: three pieces in each direction, or two
  // for each of several threads.
  std::uint64_t piece = 1 << 20;

  std::size_t copy_threads = 1;  // that copy these pieces in each direction, 1 to max_copy_threads
};

class LentMemory;

// Images that stay as they are while somebody holds this.
using SharedImages = std::shared_ptr<const std::vector<ImageView>>;

// Rows that are to be written.
struct TargetRows {
  std::byte* first = nullptr;
  std::int64_t stride = 0;  // bytes from a row to the next one
};

// What frames are of larger images, what of the results is wanted, and where that goes.
struct FramePart {
  PartOf place;                          // where all images of the frame lie in those larger ones
  Rect region;                           // of the results, in pixels of the whole; what it reads lies in the frame
  std::vector<TargetRows> results = {};  // one for each, which live until the frame is popped
};

// Results come in the order of the frames, with the bits of Session::run. One thread may push and pop in turns, or one
// pushes while another pops: all functions may be called from several threads. The memory of a frame, on the device
// and on the host, is used again for a later one of its type.
class Stream {
 public:
  // Throws invalid_argument where `frames` is 0.
  Stream(const Session& session, const Plan& plan, const StreamOptions& options = {});

  // Ends what the device has begun, and drops its results and the frames that have yet to begin.
  ~Stream();
  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;

  // Adds a frame: the plan's only input, or all of its inputs. Waits while the stream is full, that is until another
  // thread pops. What is wrong with a frame is told by its pop(). Returns the frame's number, from 0. Throws
  // invalid_argument where the stream is closed.
  std::uint64_t push(Image frame);
  std::uint64_t push(std::vector<HostValue> inputs);

  // Adds a frame that is a part of larger images, in the place of StreamOptions::region. See Strips. Its inputs, which
  // are not null, are copied from where they lie, and held until they are; its results are no images of its Result.
  std::uint64_t push(SharedImages inputs, FramePart part);

  // Waits for the oldest frame, takes it out and returns its results; nothing where the stream is closed and empty.
  // Throws what went wrong with that frame alone, as Session::run does: those after it are not touched.
  std::optional<Result> pop();

  // Takes the results of the frame of this number, once, for threads that each wait for frames of their own; then all
  // frames are taken by their numbers.
  Result pop(std::uint64_t number);

  void close();  // no frame follows

  bool full() const;   // push() would wait
  bool empty() const;  // each frame that was pushed has been popped

  // How long at least one frame was uploaded, computed or downloaded, by the host's clock. For the rest of the time
  // the device had nothing to do.
  double busy_ms() const;

  void trim();  // frees device memory that no frame uses now

  // For the library: the memory of parts, which callers can have back from a device that hangs.
  const std::shared_ptr<LentMemory>& lent() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
