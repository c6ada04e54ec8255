// Programs that are compiled ahead of time, in one file. docs/bundles.md shows the use, docs/formats.md the format.
//
//   Bundle bundle;
//   add_work(bundle, Session(), image_work(ops::Gaussian{.sigma = 2}, {SampleType::u8, 3}, {1920, 1080}));
//   write_bundle("gaussian.lnb", bundle);
//   ...
//   const Session session({.bundle = "gaussian.lnb"});  // elsewhere: no compiler is called for this work
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct BundleProgram {
  std::string name;     // for people
  std::string options;  // of the compiler, or of the linker for a linked program
  std::string source;   // sessions find the program by this; a linked program has its parts' texts (docs/formats.md)
};

// Tells whether the program was linked from parts that were compiled one by one.
bool is_linked(const BundleProgram& program);

enum class BundleKind : std::uint8_t {
  binary,     // a device's code, as its driver returned it
  spirv,      // for devices of any maker that take SPIR-V
  arguments,  // of a program's kernels: some drivers do not keep them
  log,        // what the compiler wrote
};

inline constexpr BundleKind bundle_kinds[] = {BundleKind::binary, BundleKind::spirv, BundleKind::arguments,
                                              BundleKind::log};

std::string_view name_of(BundleKind kind);  // "binary", "SPIR-V", "arguments", "log"

// What is stored of a program for a target.
struct BundleEntry {
  BundleKind kind = BundleKind::binary;
  std::size_t program = 0;  // index in Bundle::programs
  std::size_t target = 0;   // index in Bundle::targets
  std::vector<unsigned char> bytes;
};

// A work whose programs are in the bundle, and the schedule that they belong to.
struct BundleWork {
  std::string call;    // for people
  std::string inputs;  // for people
  std::string op;      // `op` and `work` are the key of the tuning result: docs/formats.md
  std::string work;
  Size extent;
  std::string schedule;
  std::size_t target = 0;
};

struct Bundle {
  std::string library = {};  // version of the library that made the bundle
  std::int64_t unix_time = 0;
  std::vector<std::string> targets = {};  // a device with its driver, as a key; target_text() says it in words
  std::vector<BundleProgram> programs = {};
  std::vector<BundleEntry> entries = {};
  std::vector<BundleWork> works = {};
  std::string tuning = {};  // tuning results as JSON, as 'lenslet cache export' writes them; may be empty
};

// Returns a target for people: the device with its platform and driver, or that any device with SPIR-V will do.
std::string target_text(const Bundle& bundle, std::size_t target);

struct CompileOptions {
  // Also compile programs that take an op's parameters as arguments, where there are such programs.
  bool general = false;
  bool spirv = false;  // also make SPIR-V, with the programs clang and llvm-spirv
};

// Compiles the programs of a work on the session's device and adds them. The schedule is the one that a plan would
// take. The work also runs on small inputs, because some drivers generate code only for a launch's groups. NVIDIA's
// driver returns PTX: machine code made from it is stored instead, if a launch with it gives the same results. Returns
// what is missing in the bundle and why: machine code, or SPIR-V of programs that only one driver's compiler takes.
// Throws what Session::plan() and Plan::run() throw. Throws unsupported where the driver gives no binaries, or where
// `spirv` is set and one of its programs is missing.
std::vector<std::string> add_work(Bundle& bundle, const Session& session, const Work& work,
                                  const CompileOptions& options = {});

// Returns an entry of kind binary in the form that Program::from_binary() takes.
std::vector<unsigned char> loadable_binary(const Bundle& bundle, const BundleEntry& entry);

// Says why SPIR-V cannot be made, for example that a program is missing. Empty where it can be made.
std::string spirv_problem();

// write_bundle() writes a file that only its owner may write; sessions demand this. read_bundle() reads any bundle, to
// look at it. read_trusted_bundle() reads a bundle whose code may run, and throws io for a file that others may have
// written. All throw io. Both readers throw build for a file that is no bundle, is damaged or has another format.
void write_bundle(const std::filesystem::path& file, const Bundle& bundle);
Bundle read_bundle(const std::filesystem::path& file);
Bundle read_trusted_bundle(const std::filesystem::path& file);

// Loads each binary for the session's device, and all SPIR-V where the device takes it. The driver gets the bundle's
// code, so read the bundle by read_trusted_bundle(). `tried` counts the loaded entries, and `problems` has a line for
// each that fails.
struct BundleCheck {
  std::size_t tried = 0;
  std::vector<std::string> problems = {};
};
BundleCheck check_bundle(const Bundle& bundle, const Session& session);

}  // namespace lenslet
#pragma GCC visibility pop
