// A plan is an op that is ready to run on one device, for inputs of known types. It is immutable; threads may share it.
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
#include <lenslet/device_values.hpp>
#include <lenslet/event.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// What happens to the last channel of images with alpha (PixelFormat::alpha). Where all of an image is opaque, all
// three give the same colours, except for f32 rounding and for a constant border that is not opaque.
enum class Alpha : std::uint8_t {
  keep,         // the output's alpha is the input's
  filter,       // alpha is filtered like any other channel
  premultiply,  // alpha is filtered, and colours count in proportion to it
};

inline constexpr Alpha alphas[] = {Alpha::keep, Alpha::filter, Alpha::premultiply};

std::string_view name_of(Alpha alpha);     // "keep", "filter", "premultiply"
Alpha parse_alpha(std::string_view word);  // throws invalid_argument for any other word

// What happens to samples that are NaN.
enum class Nan : std::uint8_t {
  spread,  // a window with a NaN sample gives NaN, as sums do; ops that sort say what they do
  ignore,  // NaN samples count as missing: see OpOptions::nodata
};

inline constexpr Nan nan_modes[] = {Nan::spread, Nan::ignore};

std::string_view name_of(Nan nan);     // "spread", "ignore"
Nan parse_nan(std::string_view word);  // throws invalid_argument for any other word

// Where a plan's schedule may come from.
enum class Tune : std::uint8_t {
  off,        // the device class's default; the tuning store is not read
  cached,     // what tuning stored, else the default; never tunes
  automatic,  // tunes for some seconds where nothing is stored for exactly this case
};

inline constexpr Tune tune_modes[] = {Tune::off, Tune::cached, Tune::automatic};

std::string_view name_of(Tune tune);     // "off", "cached", "auto"
Tune parse_tune(std::string_view word);  // throws invalid_argument for any other word

// When to compile special programs: those with an op's parameters, such as a mask's taps, in their code. They are the
// fastest. General programs, which some ops have, take these parameters as arguments: other values compile nothing.
enum class Specialize : std::uint8_t {
  off,     // never, where the op has a general program for the device
  cached,  // where they save more than they cost, tuning chose them, or they are compiled already
  always,  // when the plan is made
};

inline constexpr Specialize specialize_modes[] = {Specialize::off, Specialize::cached, Specialize::always};

std::string_view name_of(Specialize specialize);     // "off", "cached", "always"
Specialize parse_specialize(std::string_view word);  // throws invalid_argument for any other word

// How far results may lie from the exact ones, which are the values of the op's formula, rounded. Making a plan throws
// invalid_argument for an accuracy that means nothing for the op and its types. Plan::accuracy() says what a call gets.
enum class Accuracy : std::uint8_t {
  exact,  // not at all, except where f32 rounds a sum that lies between two integers
  level,  // by one: for masks of fractions on u8, whose sums then need only 16 bits, and for wide Gaussians of u8
  half,   // by f16's rounding: for masks on f16, whose sums may then be in f16; needs DeviceInfo::half_sums
};

inline constexpr Accuracy accuracies[] = {Accuracy::exact, Accuracy::level, Accuracy::half};

std::string_view name_of(Accuracy accuracy);     // "exact", "level", "half"
Accuracy parse_accuracy(std::string_view word);  // throws invalid_argument for any other word

// How an op is computed, whatever its parameters. Ops of arrays only use `schedule` and `tune`. They refuse an accuracy
// other than exact.
struct OpOptions {
  // What lies outside the image. Absent: the op's own border, see border_of() in work.hpp. Making a plan throws
  // invalid_argument for a border that the op does not know, and for any border where nothing of the op looks outside.
  // In a pipeline it applies to the ops that know it.
  std::optional<Border> border = {};
  std::array<double, 4> border_value{};   // per channel, also for alpha; for Border::constant; saturates
  std::optional<SampleType> ddepth = {};  // type of the result; absent: what the op makes

  // For formats with alpha only. Absent: `premultiply` for ops that average pixels (gaussian, mean, smooth, sharpen,
  // resize, and filter2d by taps with a positive sum). Absent: `keep` for other ops, and for images of several layers.
  // Making the plan throws invalid_argument, with the reason, where the op cannot do it. In a pipeline it applies to
  // the ops that can.
  std::optional<Alpha> alpha = {};

  // The value of missing samples, as the image's type holds it. Each channel counts by itself. NaN samples are also
  // missing with Nan::ignore, or where `nodata` is NaN. Windows leave missing samples out. Where the image misses a
  // sample, so does the result: it has this value there, or NaN where `nodata` is absent. Any other result of exactly
  // this value becomes a value next to it. A constant border of this value is missing, too. Alpha is kept, or is a
  // channel like the others. docs/ops.md says what each op does with missing samples. Making the plan throws
  // invalid_argument for ops that cannot leave samples out, alone or in a pipeline, and for a value that the type of
  // the input or of the result cannot hold.
  std::optional<double> nodata = {};
  Nan nan = Nan::spread;

  // Absent: as the op has it, which is `exact` for all but Gaussians wider than masks: their error is at most a share
  // of the image's range, which their page and Plan::accuracy() say, and `exact` sums all their taps.
  std::optional<Accuracy> accuracy = {};
  std::string schedule = {};  // spelling of a schedule to force; one that cannot run throws unsupported
  Tune tune = Tune::cached;

  // Absent: `always` for plans, which are made to run often, and `cached` for Session::run(). A forced schedule decides
  // this itself. `runs` is the expected number of the plan's runs, which `cached` needs.
  std::optional<Specialize> specialize = {};
  std::int64_t runs = 1;

  // The size of images for which to choose the schedule, where a plan is made for a format alone. A plan that is for
  // one size takes only images of this size.
  std::optional<Size> size = {};

  // Make a plan for images of several layers, DeviceImage::layers(); each launch filters all layers. Its kernels begin
  // by finding their layer. Plans for single images save this step.
  bool layered = false;

  // Bytes that Session::run() may take on host and device together, without the images and results on the host. What
  // needs more is computed in strips with the same bits (strips.hpp, merging.hpp). 0: strips only where the device
  // cannot hold the images. Throws invalid_argument, with the number, for fewer bytes than strips of one row take.
  // Plans ignore it.
  std::uint64_t memory = 0;

  bool operator==(const OpOptions&) const = default;
};

// The times of one launch, by the device's own clock.
struct Timing {
  // From the start of the first kernel to the end of the last one, with the gaps. 0 without SessionOptions::timing.
  double kernel_ms = 0;
  int launches = 0;         // kernels and copies that were put into the queue
  std::uint64_t bytes = 0;  // the least that must be moved: each input and output sample once
  double busy_ms = 0;       // the sum of all kernels' times, without the gaps
};

namespace ocl {
class HostWork;
}
namespace internal {
struct Access;  // gives the library's parts access to private members
}

// What one run of a plan computes, and where its times go.
struct RunOptions {
  std::optional<Rect> region = {};  // of the results, in pixels of the whole image; absent: the input's rectangle
  Timing* timing = nullptr;         // becomes the run's times; where run() does not wait use Launch::timing()

  // How long run() and run_into() wait, as in Launch::wait(). Absent: without limit. A plan's first run may include the
  // driver's compilation.
  std::optional<std::chrono::milliseconds> limit = {};

  // Events that must end before the launch begins, of this session or another in its context. An event of another
  // context throws invalid_argument. If one fails, the launch fails. What the session puts into its queue later waits
  // for them, too.
  std::vector<Event> after = {};
};

// A run of a plan that may not have ended. Its kernels are in the device's queue and run in order, after earlier work.
// Some ops compute a part on the host: a fit solves its equations there. Such a part, and all that follows it, is done
// when somebody waits, or when the session puts other work into the queue. So the order of work is kept.
//
// The launch of a plan keeps what it uses, the plan and the memory of the values, until it is destroyed. So a caller
// may forget both at once:
//   session.plan(call, format).launch_into(input, output).wait();
class Launch {
 public:
  Launch(Launch&&) noexcept;
  Launch& operator=(Launch&&) noexcept;
  ~Launch();  // does not wait, unless nobody else has its plan

  // Waits until all is done. Throws device where a kernel failed. Throws invalid_argument where the op refuses an
  // input's contents, as a fit refuses NaN.
  void wait() const;

  // The same with a limit. Throws device where the kernels before the host's first part take longer. OpenCL cannot stop
  // a kernel: it keeps running and keeps its memory. Destroying the session, or ending the program by exit(), may then
  // wait for it. A program that must not wait calls _exit().
  void wait(std::chrono::milliseconds limit) const;
  Timing timing() const;  // waits

  // Tells whether all is done or has failed, without waiting for the device. Where the host has to compute a part, the
  // first call that finds the device ready does so.
  bool done() const;

  // Returns an event that ends with the launch, for RunOptions::after and for the caller's own commands. Where the host
  // has to compute a part, this waits and computes it first.
  Event event() const;

  // Calls `call` once when all is done, with the error or null. Returns at once. `call` runs in a new thread, which
  // also computes the host's part. An exception from `call` is lost. The launch need not live until then.
  void when_done(std::function<void(std::exception_ptr failure)> call) const;

 private:
  friend struct internal::Access;
  const std::vector<ocl::Event>& last_events() const;
  Launch(std::vector<ocl::Event> events, std::uint64_t bytes, bool timed, std::shared_ptr<ocl::HostWork> rest);

  std::shared_ptr<const void> kept_;  // what the commands use
  std::vector<ocl::Event> events_;
  std::uint64_t bytes_;
  bool timed_;
  std::shared_ptr<ocl::HostWork> rest_;
  std::vector<ocl::Event> begin_;  // events that end when all of RunOptions::after have
};

// Why a plan has its schedule, from the nearest reason to the farthest.
enum class Origin : std::uint8_t {
  forced,             // by OpOptions::schedule
  exact,              // tuned for this op and size on this device
  nearest_size,       // tuned here for another size
  other_driver,       // tuned on this device under another driver
  same_architecture,  // tuned on another device of the same architecture
  device_class,       // not tuned: the default that the library ships
  bundle,             // the schedule of the programs in SessionOptions::bundle
};

std::string_view name_of(Origin origin);  // "forced", "exact", "nearest size", ...

// What the program cache on disk did for a plan. `bundle`: all programs came from SessionOptions::bundle.
enum class CacheUse : std::uint8_t { off, hit, miss, unavailable, bundle };

class Plan {
 public:
  const std::string& schedule() const;
  Origin origin() const;
  const std::string& reason() const;                     // why this schedule was chosen, in words
  std::string accuracy() const;                          // how exact the results are, in words
  const std::vector<std::string>& output_names() const;  // one for each output

  // The types that the plan was made for. A plan whose serves_every_size() is true takes images of other sizes, too;
  // its outputs then have the size of the image or of the region.
  const std::vector<ValueType>& inputs() const;
  const std::vector<ValueType>& outputs() const;
  PixelFormat output_format() const;  // of the first output; throws invalid_argument where that is an array
  bool serves_every_size() const;
  Storage input_storage() const;   // the plan reads images in this storage without a copy
  Storage output_storage() const;  // the plan writes images in this storage without a copy; run() makes its outputs so

  // Where the plan has general programs and special ones are worth compiling: the schedule of the special ones. Else
  // empty. See specialize.hpp.
  const std::string& special_schedule() const;

  double build_ms() const;  // time to compile the programs, or to load them from the cache
  CacheUse cache_use() const;

  // Bytes that the plan keeps on the device for images of one size, besides its inputs and outputs: intermediate
  // images, and copies with a border or in another storage. Each thread that launches the plan at the same time takes
  // as much.
  std::uint64_t scratch_bytes(Size size, std::int64_t layers = 1) const;

  // The names of what a launch puts into the queue, in order: kernels, copies, and work of the host between them.
  std::vector<std::string> stages() const;

  // Returns the rectangle of an input, counted from 0, that a region of the results is computed from. `whole` is the
  // size of the first input; all inputs of a plan for every size have it. Throws invalid_argument for a region that is
  // empty or outside the results, and for an input that the plan has not. Throws it also for an op that computes no
  // regions: one of arrays, one that must see its whole input, or one with results of several sizes.
  Rect reads(const Rect& region, Size whole, std::size_t input = 0) const;

  // The OpenCL C. sources() has a text for each program. source() is one text that compiles without options:
  // -DPROGRAM=1 compiles the second program of several.
  const std::vector<std::string>& sources() const;
  std::string source() const;

  // run() makes the outputs and waits for them. With a region, it computes only that part of the results, with the same
  // bits as in a whole run; DeviceImage::rectangle() of each output says which part it is. Throws invalid_argument
  // where an input is not of the plan's type, has several layers in a plan that was not made for layers, is memory of
  // another session, or is in write-only memory (KernelAccess). Throws it also as reads() does, and for a region whose
  // windows reach pixels that the input does not hold. Throws unsupported where the device cannot hold the outputs or
  // what the plan keeps. Throws device where a kernel fails. Throws also as Launch::wait() does.
  DeviceResults run(const DeviceValues& inputs, const RunOptions& options = {}) const;

  // run_into() writes into the caller's values, one for each output, and waits. No output may share memory with an
  // input. Images have the size of the output or region and the input's layers; arrays have the types of outputs().
  // Throws as run() does, and invalid_argument for other outputs and for outputs in read-only memory.
  void run_into(const DeviceValues& inputs, const DeviceValues& outputs, const RunOptions& options = {}) const;

  // launch_into() does not wait. Throws as run_into() does; what kernels do wrong is thrown by Launch::wait(). The
  // launch keeps the plan and the memory of the values. Until it has ended only the plan's session may use the values:
  // it keeps its transfers and launches in order.
  Launch launch_into(const DeviceValues& inputs, const DeviceValues& outputs, const RunOptions& options = {}) const;

  struct State;
  explicit Plan(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  friend struct internal::Access;
  std::shared_ptr<const State> state_;
};

}  // namespace lenslet
#pragma GCC visibility pop
