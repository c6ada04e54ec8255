// A session is a chosen device with its queue, its program cache and its tuning results. Nothing is global: two
// sessions share nothing but files.
//
//   lenslet::Session session;                                    // first GPU, else accelerator, else CPU
//   auto result = session.run(lenslet::ops::Gaussian{.sigma = 2}, image);
//   use(result.image());
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/device.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/host_views.hpp>
#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct Batch;
struct BatchTimes;
struct StackResult;
class StackTargets;
class StackViews;

struct SessionOptions {
  std::string device = {};                     // a selector (device.hpp); empty: LENSLET_DEVICE, else the default
  bool cache = true;                           // keep compiled programs on disk; LENSLET_CACHE=off turns it off too
  std::filesystem::path cache_directory = {};  // empty: LENSLET_CACHE_DIR, else the user's cache directory
  std::uint64_t cache_limit = 256u << 20;      // bytes of compiled programs; the least recently used go first
  std::chrono::milliseconds build_timeout{120'000};  // for one program
  std::filesystem::path data_directory = {};         // empty: LENSLET_DATA_DIR, else the user's data directory
  std::filesystem::path bundle = {};                 // programs compiled ahead (bundle.hpp); empty: none
  bool compile = true;  // false: a program that neither bundle nor cache has is an error of kind build

  // Compile special programs of calls that come again in a thread of the session, and then run those: Session::run()
  // without OpOptions::specialize, and plans for a format alone on images of a size that comes again. Results keep
  // their bits. The thread never compiles with a bundle or with `compile` off. It ends before the session and before
  // the end of main(), which wait for the program that is being compiled. See docs/performance.md.
  bool background = true;

  bool timing = true;  // false: Timing::kernel_ms stays 0, and a launch costs the host less (docs/performance.md)
};

// Where a session's programs came from. Each program counts once.
struct ProgramCounts {
  int compiled = 0;     // by the driver's compiler, from source
  int cached = 0;       // from the cache on disk
  int from_bundle = 0;  // from a bundle's binaries
  int from_spirv = 0;   // from a bundle's SPIR-V
};

// What one call makes, and what that took. image() and array() are for the usual case, of one output. They are the
// first image and the first array, and throw invalid_argument where there is none.
struct Result {
  const Image& image() const&;
  const Array& array() const&;
  Image image() &&;
  Array array() &&;

  std::vector<Image> images;             // one for each output that is an image
  std::vector<Array> arrays;             // one for each output that is an array
  std::vector<std::string> names;        // of the outputs, in order
  std::vector<std::int64_t> rows;        // of run_into(): how many were written of each output that is counted
  std::string schedule;                  // the schedule that ran
  Origin origin = Origin::device_class;  // of the schedule
  std::string reason;                    // why the schedule was chosen, in words
  Timing timing;
  double upload_ms = 0;    // by the host's clock
  double download_ms = 0;  // by the host's clock
};

// How a volume is computed.
struct VolumeOptions {
  // What is needed along depth: the sigma of gaussian, ksize of mean, median, rank and morphology, the order of the
  // derivative of sobel. Absent: as along the columns; for sobel 0, which smooths along depth.
  std::optional<double> depth = {};
};

// A box of an array of one to three sides: `size` elements from `origin` on, along each side in the order of the shape.
// In an array of shape {slices, rows, columns} it is a cuboid, in {rows, columns} a rectangle.
struct Box {
  std::vector<std::int64_t> origin;
  std::vector<std::int64_t> size;  // each at least 1
};

// Copies are cheap and stand for the same session. Safe to use from several threads. opencl::session() of
// <lenslet/opencl.hpp> opens a session in a caller's own context and queue.
class Session {
 public:
  // Throws as find_device() does. Throws invalid_argument where LENSLET_CACHE is set to anything but `on` or `off`. A
  // cache or a tuning store that cannot be used is no error: cache_problem() and tuning_problem() say why. Throws io or
  // build for a bundle that cannot be read, that is damaged, or that others than its owner may write.
  explicit Session(const SessionOptions& options = {});

  const DeviceInfo& device() const;

  // allocate() makes an image whose pixels are undefined, upload() one with these pixels. A plan reads an image without
  // a copy where it lies in the storage of the plan's schedule; other storages are converted. `layers` are images of
  // one size, one behind the other; the storage `image` takes only one. Throws invalid_argument for an empty size, a
  // bad format or no layers. Throws unsupported for more than 2^31 pixels and for an image that is too large for the
  // device; image objects also have limits, such as DeviceInfo::max_image_width.
  DeviceImage allocate(Size size, PixelFormat format, Storage storage = Storage::buffer, std::int64_t layers = 1) const;
  DeviceImage upload(const ImageView& image, Storage storage = Storage::buffer) const;

  // Uploads a part of a larger image, such as a strip of rows with the rows round it that windows reach. Throws as
  // allocate() and DeviceImage::as_part() do.
  DeviceImage upload(const ImageView& image, const PartOf& place, Storage storage = Storage::buffer) const;

  // Copy into an image of the same size and format, or back. The image may be a view of a larger one. Throw
  // invalid_argument for another size or format, a layer that does not exist, or memory of another session.
  void upload(const ImageView& image, const DeviceImage& to) const { upload_layer(image, to, 0); }
  void upload_layer(const ImageView& image, const DeviceImage& to, std::int64_t layer) const;
  Image download(const DeviceImage& image, std::int64_t layer = 0) const;

  // The same for arrays. allocate() leaves the elements undefined. Throw invalid_argument for an invalid type and for
  // memory of another session, unsupported for more bytes than the device takes in one buffer.
  DeviceArray allocate(const ArrayType& type) const;
  DeviceArray upload(const ArrayView& array) const;
  Array download(const DeviceArray& array) const;

  // Download into memory of the host, which may begin at any byte. Bytes between rows, pixels and elements stay as they
  // are. Throw invalid_argument for another size, format or type. Throw also as the others do.
  void download(const DeviceImage& image, const MutableImageView& to, std::int64_t layer = 0) const;
  void download(const DeviceArray& array, const MutableArrayView& to) const;

  // A function that returns a Launch does not wait. Its work is in the session's queue: what the session does later
  // sees the result. The work begins after the events of `after` have ended, as RunOptions::after says. A value may be
  // of this session or of another in the same context; a value of any other session throws invalid_argument. To move a
  // rectangle of an image, pass a view of it.

  // Set all pixels or elements to one value, which rounds and saturates as in Image::set() and Array::set(). For images
  // in the storages image and image_array the call waits until the work is done.
  Launch fill(const DeviceImage& image, const std::array<double, 4>& pixel, const std::vector<Event>& after = {}) const;
  Launch fill(const DeviceArray& array, double element, const std::vector<Event>& after = {}) const;

  // Copy all pixels or elements. Throw invalid_argument where the types differ or the two share memory. Throw
  // unsupported for images in the storages image and image_array, which convert() copies.
  Launch copy(const DeviceImage& from, const DeviceImage& to, const std::vector<Event>& after = {}) const;
  Launch copy(const DeviceArray& from, const DeviceArray& to, const std::vector<Event>& after = {}) const;

  // Move the elements of an array without waiting. Throw invalid_argument where the host's memory has another number of
  // bytes. The host's memory must live, and stay untouched, until the launch has ended.
  Launch upload_later(std::span<const std::byte> from, const DeviceArray& to,
                      const std::vector<Event>& after = {}) const;
  Launch download_later(const DeviceArray& from, std::span<std::byte> to, const std::vector<Event>& after = {}) const;

  // Move the pixels of an image, a rectangle or a DeviceImage::layer() without waiting. Throw invalid_argument where
  // sizes or formats differ, or the device's image has several layers. Throw unsupported in the storages image and
  // image_array. The host's memory must live, and stay untouched, until the launch has ended. Rows that lie from bottom
  // to top are a command each.
  Launch upload_later(const ImageView& from, const DeviceImage& to, const std::vector<Event>& after = {}) const;
  Launch download_later(const DeviceImage& from, const MutableImageView& to,
                        const std::vector<Event>& after = {}) const;

  // Move a box from device to host, from host to device, or between arrays. In the last two `origin` is the place of
  // the box in the array `to`. The two arrays of copy() may be the same one where the boxes do not overlap. Throw
  // invalid_argument for a box that does not lie in its array, for boxes that overlap, and where the element types
  // differ.
  Array download(const DeviceArray& array, const Box& box) const;
  void upload(const Array& box, const DeviceArray& to, const std::vector<std::int64_t>& origin) const;
  Launch copy(const DeviceArray& from, const Box& box, const DeviceArray& to, const std::vector<std::int64_t>& origin,
              const std::vector<Event>& after = {}) const;

  // Returns `count` rows of an array, from row `first` on, in the same memory. A row is one step along the first side:
  // an array {100, 3} has 100 rows of 3 elements, an array {100} has 100 rows of one. Throws invalid_argument for rows
  // outside the array, and for an array without sides. Throws unsupported where the first row does not begin at a
  // multiple of DeviceInfo::alignment bytes.
  DeviceArray part(const DeviceArray& array, std::int64_t first, std::int64_t count) const;

  // Cuts an array into at most `parts` parts of about equal size, as work for several queues or devices. Together the
  // parts are the whole array. Each begins at a multiple of DeviceInfo::alignment bytes, so a short array gives fewer
  // parts. Throws invalid_argument where `parts` is less than 1.
  std::vector<DeviceArray> divide(const DeviceArray& array, std::int64_t parts) const;

  // Returns the same pixels in another storage. buffer and image_buffer share memory; all other conversions copy.
  // Throws invalid_argument for memory of another session. Throws as allocate() does.
  DeviceImage convert(const DeviceImage& image, Storage storage) const;

  // Makes a plan for images of this format. This is slow, since it may compile; launches are cheap. Most plans of
  // filters and point ops serve images of every size: Plan::serves_every_size(). Without OpOptions::size they have the
  // schedule that was tuned for the size nearest to 2048 x 2048. Other plans are for one size and need OpOptions::size:
  // plans of ops such as `resize`, `transpose` and `equalize`, of pipelines with such ops, and plans with the border
  // `discard`. Throws invalid_argument where that size is absent, or for a wrong argument. Throws unsupported for an op
  // or a schedule that cannot run here, build for a kernel that does not compile.
  Plan plan(const Call& call, PixelFormat input, const OpOptions& options = {}) const;

  // Makes a plan of any op, for inputs of the work's types. Throws as the other plan() does.
  Plan plan(const Work& work) const;

  // Uploads, plans, runs and downloads. The inputs are views of images and arrays, from which the device copies. Images
  // that are too large for the device, or for OpOptions::memory, are computed in strips. Throws what upload(), plan(),
  // Plan::run() and download() throw. Throws unsupported, with the reason, for too large images where the op cannot run
  // in strips.
  Result run(const Call& call, const HostViews& inputs, const OpOptions& options = {}) const;

  // The same into memory of the caller, one target for each output. It may begin at any byte, and rows, pixels and
  // elements may lie any distance apart; bytes between them stay as they are. The result has no images and no arrays.
  // Throws as run() does. Throws invalid_argument, before anything runs, for another number of targets, for one that is
  // not of its output's kind, type or size, and for targets that overlap each other. They may overlap the inputs unless
  // the call is computed in strips, which throws invalid_argument then. Where a device fails, targets may be written in
  // part.
  Result run_into(const Call& call, const HostViews& inputs, const HostTargets& outputs,
                  const OpOptions& options = {}) const;

  // The same for stacks (stack_run.hpp). run() and run_into() compute each page by itself, the others in three
  // dimensions.
  StackResult run(const Call& call, const StackViews& inputs, const OpOptions& options = {}) const;
  StackResult run_into(const Call& call, const StackViews& inputs, const StackTargets& outputs,
                       const OpOptions& options = {}) const;
  StackResult run_volume(const Call& call, const StackViews& inputs, const VolumeOptions& volume = {},
                         const OpOptions& options = {}) const;
  StackResult run_volume_into(const Call& call, const StackViews& inputs, const StackTargets& outputs,
                              const VolumeOptions& volume = {}, const OpOptions& options = {}) const;

  // Runs many calls, several at a time (batch.hpp), and returns when all have ended. The results have the same bits as
  // run()'s. Throws invalid_argument where Batch::open or Batch::ended is missing, and what Batch::ended throws.
  BatchTimes run_many(const Batch& batch) const;

  // Bytes read plus bytes written per second by the device's own buffer copy. Measured once per session.
  double copy_rate() const;

  // Why the program cache cannot be used, or what became of a cache file that was damaged or of another version. Empty
  // where all is well or the cache is off.
  std::string cache_problem() const;

  // Why some programs were not taken from the bundle, for example because it is for another driver. Empty without a
  // bundle, or where all came from it.
  std::string bundle_problem() const;

  ProgramCounts program_counts() const;

  // Where tuning results are stored. Empty where the environment names no place.
  std::filesystem::path data_directory() const;

  // Why tuning results cannot be stored, or what became of a damaged file of them. Empty where all is well.
  std::string tuning_problem() const;

  struct State;

 private:
  friend struct internal::Access;
  explicit Session(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

// Throws unsupported, with the number of bytes that the device allows, where an input or output of the call is too
// large for a buffer, or all of them together for the device's memory. Session::plan() checks the single values, too.
void check_device_memory(const Session& session, const Work& work);

// Lists the schedules that a call of an op of arrays can run with on these inputs. The first one runs where nothing is
// tuned. Throws as Session::plan() does.
std::vector<std::string> array_schedules(const Session& session, const Call& call,
                                         const std::vector<ArrayType>& inputs);

}  // namespace lenslet
#pragma GCC visibility pop
