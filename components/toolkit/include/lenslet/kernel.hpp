// A program and kernels of your own, launched as they are. docs/your-own-kernel.md shows how.
//
//   const auto program = Program::from_text(session, text, {.options = "-cl-mad-enable"});
//   const Kernel saxpy = program.kernel("saxpy");
//   saxpy.launch({.global = {1024}, .group = {64}}, {2.0f, x, y}).wait();
//
// Nothing here makes a kernel safe: one that writes outside its buffers damages other data, and one that never ends
// keeps the device, as OpenCL has no way to stop it: Launch::wait(limit) throws then, and the process has to be ended.
// What is to get borders, types and tuning is an op: user_op.hpp.
//
// Programs and kernels are handles; copies are cheap, stand for the same thing, and are safe to use from several
// threads: a launch has arguments of its own, and no call leaves any behind.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <lenslet/bundle.hpp>
#include <lenslet/event_times.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/kernel_info.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

// How a kernel reads an image at coordinates. The driver's object is made at the first launch with it, and kept by the
// kernel.
struct Sampler {
  enum class Address : std::uint8_t { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
  enum class Filter : std::uint8_t { nearest, linear };
  bool normalized = false;  // coordinates go from 0 to 1: the two kinds of repeat need that
  Address address = Address::clamp_to_edge;
  Filter filter = Filter::nearest;

  bool operator==(const Sampler&) const = default;
};

// Local memory of a group, for an argument such as `__local float *tile`.
struct LocalMemory {
  std::size_t bytes = 0;  // 1 or more
};

// A pointer to nothing, for a global or constant argument that a kernel can do without.
struct NoBuffer {};

// One argument of a launch.
//
// A number, vector or struct goes by value, with the bytes that C++ has for it: std::array<float, 4> is a float4 and,
// as OpenCL pads it, a float3. An array in device memory is a buffer. An image in the storages buffer and image_buffer
// is one for a pointer, whose first sample lies at DeviceImage::offset() and whose rows are DeviceImage::stride()
// samples apart; in the storage image it is an image2d_t, in image_array an image2d_array_t, in image_buffer an
// image1d_buffer_t for such an argument. A texel of these is one sample as an unsigned integer (read_imageui), so that
// rows have width times channels texels. OpenCL leaves open what Sampler::Filter::linear makes of integers: an
// ImageObject, of any kind and format, can have texels for it.
class KernelArgument {
 public:
  KernelArgument(DeviceArray array) : what_(std::move(array)) {}
  KernelArgument(DeviceImage image) : what_(std::move(image)) {}
  KernelArgument(ImageObject image) : what_(std::move(image)) {}
  KernelArgument(Sampler sampler) : what_(sampler) {}
  KernelArgument(LocalMemory memory) : what_(memory) {}
  KernelArgument(NoBuffer none) : what_(none) {}

  template <class T>
  requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, Sampler> &&
           !std::is_same_v<T, LocalMemory> && !std::is_same_v<T, NoBuffer>) KernelArgument(const T& value)
      : what_(Bytes{kind_of<T>(), std::vector<std::byte>(sizeof value)}) {
    std::memcpy(std::get<Bytes>(what_).bytes.data(), &value, sizeof value);
  }

  // A value as the kernel has it in memory.
  static KernelArgument of_bytes(std::vector<std::byte> bytes) {
    return KernelArgument(Bytes{Kind::any, std::move(bytes)});
  }

  // For the library.
  enum class Kind : std::uint8_t { integer, real, any };
  struct Bytes {
    Kind kind;
    std::vector<std::byte> bytes;
  };
  using What = std::variant<Bytes, DeviceArray, DeviceImage, ImageObject, Sampler, LocalMemory, NoBuffer>;
  const What& what() const { return what_; }

 private:
  explicit KernelArgument(Bytes bytes) : what_(std::move(bytes)) {}

  template <class T>
  static constexpr Kind kind_of() {
    return std::is_integral_v<T> ? Kind::integer : std::is_floating_point_v<T> ? Kind::real : Kind::any;
  }

  What what_;
};

// Whether an argument's value can be given as text: not that of a struct, whose bytes KernelArgument::of_bytes() takes.
bool is_of_numbers(const ArgumentInfo& argument);

// A number, or the numbers of a vector with commas between them, as the argument's type has them: "2.5", "1,2,3,4".
// Throws invalid_argument for text that is none, a number that the type does not hold, or a type that is none of
// numbers.
KernelArgument value_from_text(const ArgumentInfo& argument, std::string_view text);

// The work-items of a launch, in 1 to 3 dimensions, all lists as long as `global`. An item's global id is its place
// from `offset` on: get_global_id(d) = offset[d] + get_group_id(d) * get_local_size(d) + get_local_id(d).
struct KernelRange {
  std::vector<std::size_t> global = {};  // work-items, each 1 or more
  std::vector<std::size_t> group = {};   // of a group; empty: what the kernel demands, else the driver's choice
  std::vector<std::size_t> offset = {};  // empty: 0

  // A range that is no multiple of the group is an error, as OpenCL 1.2 has only whole groups. This makes it larger
  // instead: the kernel itself must then leave alone what lies outside.
  bool round_up = false;

  // A single work-item, in a group of its own.
  static KernelRange one_item() { return {.global = {1}, .group = {1}}; }
};

class Kernel {
 public:
  const KernelInfo& info() const;

  // The range with the group that a launch of it has, and rounded up where it says so. Throws invalid_argument, with
  // the value and what is allowed, for a range that this kernel cannot have on its device.
  KernelRange resolved(const KernelRange& range) const;

  // Puts the kernel into the session's queue, in order after what is there, and does not wait. One argument for each of
  // the kernel's, in order. Throws as resolved() does, invalid_argument for arguments that are not as many, or not of
  // the class or size, that the kernel declares, as far as the driver tells (KernelInfo::arguments), and device for
  // what the driver finds. It begins when the events of `after` have ended, as with RunOptions::after. Kernel and
  // values must live until Launch::wait() has returned.
  Launch launch(const KernelRange& range, const std::vector<KernelArgument>& arguments,
                const std::vector<Event>& after = {}) const;

  // For the library.
  struct State;
  explicit Kernel(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// What the driver says when its compiler is done.
struct BuildNotice {
  bool built = false;
  std::string log = {};
};

struct ProgramOptions {
  // Of the OpenCL C compiler: "-D N=4 -cl-mad-enable -Werror -I folder". -cl-kernel-arg-info is added.
  std::string options = {};
  std::string name = "program.cl";  // what the compiler's messages call the text of from_text()

  // Whether log() is to have the compiler's warnings. Without it PoCL's compiler gives none, as it also prints their
  // number ("2 warnings generated.") to the process's standard error; what others say in the log stays.
  bool warnings = false;

  // Is called when the compiler is done, by the driver, in a thread of its choice: after an error, too, and after
  // from_text() has thrown because it took too long. It is not called for what was compiled before, and what it throws
  // is lost.
  std::function<void(const BuildNotice&)> when_built = {};
};

// A text of several in one program.
struct ProgramText {
  std::string name;  // what the compiler's messages call it
  std::string text;
};

// OpenCL C that was compiled and is yet to be linked. It is a handle, as Program is.
class ProgramObject {
 public:
  // `headers` are texts that #include finds by their names, before any file. Throws as Program::from_text() does.
  // ProgramOptions::when_built is not called. In a session with a bundle the text is compiled when it is needed, as the
  // bundle may have what is linked of it: what is wrong with it is then said by Program::linked().
  static ProgramObject from_text(const Session& session, const std::string& text, const ProgramOptions& options = {},
                                 const std::vector<ProgramText>& headers = {});

  // Puts objects into one that can be linked again, without those that others do not need.
  static ProgramObject library(const Session& session, const std::vector<ProgramObject>& objects,
                               const std::string& options = {});

  BinaryType binary_type() const;
  std::string log() const;

  struct State;
  explicit ProgramObject(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  friend class Program;
  std::shared_ptr<const State> state_;
};

// OpenCL C built for a session's device. What has been built once comes from the program cache, but for text with an
// #include, as nobody tells when the other file changes.
class Program {
 public:
  // Throw build, whose message has the compiler's first error at the text's own line and column and whose detail() has
  // all that it says, also when it takes longer than SessionOptions::build_timeout; io for a file that cannot be read.
  // Several texts or files, at least one, are one program, one behind the other.
  static Program from_text(const Session& session, const std::string& text, const ProgramOptions& options = {});
  static Program from_texts(const Session& session, const std::vector<ProgramText>& texts,
                            const ProgramOptions& options = {});
  static Program from_file(const Session& session, const std::filesystem::path& file,
                           const ProgramOptions& options = {});
  static Program from_files(const Session& session, const std::vector<std::filesystem::path>& files,
                            const ProgramOptions& options = {});

  // Links objects of the same session: functions that one declares are in another. Options are the linker's, such as
  // -cl-denorms-are-zero. Throws build, with what the linker says, and invalid_argument for no objects or those of
  // another session. The program cache has no part in it; bundles and binary() keep what was made.
  static Program linked(const Session& session, const std::vector<ProgramObject>& objects,
                        const std::string& options = {});

  // From SPIR-V for kernels, of any compiler. Throws build, with what is allowed, for bytes that are none, for SPIR-V
  // of another kind or without a kernel, on devices that take none, and in a session that may not compile, as the
  // driver compiles it.
  static Program from_spirv(const Session& session, const std::vector<unsigned char>& module,
                            const std::string& options = {});

  // From what binary() gave. Throws build for bytes that are none or damaged, for the binary of another device or
  // driver, and where the driver does not take it: build from the text again then, as after an update of the driver.
  static Program from_binary(const Session& session, const std::vector<unsigned char>& binary);

  // From code as a driver gives it, device_code(), or as another program kept it. Throws build where the driver does
  // not take it; some drivers crash on code that is damaged or of another driver.
  static Program from_device_code(const Session& session, const std::vector<unsigned char>& code);

  // Kernels that the device brings with it, see queue_abilities() of <lenslet/queue.hpp>. Throws unsupported, with
  // those that there are, for another name.
  static Program built_in(const Session& session, const std::vector<std::string>& names);

  std::vector<std::string> kernel_names() const;
  std::vector<Kernel> kernels() const;  // all, in the order of kernel_names()

  // Throws invalid_argument, with the names that there are, for another one.
  Kernel kernel(const std::string& name) const;

  // The device's code, to be kept and given to from_binary(): with a checksum, the device's name and driver, and what
  // drivers forget of arguments. device_code() is the code alone, as the driver gives it, such as PTX. Both throw
  // unsupported where it gives none.
  std::vector<unsigned char> binary() const;
  std::vector<unsigned char> device_code() const;
  BinaryType binary_type() const;

  // What was compiled, with a #line before each text. Of a linked program what bundles know it by; empty for a binary.
  const std::string& source() const;
  const std::string& options() const;  // as the compiler had them
  std::string log() const;             // what the compiler said, warnings by ProgramOptions::warnings; also when cached
  double build_ms() const;             // what compiling took, or loading from the cache
  CacheUse cache_use() const;

  struct State;
  explicit Program(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  friend const State& state_of(const Program& program);
  std::shared_ptr<const State> state_;
};

// Adds a program of one's own, with its arguments and its log, which a session finds by its texts and options, whatever
// its files are called. Throws unsupported for a program without a text, such as that of a binary or of SPIR-V, and for
// texts that include files, but for headers that ProgramObject::from_text() was given. A linked one gets no SPIR-V.
std::vector<std::string> add_program(Bundle& bundle, const Program& program, const std::string& name,
                                     const CompileOptions& options = {});

}  // namespace lenslet
