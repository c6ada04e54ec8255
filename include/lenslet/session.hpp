// A session is a chosen device with its queue and its program cache. Nothing is global: two sessions share nothing.
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

struct SessionOptions {
  std::string device = {};                     // a selector (device.hpp); empty: LENSLET_DEVICE, else the default
  bool cache = true;                           // keep compiled programs on disk; LENSLET_CACHE=off turns it off too
  std::filesystem::path cache_directory = {};  // empty: LENSLET_CACHE_DIR, else the user's cache directory
  std::uint64_t cache_limit = 256u << 20;      // bytes of compiled programs; the least recently used go first
  std::chrono::milliseconds build_timeout{120'000};
  std::filesystem::path data_directory =
      {};              // of tuning results; empty: LENSLET_DATA_DIR, else the user's data directory
  bool timing = true;  // false: Timing::kernel_ms stays 0, and a launch costs the host less (docs/performance.md)
};

// What one call makes, with what it took.
struct Result {
  std::vector<Image> images;  // one per output that is an image
  std::vector<Array> arrays;  // one per output that is an array
  std::vector<std::string> names;
  std::string schedule;
  Origin origin = Origin::device_class;  // of the schedule
  std::string reason;                    // why that schedule, in words
  Timing timing;
  double upload_ms = 0;
  double download_ms = 0;
};

// Copies are cheap and stand for the same session. Safe to use from several threads.
class Session {
 public:
  explicit Session(const SessionOptions& options = {});

  const DeviceInfo& device() const;

  // Any storage holds the same pixels; a plan reads without a copy from its schedule's. Image objects have limits of
  // their own (device().max_image_width and others): beyond them, unsupported.
  // Several layers are images of one size behind each other; the storage `image` has one.
  DeviceImage allocate(Size size, PixelFormat format, Storage storage = Storage::buffer, std::int64_t layers = 1) const;
  DeviceImage upload(const ImageView& image, Storage storage = Storage::buffer) const;

  // A part of a larger image, as rows of it with those above and below that windows reach.
  DeviceImage upload(const ImageView& image, const PartOf& place, Storage storage = Storage::buffer) const;

  // Into an image of the same size and format, which may be a view of a larger one; and back, likewise.
  void upload(const ImageView& image, const DeviceImage& to) const { upload_layer(image, to, 0); }
  void upload_layer(const ImageView& image, const DeviceImage& to, std::int64_t layer) const;
  Image download(const DeviceImage& image, std::int64_t layer = 0) const;

  DeviceArray allocate(const ArrayType& type) const;
  DeviceArray upload(const Array& array) const;
  Array download(const DeviceArray& array) const;

  // The same pixels in another storage. buffer and image_buffer share their memory; else it is a copy.
  DeviceImage convert(const DeviceImage& image, Storage storage) const;

  // Slow once (it may compile), then cheap to launch. Serves images of every size with this format; without
  // FilterOptions::size the schedule is what was tuned for the size nearest to 2048 x 2048.
  Plan plan(const Call& call, PixelFormat input, const FilterOptions& options = {}) const;

  // Of any op: for inputs of these types.
  Plan plan(const Work& work) const;

  // upload, plan, launch, download.
  Result run(const Call& call, const ImageView& image, const FilterOptions& options = {}) const;
  Result run(const Call& call, const std::vector<Image>& inputs, const FilterOptions& options = {}) const;
  Result run(const Call& call, const std::vector<Array>& inputs, const FilterOptions& options = {}) const;

  // Bytes read plus bytes written per second of this device's own buffer copy, measured once per session.
  double copy_rate() const;

  // Why the program cache cannot be used; empty while it works or is switched off.
  std::string cache_problem() const;

  // Of the tuning results; empty where the environment names none.
  std::filesystem::path data_directory() const;

  // Why tuning results cannot be stored, or what became of a file of them that was damaged; empty while all is well.
  std::string tuning_problem() const;

  struct State;

 private:
  friend struct internal::Access;
  std::shared_ptr<State> state_;
};

// Throws unsupported, with the number of bytes that the device allows, where an input or output of the call is too
// large for a buffer, which a plan looks for, too, or where all of them together are too much for its memory.
void check_device_memory(const Session& session, const Work& work);

// The schedules that could run, the one that runs untuned first.
std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs);

}  // namespace lenslet
