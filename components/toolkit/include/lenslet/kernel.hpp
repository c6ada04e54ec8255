// Programs and kernels of your own, launched as they are. docs/your-own-kernel.md shows how.
//
//   const auto program = Program::from_text(session, text, {.options = "-cl-mad-enable"});
//   const Kernel saxpy = program.kernel("saxpy");
//   saxpy.launch({.global = {1024}, .group = {64}}, {2.0f, x, y}).wait();
//
// Nothing here makes a kernel safe. A kernel that writes outside its buffers damages other data. A kernel that never
// ends keeps the device, because OpenCL cannot stop it: Launch::wait(limit) then throws, and the process has to end. To
// get borders, types and tuning, write an op instead: user_op.hpp.
//
// Programs and kernels are handles. Copies are cheap and stand for the same thing. Several threads may use them: each
// launch has its own arguments.
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

#pragma GCC visibility push(default)
namespace lenslet {

// How a kernel reads an image at coordinates. The driver's object is made by the first launch with it, and the kernel
// keeps it.
struct Sampler {
  enum class Address : std::uint8_t { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
  enum class Filter : std::uint8_t { nearest, linear };
  bool normalized = false;  // coordinates go from 0 to 1; both kinds of repeat need this
  Address address = Address::clamp_to_edge;
  Filter filter = Filter::nearest;

  bool operator==(const Sampler&) const = default;
};

// Local memory of a group, for an argument such as `__local float *tile`.
struct LocalMemory {
  std::size_t bytes = 0;  // 1 or more
};

// A null pointer, for a global or constant argument that a kernel can do without.
struct NoBuffer {};

// One argument of a launch.
//
// A number, vector or struct is passed by value, with its bytes in C++. std::array<float, 4> is a float4, and also a
// float3, which OpenCL pads. An array in device memory is a buffer. An image is passed as its storage says:
//   - buffer, image_buffer: a pointer. The first sample lies at DeviceImage::offset(), rows are DeviceImage::stride()
//   samples apart;
//   - image: an image2d_t;
//   - image_array: an image2d_array_t;
//   - image_buffer, for an argument of that type: an image1d_buffer_t.
// In these image objects a texel is one sample, an unsigned integer for read_imageui, so a row has width times channels
// texels. OpenCL does not define Sampler::Filter::linear for integers: use an ImageObject of another format there.
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

  // A value by its bytes, as the kernel has them in memory.
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

// Tells whether an argument's value can be given as text. A struct's cannot: use KernelArgument::of_bytes().
bool is_of_numbers(const ArgumentInfo& argument);

// Reads a number, or a vector's numbers with commas between them: "2.5", "1,2,3,4". Throws invalid_argument for other
// text, for a number that the argument's type cannot hold, and for a type that is not made of numbers.
KernelArgument value_from_text(const ArgumentInfo& argument, std::string_view text);

// The work-items of a launch, in 1 to 3 dimensions. All lists that are not empty have the same length. The global id of
// an item is get_global_id(d) = offset[d] + get_group_id(d) * get_local_size(d) + get_local_id(d).
struct KernelRange {
  std::vector<std::size_t> global = {};  // work-items, each 1 or more
  // Work-items of a group; empty: what the kernel demands, else the driver's choice.
  std::vector<std::size_t> group = {};
  std::vector<std::size_t> offset = {};  // empty: 0

  // Where a range is no multiple of the group, the last groups are smaller if KernelInfo::no_uneven_groups is empty:
  // the device has them, and the program is compiled for them (-cl-std=CL2.0 or -cl-std=CL3.0). Otherwise it is an
  // error. With true the range is made larger instead, and the kernel must ignore items outside.
  bool round_up = false;

  // One work-item, in its own group.
  static KernelRange one_item() { return {.global = {1}, .group = {1}}; }
};

class Kernel {
 public:
  const KernelInfo& info() const;

  // Returns the range with its real group, rounded up where the range says so. Throws invalid_argument, with the value
  // and what is allowed, for a range that this kernel cannot have on its device.
  KernelRange resolved(const KernelRange& range) const;

  // Puts the kernel into the session's queue, behind earlier work, and does not wait. `arguments` has one entry for
  // each argument of the kernel, in order. The kernel begins when the events of `after` have ended, as with
  // RunOptions::after. The kernel and the values must live until Launch::wait() has returned. Throws as resolved()
  // does. Throws invalid_argument for another number of arguments, and for another class or size than the kernel
  // declares, where the driver knows it (KernelInfo::arguments). Throws unsupported for a written image1d_buffer_t
  // where the driver would crash. Throws device for what the driver finds.
  Launch launch(const KernelRange& range, const std::vector<KernelArgument>& arguments,
                const std::vector<Event>& after = {}) const;

  // For the library.
  struct State;
  explicit Kernel(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const State& state() const { return *state_; }

 private:
  std::shared_ptr<const State> state_;
};

// What the driver says when its compiler has finished.
struct BuildNotice {
  bool built = false;
  std::string log = {};
};

struct ProgramOptions {
  // For the OpenCL C compiler: "-D N=4 -cl-mad-enable -Werror -I folder". -cl-kernel-arg-info is added.
  std::string options = {};
  std::string name = "program.cl";  // the name of from_text()'s text in the compiler's messages

  // Whether log() has the compiler's warnings. With false, PoCL's compiler makes no warnings, because it would also
  // print their number ("2 warnings generated.") to standard error. Logs of other compilers are not changed.
  bool warnings = false;

  // The driver calls this when its compiler has finished, in a thread of its choice. It is called after errors, too,
  // and even after from_text() has thrown because of a time-out. It is not called for programs that were compiled
  // before. What it throws is lost.
  std::function<void(const BuildNotice&)> when_built = {};
};

// One of several texts of a program.
struct ProgramText {
  std::string name;  // its name in the compiler's messages
  std::string text;
};

// OpenCL C that is compiled but not linked. It is a handle, as Program is.
class ProgramObject {
 public:
  // Compiles a text. `headers` are texts that #include finds by name, before any file. ProgramOptions::when_built is
  // not called. In a session with a bundle, which may already have the linked program, the text is compiled only when
  // it is needed; its errors are then thrown by Program::linked(). Throws as Program::from_text() does.
  static ProgramObject from_text(const Session& session, const std::string& text, const ProgramOptions& options = {},
                                 const std::vector<ProgramText>& headers = {});

  // Joins objects into one that can be linked again. Objects that no other needs are left out. Throws as
  // Program::linked() does.
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

// OpenCL C that is built for a session's device. Built programs come from the program cache the next time. Texts with
// an #include are always built, because nothing tells when the included file changes.
class Program {
 public:
  // Build a program of one or more texts or files, joined in order. Throw build, where the message has the compiler's
  // first error at the text's own line and column, and detail() has the whole log. Throw build also after
  // SessionOptions::build_timeout. Throw io for a file that cannot be read, and invalid_argument for no texts.
  static Program from_text(const Session& session, const std::string& text, const ProgramOptions& options = {});
  static Program from_texts(const Session& session, const std::vector<ProgramText>& texts,
                            const ProgramOptions& options = {});
  static Program from_file(const Session& session, const std::filesystem::path& file,
                           const ProgramOptions& options = {});
  static Program from_files(const Session& session, const std::vector<std::filesystem::path>& files,
                            const ProgramOptions& options = {});

  // Links objects of the same session: one may declare functions that another defines. The options are the linker's,
  // such as -cl-denorms-are-zero. The program cache is not used; bundles and binary() can keep the result. Throws
  // build, with the linker's message. Throws invalid_argument for no objects, or objects of another session.
  static Program linked(const Session& session, const std::vector<ProgramObject>& objects,
                        const std::string& options = {});

  // Builds a program from SPIR-V for kernels, of any compiler. KernelInfo::arguments come from the module: its integers
  // may have no sign ("int|uint"), and names may be missing ("arg0"). Throws build, with what is allowed, for bytes
  // that are no SPIR-V, SPIR-V without a kernel or of another kind, and on devices that take none. Throws build also in
  // a session that may not compile, because the driver compiles SPIR-V.
  static Program from_spirv(const Session& session, const std::vector<unsigned char>& module,
                            const std::string& options = {});

  // Throws what from_spirv() throws before a driver sees the module: for other bytes, for what the device does not
  // take, and for a module that ends early or contradicts itself. Drivers trust the code within, and crash where it is
  // nonsense: SPIRV-Tools' spirv-val checks that.
  static void check_spirv(const Session& session, const std::vector<unsigned char>& module);

  // Loads what binary() returned. Throws build for other or damaged bytes, for the binary of another device or driver,
  // and where the driver refuses it. After such an error, for example after a driver update, build from the text again.
  static Program from_binary(const Session& session, const std::vector<unsigned char>& binary);

  // Loads code as a driver returned it, from device_code() or another program. Throws build where the driver refuses
  // it. Some drivers crash on code that is damaged or of another driver.
  static Program from_device_code(const Session& session, const std::vector<unsigned char>& code);

  // Kernels that are built into the device: see queue_abilities() of <lenslet/queue.hpp>. Throws unsupported, with the
  // existing names, for another name, and invalid_argument for no names.
  static Program built_in(const Session& session, const std::vector<std::string>& names);

  std::vector<std::string> kernel_names() const;
  std::vector<Kernel> kernels() const;  // all kernels, in the order of kernel_names()

  // Throws invalid_argument, with the existing names, for another name.
  Kernel kernel(const std::string& name) const;

  // binary() returns the device's code for from_binary(), with a checksum, the names of device and driver, and facts
  // about arguments that drivers do not keep. device_code() returns only the driver's code, such as PTX. Both throw
  // unsupported where the driver gives none.
  std::vector<unsigned char> binary() const;
  std::vector<unsigned char> device_code() const;
  BinaryType binary_type() const;

  // What was compiled, with a #line before each text. For a linked program: the text that bundles know it by. Empty for
  // a binary.
  const std::string& source() const;
  const std::string& options() const;  // as the compiler got them
  // The compiler's log, with warnings as ProgramOptions::warnings says. Cached programs have it, too.
  std::string log() const;
  double build_ms() const;  // time to compile, or to load from the cache
  CacheUse cache_use() const;

  struct State;
  explicit Program(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  friend const State& state_of(const Program& program);
  std::shared_ptr<const State> state_;
};

// Adds a program of your own, with its arguments and its log. Sessions find it by its texts and options, whatever the
// names of the files. A linked program gets no SPIR-V. Throws unsupported for a program without a text, such as that of
// a binary or of SPIR-V, and for texts that include files other than headers passed to ProgramObject::from_text().
std::vector<std::string> add_program(Bundle& bundle, const Program& program, const std::string& name,
                                     const CompileOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
