// Images of any size, computed in strips: parts of whole rows from top to bottom, of which few are in memory at a time.
//
//   lenslet::Strips strips(session, plan, {type}, {[&](std::int64_t first, std::int64_t rows, std::byte* to) {
//                            camera.read_lines(first, rows, to);
//                          }}, {.memory = 2'000'000'000});
//   while (auto strip = strips.next()) {
//     file.append(strip->images[0]);
//     strips.reuse(std::move(strip->images));
//   }
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// Puts `rows` rows of an input, from row `first` on, without gaps to `to`. Rows are asked for from top to bottom, each
// at most once: those that no strip needs, as a crop's, are left out.
using ReadRows = std::function<void(std::int64_t first, std::int64_t rows, std::byte* to)>;

// Rows from `begin` to before `end`.
struct RowRange {
  std::int64_t begin = 0, end = 0;
  std::int64_t count() const { return end - begin; }
};

// The size of whole results that a plan makes of whole inputs of that size.
Size result_size(const Plan& plan, Size inputs);

struct StripOptions {
  // Bytes that strips may take on host and device together, with what lies between a plan's stages; 0: what strips of
  // 8 to 64 MiB take, as devices and windows want them.
  std::uint64_t memory = 0;

  std::int64_t rows = 0;  // of results in a strip; 0: as many as the memory allows

  // Rows of the results that alone are computed, as processes share them: from top to bottom, with at least one row in
  // each part. No strip has rows of two parts. Empty: all rows.
  std::vector<RowRange> parts = {};

  // Other processes compute other parts meanwhile. Strips are higher then, as these have files to read and messages to
  // send, and all parts together are cut into at least four for each device.
  bool shared = false;

  std::size_t frames = 3;  // strips under way on a device: one is uploaded, one computed, one downloaded;
                           // at least 1

  // Threads that copy rows to a device, and as many that copy results from it, at most max_copy_threads; 0: one where
  // the device's memory is the host's, `shared` is set or `memory` is below 1 GiB, else a quarter of the cores, which
  // all devices share, at most four for each.
  std::size_t copy_threads = 0;

  // How long a device may be at work on a strip, at least 1 ms. One that is longer gets no more, and others repeat its
  // strips. It may compile meanwhile. A year and more: for ever. Absent: two minutes for a device of several, for ever
  // for one.
  std::optional<std::chrono::milliseconds> limit = {};

  // Is called before the caller's thread waits for devices that have no limit; no row is read meanwhile. What it
  // returns is destroyed behind that. Who ends a program whose kernels hang starts and stops a clock.
  std::function<std::shared_ptr<void>()> watch = {};
};

// What a device of several had a part in.
struct DeviceShare {
  std::string device;       // a selector for it, or its place in the group where that is made of sessions
  std::int64_t strips = 0;  // that it computed
  std::string failure;      // why it gets no more strips; empty: it has not failed
  bool hangs = false;       // it gave no answer, and may be at work for ever: who ends the program by exit() may wait
                            // for it, who does by _exit() does not
};

struct GroupPlan;

// Results have the bits of Session::run over whole images, which need not exist: borders are made at their edges alone.
class Strips {
 public:
  // `inputs` are the whole images, of one size; `sources` give their rows. Throws unsupported where the op must see its
  // input whole, where it takes rows from bottom to top and StripOptions::memory is not enough for all as one strip,
  // and beyond 2^31 - 1 rows or samples of a row; invalid_argument for another number of inputs than the plan's, for
  // options outside their range, and for less memory than strips of one row take, of which the message says how much.
  // Strips are computed by the session that made the plan, whichever is given.
  Strips(const Session& session, const Plan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
         const StripOptions& options = {});

  // The same on several devices (device_group.hpp). Each strip goes to one that is free; its inputs are kept until the
  // results are back. One that fails or hangs is dropped, and the others repeat its strips. Throws invalid_argument for
  // plans that differ in the types of their inputs or outputs, too.
  Strips(const GroupPlan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
         const StripOptions& options = {});

  // The same of images in host memory, which stay as they are as long as the strips: devices copy from where they lie,
  // each with threads of its own. Rows may be taken in any order, and no op is refused for that.
  Strips(const GroupPlan& plan, std::vector<ImageView> inputs, const StripOptions& options = {});

  // Waits for what devices have begun, but for one that hangs no longer than StripOptions::limit.
  ~Strips();
  Strips(Strips&&) noexcept;
  Strips& operator=(Strips&&) noexcept;

  const std::vector<ImageType>& outputs() const;  // the whole results
  std::int64_t rows() const;                      // of a strip but the last of a part
  std::uint64_t memory_bytes() const;             // that such strips take
  std::vector<DeviceShare> shares() const;        // of the plan's devices, in its order

  // Returns the next rows of all results; nothing behind the last ones. Reads what later strips need meanwhile. Throws
  // what a source throws, and as Plan::run() does on the last device that is left, and from then on the same again. One
  // thread calls it at a time.
  std::optional<Result> next();

  // Takes images that next() returned and nobody needs any more: their memory is that of later strips, for which the
  // system would have to find new pages. join() puts the whole results into images of their size.
  void reuse(std::vector<Image> images);

  // Computes all strips and returns the whole results: all rows, or those of the only one of StripOptions::parts.
  // Devices put each strip where it belongs. Times are sums over all strips. Throws as next() does, and
  // invalid_argument behind next() and for several parts.
  Result join();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
