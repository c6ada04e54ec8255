// Images of any size, computed in strips of whole rows from top to bottom. Only a few strips are in memory at a time.
//
//   lenslet::Strips strips(session, plan, {type}, {[&](std::int64_t first, std::int64_t rows, std::byte* to) {
//                            camera.read_lines(first, rows, to);
//                          }}, {.memory = 2'000'000'000});
//   while (auto strip = strips.next()) {
//     file.append(strip->image());
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

#pragma GCC visibility push(default)
namespace lenslet {

// Puts `rows` rows of an input, from row `first` on, without gaps to `to`. Rows are asked for from top to bottom, each
// at most once. Rows that no strip needs, such as those that a crop removes, are skipped.
using ReadRows = std::function<void(std::int64_t first, std::int64_t rows, std::byte* to)>;

// Rows from `begin` to before `end`.
struct RowRange {
  std::int64_t begin = 0, end = 0;
  std::int64_t count() const { return end - begin; }
};

// Returns the size of the results that a plan makes of inputs of this size. A plan for one size always has the same
// result.
Size result_size(const Plan& plan, Size inputs);

struct StripOptions {
  // Bytes that strips may take on host and device together, including what plans keep between stages. 0: enough for
  // strips of 8 to 64 MiB, depending on the devices and on the op's windows.
  std::uint64_t memory = 0;

  std::int64_t rows = 0;  // of results in a strip; 0: as many as the memory allows

  // The rows of the results to compute, for processes that share them. From top to bottom, with at least one row in
  // each part. No strip crosses from one part to the next. Empty: all rows.
  std::vector<RowRange> parts = {};

  // Other processes compute other parts at the same time. Strips are then higher, because the processes also read files
  // and send messages. All parts together still give at least four strips to each device.
  bool shared = false;

  std::size_t frames = 3;  // strips at a time on a device: one is uploaded, one computed, one downloaded; at least 1

  // Threads that copy rows to a device, and as many that copy results from it, at most max_copy_threads. 0: one where
  // the device's memory is the host's, `shared` is set or `memory` is below 1 GiB; else a quarter of the cores, divided
  // among the devices, at most four for each.
  std::size_t copy_threads = 0;

  // How long a device may work on a strip, at least 1 ms; a year or more means no limit. A slower device gets no more
  // strips, and other devices repeat its strips. Compilation does not count. Absent: two minutes for each of several
  // devices, no limit for a single one.
  std::optional<std::chrono::milliseconds> limit = {};

  // Is called before the caller's thread waits for devices without a limit. The object that it returns is destroyed
  // after the wait; no row is read in between. A program that must not hang can start a clock here and stop it in the
  // destructor.
  std::function<std::shared_ptr<void>()> watch = {};
};

// What one of several devices did.
struct DeviceShare {
  std::string device;       // a selector for it; its number where the group was made of sessions
  std::int64_t strips = 0;  // that the device computed
  std::string failure;      // why it gets no more strips; empty where it has not failed
  bool hangs = false;       // it did not answer, and may never end: exit() may wait for it, _exit() does not
};

struct GroupPlan;

// Computes strips. Results have the same bits as Session::run() of whole images, but no whole image needs to exist.
// Borders are made only at the whole images' edges.
class Strips {
 public:
  // `inputs` are the types of the whole images; `sources` give their rows. What each strip reads whole, as the image of
  // `remap`, is read once and kept. The session that made the plan computes the strips, whichever session is given.
  // Throws invalid_argument for sizes that the plan does not take. Throws unsupported where the op must see its whole
  // input, where it needs rows from bottom to top and StripOptions::memory is too small for one strip of all rows, and
  // for images beyond 2^31 - 1 rows or samples in a row. Throws invalid_argument for another number of inputs than the
  // plan's and for options out of range. Where memory is too small for strips of one row, throws invalid_argument with
  // the needed number.
  Strips(const Session& session, const Plan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
         const StripOptions& options = {});

  // The same on several devices (device_group.hpp). Each strip goes to a free device. Its inputs are kept until its
  // results are back. A device that fails or hangs is dropped, and others repeat its strips. Throws invalid_argument
  // also for no plans, for plans with different types of inputs or outputs, and for names that are not one for each
  // plan.
  Strips(const GroupPlan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
         const StripOptions& options = {});

  // The same for images in host memory, which must not change while this object lives. Devices copy from there
  // directly, each with threads of its own. Rows may be read in any order, so no op is refused for its order of rows.
  Strips(const GroupPlan& plan, std::vector<ImageView> inputs, const StripOptions& options = {});

  // Waits for what devices have begun. Waits for a device that hangs at most StripOptions::limit.
  ~Strips();
  Strips(Strips&&) noexcept;
  Strips& operator=(Strips&&) noexcept;

  const std::vector<ImageType>& outputs() const;  // types of the whole results
  std::int64_t rows() const;                      // rows in a strip; the last strip of a part may have fewer
  std::uint64_t memory_bytes() const;             // bytes that strips of these options take
  std::vector<DeviceShare> shares() const;        // of the plan's devices, in its order

  // Returns the next rows of all results, or nothing after the last ones. Meanwhile it reads rows for later strips.
  // Throws what a source throws, and as Plan::run() does where the last remaining device fails; each later call throws
  // the same. Only one thread may call it at a time.
  std::optional<Result> next();

  // Takes back images that next() returned and that nobody needs any more. Later strips use their memory, which saves
  // the system from finding new pages.
  void reuse(std::vector<Image> images);

  // Computes all strips and returns the whole results: all rows, or those of the one part in StripOptions::parts.
  // Devices write strips directly to their places. Times are sums over all strips. Throws as next() does. Throws
  // invalid_argument after next(), and for several parts.
  Result join();

  // The same into memory of the caller, a view of each whole result. The result has no images. Throws as join() does,
  // and invalid_argument for views of other types than outputs(), or of a part's size where there is one part.
  Result join_into(std::vector<MutableImageView> outputs);

 private:
  Result joined(std::vector<MutableImageView> outputs);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
#pragma GCC visibility pop
