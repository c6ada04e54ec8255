// A plan is an op made ready for one device and for inputs of known types. It is immutable; threads may share it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/border.hpp>
#include <lenslet/device_image.hpp>
#include <lenslet/event.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/value.hpp>

namespace lenslet {

// What becomes of the last channel of images with alpha, PixelFormat::alpha. An image that is opaque all over has the
// same colours by each of them, but for the rounding of f32 and for a constant border that is not opaque.
enum class Alpha : std::uint8_t {
  keep,         // the output's alpha is the input's
  filter,       // alpha is a channel like the others
  premultiply,  // colours count as much as their pixels are opaque, and alpha is filtered
};

inline constexpr Alpha alphas[] = {Alpha::keep, Alpha::filter, Alpha::premultiply};

std::string_view name_of(Alpha alpha);     // "keep", "filter", "premultiply"
Alpha parse_alpha(std::string_view word);  // throws invalid_argument for any other word

// What becomes of samples that are NaN.
enum class Nan : std::uint8_t {
  spread,  // a window with one gives NaN, as sums do; of an order see each op
  ignore,  // they are missing, see OpOptions::nodata
};

inline constexpr Nan nan_modes[] = {Nan::spread, Nan::ignore};

std::string_view name_of(Nan nan);     // "spread", "ignore"
Nan parse_nan(std::string_view word);  // throws invalid_argument for any other word

// Where a plan's schedule may come from.
enum class Tune : std::uint8_t {
  off,        // the device class's default: nothing is looked up
  cached,     // what tuning stored, else the default; never tunes
  automatic,  // tunes for some seconds, once, where nothing is stored for this very case
};

inline constexpr Tune tune_modes[] = {Tune::off, Tune::cached, Tune::automatic};

std::string_view name_of(Tune tune);     // "off", "cached", "auto"
Tune parse_tune(std::string_view word);  // throws invalid_argument for any other word

// When programs are compiled that have an op's parameters, such as a mask's taps, in their code. They are the fastest.
// Where an op has them, general programs take these as arguments, so that another value compiles nothing.
enum class Specialize : std::uint8_t {
  off,     // never: a general program runs, where the op has one for the device
  cached,  // when they cost less than they save; else they run where tuning chose them or they are compiled already
  always,  // when the plan is made
};

inline constexpr Specialize specialize_modes[] = {Specialize::off, Specialize::cached, Specialize::always};

std::string_view name_of(Specialize specialize);     // "off", "cached", "always"
Specialize parse_specialize(std::string_view word);  // throws invalid_argument for any other word

// How far results may lie from the exact ones, which are those of the op's formula, rounded.
enum class Accuracy : std::uint8_t {
  exact,  // not at all, but for the rounding of f32 where a sum lies between two integers
  level,  // by one: for masks of fractions on u8, whose sums then need 16 bits; refused where it has no meaning
  half,   // by the rounding of f16: for masks on f16, whose sums may then be in f16; needs DeviceInfo::half_sums
};

inline constexpr Accuracy accuracies[] = {Accuracy::exact, Accuracy::level, Accuracy::half};

std::string_view name_of(Accuracy accuracy);     // "exact", "level", "half"
Accuracy parse_accuracy(std::string_view word);  // throws invalid_argument for any other word

// How an op is computed, whatever its parameters. Ops of arrays heed the schedule and `tune`, and refuse
// other accuracies than exact.
struct OpOptions {
  Border border = Border::reflect101;    // OpenCV's default
  std::array<double, 4> border_value{};  // per channel, alpha's too, for Border::constant; saturated
  std::optional<PixelType> ddepth = {};  // type of the output; the input's where absent

  // Counts where the format has alpha. Absent: premultiply for ops that make means of pixels, as gaussian, mean,
  // smooth, sharpen, resize, and filter2d by taps with a positive sum; keep for others, and for images of several
  // layers. What an op cannot do is invalid_argument, with the reason; in a pipeline the ops that can do it do.
  std::optional<Alpha> alpha = {};

  // Samples of this value, as the image's type holds it, are missing, each channel by itself; and so are those that are
  // NaN with Nan::ignore, or where this is NaN. Windows leave them out, and where the image misses a sample so does the
  // result: it has this value there, or NaN where there is none. Other results of this very value get one beside it. A
  // constant border of it is missing, too. Alpha is kept, or a channel like the others. docs/ops.md has what each op
  // makes of them. Ops that cannot leave samples out are invalid_argument, also in a pipeline, and so is a value that
  // the type of an input or of the result does not hold.
  std::optional<double> nodata = {};
  Nan nan = Nan::spread;

  Accuracy accuracy = Accuracy::exact;
  std::string schedule = {};  // forces one, by its spelling; an impossible one is an error of kind unsupported
  Tune tune = Tune::cached;

  // Absent: `always` for plans, which are made to run often, and `cached` for Session::run(). A forced schedule says it
  // itself. `runs` is how often the plan will run, as far as is known.
  std::optional<Specialize> specialize = {};
  std::int64_t runs = 1;

  // The size of the images for which a schedule is chosen, where a plan is made for a format alone; and of those that
  // it takes, where it serves no other.
  std::optional<Size> size = {};

  // The plan takes images of several layers, DeviceImage::layers(), and filters all of them in its launches. Its code
  // picks a layer first; that of plans for single images does not.
  bool layered = false;

  // Bytes that Session::run() may take on host and device together, beside images and their results on the host. What
  // takes more passes in strips, see strips.hpp and merging.hpp, with the same bits; 0: what the device does not hold.
  // Less than strips of one row take is invalid_argument, of which the message says how much. Plans do not heed it.
  std::uint64_t memory = 0;

  bool operator==(const OpOptions&) const = default;
};

// What one launch took, by the device's own clock.
struct Timing {
  // From the start of the first kernel to the end of the last, with the gaps between them; 0 without
  // SessionOptions::timing.
  double kernel_ms = 0;
  int launches = 0;         // kernels and copies that were put into the queue
  std::uint64_t bytes = 0;  // the least that must be moved: each input and output sample once
  double busy_ms = 0;       // what each kernel took, added up, without the gaps
};

namespace ocl {
class HostWork;
}
namespace internal {
struct Access;  // opens this class to the library's own parts
}

// What one run of a plan computes, and where its times go.
struct RunOptions {
  std::optional<Rect> region = {};  // of the results, in pixels of the whole image; absent: the input's own rectangle
  Timing* timing = nullptr;         // is filled in; a launch that is not waited for has Launch::timing() instead

  // How long run() and run_into() wait, see Launch::wait(); absent: until all is done. The driver may compile during
  // the first run of a plan.
  std::optional<std::chrono::milliseconds> limit = {};

  // What ends before the launch begins, beside what is in the queue: of the same session, or of one in its context.
  // Where one of them fails, so does the launch. What the session puts into its queue later waits, too.
  std::vector<Event> after = {};
};

// A run of a plan that may not have ended. Its kernels are in the device's queue, and run in order after what was put
// there before. Where the host has a part in the work, as it solves a fit's equations, that part and what follows it
// are done when somebody waits, or when the session puts anything else into the queue: so all keeps its order.
class Launch {
 public:
  Launch(Launch&&) noexcept;
  Launch& operator=(Launch&&) noexcept;
  ~Launch();  // does not wait

  // Waits until all is done. Throws device where a kernel failed there, and invalid_argument for inputs whose contents
  // the op refuses, as a fit refuses NaN.
  void wait() const;

  // The same, but throws device where the kernels before the host's first part are at work for longer than the limit.
  // OpenCL cannot stop a kernel: it goes on, keeps the device and what it reads and writes, and who destroys the
  // session or ends the program by exit() may wait for it. A program that must get rid of it ends itself by _exit().
  void wait(std::chrono::milliseconds limit) const;
  Timing timing() const;  // waits

  // Whether all is done or has failed. Does not wait for the device; where the host has a part in the work, the first
  // call that finds the device ready for it does it.
  bool done() const;

  // Returns what ends when all of the launch has: for RunOptions::after, and for commands of the caller's own. Where
  // the host has a part in the work, that is done first, and so this waits.
  Event event() const;

  // Has `call` called once, when all is done, with what went wrong or null. Does not wait. It runs in a thread of its
  // own, which does the host's part, too; what it throws is lost. The launch need not live until then, the plan and the
  // values must.
  void when_done(std::function<void(std::exception_ptr failure)> call) const;

 private:
  friend struct internal::Access;
  const std::vector<ocl::Event>& last_events() const;
  Launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed, std::shared_ptr<ocl::HostWork> rest);

  std::vector<ocl::Event> events_;
  std::uint64_t bytes_;
  bool timed_;
  std::shared_ptr<ocl::HostWork> rest_;
  std::vector<ocl::Event> begin_;  // ends with the last of RunOptions::after
};

// Why a plan has its schedule, from the nearest reason to the farthest.
enum class Origin : std::uint8_t {
  forced,             // by OpOptions::schedule
  exact,              // tuned for this op and size on this device
  nearest_size,       // tuned here for another size
  other_driver,       // tuned on this device under another driver
  same_architecture,  // tuned on another device of its kind
  device_class,       // not tuned: the default that the library ships
  bundle,             // that of the programs in SessionOptions::bundle
};

std::string_view name_of(Origin origin);  // "forced", "exact", "nearest size", ...

// What the program cache on disk did for a plan; `bundle` where all came from SessionOptions::bundle.
enum class CacheUse : std::uint8_t { off, hit, miss, unavailable, bundle };

class Plan {
 public:
  const std::string& schedule() const;
  Origin origin() const;
  const std::string& reason() const;                     // why this schedule was chosen, in words
  std::string accuracy() const;                          // how exact its results are, in words
  const std::vector<std::string>& output_names() const;  // one per output

  // The types that the plan was made for. A plan of a filter takes images of every size all the same, which
  // serves_every_size() tells, and makes outputs of the image's or the region's size.
  const std::vector<ValueType>& inputs() const;
  const std::vector<ValueType>& outputs() const;
  PixelFormat output_format() const;  // of the first output, which is an image
  bool serves_every_size() const;
  Storage input_storage() const;   // from which the plan reads images without a copy
  Storage output_storage() const;  // to which it writes them without a copy: run() makes images there

  // Where the plan has general programs because others have yet to be compiled, and these are worth it: their schedule.
  // Else empty. See specialize.hpp.
  const std::string& special_schedule() const;

  double build_ms() const;  // what compiling took, or loading from the cache
  CacheUse cache_use() const;

  // Bytes that the plan keeps on the device for images of one size, beside its inputs and outputs: intermediate images,
  // copies with a border or in another storage. Threads that launch it at the same time have so many each.
  std::uint64_t scratch_bytes(Size size, std::int64_t layers = 1) const;

  // What a launch puts into the queue, by name and in order: kernels, copies, and what the host does between them.
  std::vector<std::string> stages() const;

  // The rectangle that a region of the results reads of inputs of that size, so that it has to be held of them. Throws
  // invalid_argument for an op of arrays, and for a region that is empty or outside.
  Rect reads(const Rect& region, Size whole) const;

  // The OpenCL C: sources() is a text for each program, source() is one text that compiles by itself without options.
  // Where there are several programs, -DPROGRAM=1 compiles the second.
  const std::vector<std::string>& sources() const;
  std::string source() const;

  // run() makes the outputs and waits for them. Throws invalid_argument where an input is not of the plan's type, or
  // has several layers and the plan was not made for them; device where a kernel fails.
  std::vector<DeviceImage> run(const DeviceImage& input, Timing* timing = nullptr) const;
  std::vector<DeviceValue> run(const std::vector<DeviceValue>& inputs, Timing* timing = nullptr) const;

  // With a region, run() computes that part of the results alone, with the bits of a whole run; each output knows which
  // part it is, DeviceImage::rectangle(). Throws invalid_argument for a region that is empty, outside the image, or
  // whose windows reach pixels that the input does not hold; and for ops of arrays, which see their inputs whole.
  std::vector<DeviceImage> run(const DeviceImage& input, const RunOptions& options) const;
  std::vector<DeviceValue> run(const std::vector<DeviceValue>& inputs, const RunOptions& options) const;

  // run_into() writes into values that the caller keeps, one per output, none of which shares memory with an input:
  // images of the output's or the region's size and of the input's layers, arrays of the types of outputs(). It waits,
  // and throws as run() does.
  void run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, Timing* timing = nullptr) const;
  void run_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                Timing* timing = nullptr) const;
  void run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, const RunOptions& options) const;
  void run_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                const RunOptions& options) const;

  // launch_into() does not wait. The plan and the values must live until Launch::wait() has returned, and only the
  // session that made them may use them before: its downloads and launches keep the order of the calls.
  Launch launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const;
  Launch launch_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const;
  Launch launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs,
                     const RunOptions& options) const;
  Launch launch_into(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                     const RunOptions& options) const;

  struct State;
  explicit Plan(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  friend struct internal::Access;
  std::shared_ptr<const State> state_;
};

}  // namespace lenslet
