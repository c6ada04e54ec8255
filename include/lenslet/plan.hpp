// A plan is an op made ready for one device and pixel format. It is immutable; threads may share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/value.hpp>

namespace lenslet {

enum class Alpha : std::uint8_t {
  keep,    // the output's alpha is the input's
  filter,  // alpha is a channel like the others
};

// Where a plan's schedule may come from.
enum class Tune : std::uint8_t {
  off,        // the device class's default: nothing is looked up
  cached,     // what tuning stored, else the default; never tunes
  automatic,  // tunes for some seconds, once, where nothing is stored for this very case
};

inline constexpr Tune tune_modes[] = {Tune::off, Tune::cached, Tune::automatic};

std::string_view name_of(Tune tune);     // "off", "cached", "auto"
Tune parse_tune(std::string_view word);  // throws invalid_argument for any other word

struct FilterOptions {
  Border border = Border::reflect101;    // OpenCV's default
  std::array<double, 4> border_value{};  // per channel, for Border::constant; saturated to the input's type
  std::optional<PixelType> ddepth = {};  // type of the output; the input's where absent
  Alpha alpha = Alpha::keep;             // matters where the format has alpha
  std::string schedule = {};  // force one, by its spelling; an impossible one is an error of kind unsupported
  Tune tune = Tune::cached;
  std::optional<Size> size =
      {};  // of the images, where a plan is made for a format alone: what was tuned for it is taken

  // The plan takes images of several layers, DeviceImage::layers(), and filters all of them in its launches. Its code
  // picks a layer first; that of plans for single images does not.
  bool layered = false;
};

// What one launch took, by the device's own clock.
struct Timing {
  // From the start of the first kernel to the end of the last, with what the host does or leaves undone between them; 0
  // without SessionOptions::timing.
  double kernel_ms = 0;
  int launches = 0;
  std::uint64_t bytes = 0;  // the least that must be moved: each input and output sample once
  double busy_ms = 0;       // what each kernel took, added up: without the gaps between them
};

namespace ocl {
class Event;
class HostWork;
}  // namespace ocl
namespace internal {
struct Access;  // of the library's own parts
}

// Of one run of a plan.
struct RunOptions {
  std::optional<Rect> region = {};  // of the results, in pixels of the whole image; absent: the input's own rectangle
  Timing* timing = nullptr;         // what it took; a launch that is not waited for has Launch::timing() instead
};

// Kernels that were put into the device's queue, where they run in order behind what was put there before. Where the
// host has a part in the work, as a fit's solution is the host's, that part and what follows it are done when somebody
// waits, or when the session puts anything else into the queue: all keeps its order.
class Launch {
 public:
  Launch(Launch&&) noexcept;
  Launch& operator=(Launch&&) noexcept;
  ~Launch();  // does not wait

  // Until all is done. Throws device where a kernel failed there, and invalid_argument for inputs whose contents the op
  // refuses, as a fit does NaN.
  void wait() const;
  Timing timing() const;  // waits

 private:
  friend struct internal::Access;
  Launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed, std::shared_ptr<ocl::HostWork> rest);

  std::vector<ocl::Event> events_;
  std::uint64_t bytes_;
  bool timed_;
  std::shared_ptr<ocl::HostWork> rest_;
};

// Why a plan has its schedule, from the nearest reason to the farthest.
enum class Origin : std::uint8_t {
  forced,             // by FilterOptions::schedule
  exact,              // tuned for this op and size on this device
  nearest_size,       // tuned here for another size
  other_driver,       // tuned on this device under another driver
  same_architecture,  // tuned on another device of its kind
  device_class,       // not tuned: the default that the library ships
};

std::string_view name_of(Origin origin);  // "forced", "exact", "nearest size", ...

enum class CacheUse : std::uint8_t { off, hit, miss, unavailable };

class Plan {
 public:
  const std::string& schedule() const;
  Origin origin() const;
  const std::string& reason() const;                     // why this schedule was chosen, in words
  const std::vector<std::string>& output_names() const;  // one per output

  // Plans are for inputs of these very types, but for those of filters: they take images of every size, and make
  // outputs of that size, or of the region's. A region is one of the outputs, in pixels of the whole one.
  const std::vector<ValueType>& inputs() const;
  const std::vector<ValueType>& outputs() const;
  PixelFormat output_format() const;  // of the first output, which is an image
  bool serves_every_size() const;
  Storage input_storage() const;  // from which the plan reads images without a copy

  double build_ms() const;
  CacheUse cache_use() const;

  // What the plan keeps on the device for images of one size, beside its inputs and outputs: intermediate images,
  // copies with a border or in another storage.
  std::uint64_t scratch_bytes(Size size, std::int64_t layers = 1) const;

  // What a launch puts into the queue, by name and in order: kernels, copies, and what the host does between them.
  std::vector<std::string> stages() const;

  // The rectangle of inputs of that size that a region of the results reads: what has to be held of them. Throws
  // invalid_argument for an op of arrays, and for a region that is empty or outside.
  Rect reads(const Rect& region, Size whole) const;

  // The OpenCL C, a text for each program; and as one that compiles by itself without options: where there are several
  // programs, -DPROGRAM=1 compiles the second.
  const std::vector<std::string>& sources() const;
  std::string source() const;

  // Makes the outputs and waits for them. Throws invalid_argument where an input is not of the plan's type, or has
  // several layers and the plan was not made for them.
  std::vector<DeviceImage> run(const DeviceImage& input, Timing* timing = nullptr) const;
  std::vector<DeviceValue> run(const std::vector<DeviceValue>& inputs, Timing* timing = nullptr) const;

  // The same for a region of the results: the pixels of a whole run to the bit, as that part of an image like the
  // input. Throws invalid_argument for a region that is empty, outside the image, or whose windows reach pixels that
  // the input does not hold; and for ops of arrays, which see their inputs whole.
  std::vector<DeviceImage> run(const DeviceImage& input, const RunOptions& options) const;
  std::vector<DeviceValue> run(const std::vector<DeviceValue>& inputs, const RunOptions& options) const;

  // The same into values that the caller keeps: images of the input's or the region's size, and as many layers, one per
  // output, none of them in the input's memory; arrays of the types of outputs(), none of them an input.
  void run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, Timing* timing = nullptr) const;
  void run_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                Timing* timing = nullptr) const;
  void run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, const RunOptions& options) const;
  void run_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                const RunOptions& options) const;

  // The same without waiting. The plan and the values must live until Launch::wait() has returned, and only the session
  // that made them may use them before: its downloads and launches keep the order of the calls.
  Launch launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const;
  Launch launch_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const;
  Launch launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs,
                     const RunOptions& options) const;
  Launch launch_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                     const RunOptions& options) const;

  struct State;
  explicit Plan(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace lenslet
