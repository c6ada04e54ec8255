// Programs that were compiled ahead of time, in one file. docs/bundles.md shows how, docs/formats.md has the format.
//
//   Bundle bundle;
//   add_work(bundle, Session(), image_work(ops::Gaussian{.sigma = 2}, {PixelType::u8, 3}, {1920, 1080}));
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

namespace lenslet {

struct BundleProgram {
  std::string name;     // what it is of, for people
  std::string options;  // of the compiler; of the linker where it is linked
  std::string source;   // by which sessions find it; of linked ones the texts of the parts, as docs/formats.md has them
};

// Whether its parts were compiled apart.
bool is_linked(const BundleProgram& program);

enum class BundleKind : std::uint8_t {
  binary,     // a device's code, as its driver gave it
  spirv,      // for devices of any maker that take it
  arguments,  // of a program's kernels, which drivers forget
  log,        // what the compiler said
};

inline constexpr BundleKind bundle_kinds[] = {BundleKind::binary, BundleKind::spirv, BundleKind::arguments,
                                              BundleKind::log};

std::string_view name_of(BundleKind kind);  // "binary", "SPIR-V", "arguments", "log"

// What was kept of a program for a target.
struct BundleEntry {
  BundleKind kind = BundleKind::binary;
  std::size_t program = 0;  // places in the bundle's lists
  std::size_t target = 0;
  std::vector<unsigned char> bytes;
};

// An op on inputs, whose programs the bundle has, with the schedule that they are of.
struct BundleWork {
  std::string call;    // in words
  std::string inputs;  // in words
  std::string op;      // what a tuning result of it is stored under: docs/formats.md
  std::string work;
  Size extent;
  std::string schedule;
  std::size_t target = 0;
};

struct Bundle {
  std::string library = {};  // the version that made it
  std::int64_t unix_time = 0;
  std::vector<std::string> targets = {};  // keys of devices with their drivers; target_text() has them in words
  std::vector<BundleProgram> programs = {};
  std::vector<BundleEntry> entries = {};
  std::vector<BundleWork> works = {};
  std::string tuning = {};  // results as JSON, as 'lenslet cache export' writes them; may be empty
};

std::string target_text(const Bundle& bundle, std::size_t target);

struct CompileOptions {
  bool general = false;  // also the programs that serve other values of an op's parameters, where it has some
  bool spirv = false;    // also SPIR-V, by the programs clang and llvm-spirv
};

// Compiles what the work needs on the session's device, with the schedule that a plan of it would take, runs it on
// small inputs, because some drivers generate code only for the groups of a launch, and adds what it got. NVIDIA's
// driver gives PTX; machine code of that is taken in its place where a launch by it has the same results. Returns what
// the bundle goes without, and why: SPIR-V of programs with code that only one driver's compiler takes, or machine
// code. Throws what Session::plan() and Plan::run() throw; unsupported where the driver gives no binaries, or, with
// `spirv`, without the two programs.
std::vector<std::string> add_work(Bundle& bundle, const Session& session, const Work& work,
                                  const CompileOptions& options = {});

// Returns what Program::from_binary() takes for an entry of kind binary.
std::vector<unsigned char> loadable_binary(const Bundle& bundle, const BundleEntry& entry);

// Says why there can be no SPIR-V, such as that a program is missing; empty where it can be made.
std::string spirv_problem();

// write_bundle() writes a file that only its owner may write, as a session demands it. read_bundle() reads anybody's,
// to look at it, and read_trusted_bundle() one whose code may run: it throws io also for a file that others may have
// written. All throw io; the latter two also build for what is no bundle, a damaged one or one of another format.
void write_bundle(const std::filesystem::path& file, const Bundle& bundle);
Bundle read_bundle(const std::filesystem::path& file);
Bundle read_trusted_bundle(const std::filesystem::path& file);

// Tries each binary for the session's device, and all SPIR-V where it takes that. The driver gets their code, so read
// the bundle by read_trusted_bundle(). Returns what is wrong, a line each; `tried` is how many entries were for the
// device.
struct BundleCheck {
  std::size_t tried = 0;
  std::vector<std::string> problems = {};
};
BundleCheck check_bundle(const Bundle& bundle, const Session& session);

}  // namespace lenslet
