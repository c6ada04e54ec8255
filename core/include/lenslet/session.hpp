// A session is a chosen device with its queue, its program cache and its tuning results. Nothing is global: two
// sessions share nothing but files.
//
//   lenslet::Session session;                                    // first GPU, else accelerator, else CPU
//   auto result = session.run(lenslet::ops::Gaussian{.sigma = 2}, image);
//   use(result.images[0]);
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/device.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

struct Batch;
struct BatchTimes;

struct SessionOptions {
  std::string device = {};                     // a selector (device.hpp); empty: LENSLET_DEVICE, else the default
  bool cache = true;                           // keep compiled programs on disk; LENSLET_CACHE=off turns it off too
  std::filesystem::path cache_directory = {};  // empty: LENSLET_CACHE_DIR, else the user's cache directory
  std::uint64_t cache_limit = 256u << 20;      // bytes of compiled programs; the least recently used go first
  std::chrono::milliseconds build_timeout{120'000};  // for one program
  std::filesystem::path data_directory = {};         // empty: LENSLET_DATA_DIR, else the user's data directory
  std::filesystem::path bundle = {};                 // programs compiled ahead (bundle.hpp); empty: none
  bool compile = true;  // false: a program that neither bundle nor cache has is an error of kind build
  bool timing = true;   // false: Timing::kernel_ms stays 0, and a launch costs the host less (docs/performance.md)
};

// Where a session's programs came from, of which each counts once.
struct ProgramCounts {
  int compiled = 0;     // by the driver's compiler, from source
  int cached = 0;       // from the cache on disk
  int from_bundle = 0;  // from a bundle's binaries
  int from_spirv = 0;   // from a bundle's SPIR-V
};

// What one call makes, with what it took.
struct Result {
  std::vector<Image> images;             // one per output that is an image
  std::vector<Array> arrays;             // one per output that is an array
  std::vector<std::string> names;        // of the outputs, in order
  std::string schedule;                  // the one that ran
  Origin origin = Origin::device_class;  // of the schedule
  std::string reason;                    // why that schedule, in words
  Timing timing;
  double upload_ms = 0;
  double download_ms = 0;
};

// Copies are cheap and stand for the same session. Safe to use from several threads. opencl::session() of
// <lenslet/opencl.hpp> opens one in a context and a queue of the caller's.
class Session {
 public:
  // Throws no_device where no device fits, with the list of what there is. A cache or a store that cannot be used is no
  // error: cache_problem() and tuning_problem() tell why. A bundle that cannot be read, that is damaged or that others
  // may write is one, of kind io or build.
  explicit Session(const SessionOptions& options = {});

  const DeviceInfo& device() const;

  // allocate() makes an image whose pixels are undefined, upload() one with these pixels. Any storage holds the same
  // pixels; a plan reads without a copy from its schedule's. Several layers are images of one size, one behind the
  // other; the storage `image` has one. Throws unsupported beyond what the device holds, device().max_image_width and
  // others for image objects.
  DeviceImage allocate(Size size, PixelFormat format, Storage storage = Storage::buffer, std::int64_t layers = 1) const;
  DeviceImage upload(const ImageView& image, Storage storage = Storage::buffer) const;

  // Uploads a part of a larger image, such as some of its rows with those above and below that windows reach.
  DeviceImage upload(const ImageView& image, const PartOf& place, Storage storage = Storage::buffer) const;

  // Copy into an image of the same size and format, which may be a view of a larger one, and back. Throw
  // invalid_argument for another size or format, a layer that there is not, or memory of another session.
  void upload(const ImageView& image, const DeviceImage& to) const { upload_layer(image, to, 0); }
  void upload_layer(const ImageView& image, const DeviceImage& to, std::int64_t layer) const;
  Image download(const DeviceImage& image, std::int64_t layer = 0) const;

  DeviceArray allocate(const ArrayType& type) const;
  DeviceArray upload(const Array& array) const;
  Array download(const DeviceArray& array) const;

  // Returns the same pixels in another storage. buffer and image_buffer share their memory; else it is a copy.
  DeviceImage convert(const DeviceImage& image, Storage storage) const;

  // Makes a plan for images of this format. It is slow once, since it may compile, and cheap to launch. Plans of
  // filters and point ops serve images of every size, Plan::serves_every_size(): without OpOptions::size the
  // schedule is what was tuned for the size nearest to 2048 x 2048. All other plans are for one size, as those of
  // `resize`, `transpose` or `equalize`, of pipelines with such an op, and by the border `discard`: they need
  // OpOptions::size. Throws invalid_argument where that is absent then, and for a wrong argument; unsupported for
  // an op or a schedule that cannot run here; build for a kernel that does not compile.
  Plan plan(const Call& call, PixelFormat input, const OpOptions& options = {}) const;

  // Makes a plan of any op, for inputs of the work's types. Throws as above.
  Plan plan(const Work& work) const;

  // Uploads, plans, runs and downloads. Images that are more than the device holds, or than OpOptions::memory, pass
  // in strips. Throws what these throw; unsupported, with the reason, for such images where the op has no strips.
  Result run(const Call& call, const ImageView& image, const OpOptions& options = {}) const;
  Result run(const Call& call, const std::vector<Image>& inputs, const OpOptions& options = {}) const;
  Result run(const Call& call, const std::vector<Array>& inputs, const OpOptions& options = {}) const;

  // Runs many calls, several at a time (batch.hpp), with the bits of run(), and returns when all have ended. Throws
  // invalid_argument where Batch::open or Batch::ended is missing, and what Batch::ended throws.
  BatchTimes run_many(const Batch& batch) const;

  // Bytes read plus bytes written per second of this device's own buffer copy, measured once per session.
  double copy_rate() const;

  // Why the program cache cannot be used, or what became of a damaged file of it or one of another version; empty while
  // all is well or it is switched off.
  std::string cache_problem() const;

  // Why programs were compiled, or taken from the cache, although there is a bundle: as it is for another driver. Empty
  // where none was.
  std::string bundle_problem() const;

  ProgramCounts program_counts() const;

  // Where tuning results lie; empty where the environment names no place.
  std::filesystem::path data_directory() const;

  // Why tuning results cannot be stored, or what became of a damaged file of them; empty while all is well.
  std::string tuning_problem() const;

  struct State;

 private:
  friend struct internal::Access;
  explicit Session(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

// Throws unsupported, with the number of bytes that the device allows, where an input or output of the call is too
// large for a buffer, or where all of them together are too much for the device's memory. Session::plan makes the first
// of these checks, too.
void check_device_memory(const Session& session, const Work& work);

// Lists the schedules that a call can run with on these inputs, the one that runs untuned first.
std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs);

}  // namespace lenslet
