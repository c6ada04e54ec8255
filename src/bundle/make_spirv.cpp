// clang makes LLVM's code of a source and llvm-spirv SPIR-V of that. Both have to be of one version of LLVM, because
// its code differs between versions.
#include "bundle/make_spirv.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <lenslet/bundle.hpp>
#include <lenslet/error.hpp>

#include "ocl/build_log.hpp"
#include "system/input_file.hpp"
#include "system/run_program.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet {
namespace bundle {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_bytes = 1 << 28;
constexpr int newest = 21, oldest = 14;  // versions of LLVM, as Debian names their programs
constexpr char missing[] =
    "no clang with the llvm-spirv of its version in PATH; allowed: both, as in Debian's packages clang-14 and "
    "llvm-spirv-14";

struct Tools {
  fs::path clang, translator;
};

std::optional<Tools> found_tools() {
  for (int version = newest; version >= oldest; --version) {
    Tools tools{system::find_in_path(fmt::format("clang-{}", version)),
                system::find_in_path(fmt::format("llvm-spirv-{}", version))};
    if (!tools.clang.empty() && !tools.translator.empty()) return tools;
  }
  Tools tools{system::find_in_path("clang"), system::find_in_path("llvm-spirv")};
  if (tools.clang.empty() || tools.translator.empty()) return {};
  return tools;
}

std::vector<std::string> words_of(const std::string& options) {
  std::istringstream stream(options);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void run(const fs::path& program, const std::vector<std::string>& words, const fs::path& log) {
  const system::ProgramEnd end = system::run_program(program, words, log);
  if (end.ok) return;
  const std::string said = ocl::readable_log(end.output);
  throw Error(ErrorKind::build,
              fmt::format("{} makes no SPIR-V of the program: {}", program.filename().string(), ocl::first_error(said)),
              said);
}

// The device's own compiler optimizes.
std::vector<std::string> clang_words(const std::string& options, int address_bits, const fs::path& source,
                                     const fs::path& code) {
  std::vector<std::string> words{"-target",
                                 address_bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown",
                                 "-x",
                                 "cl",
                                 "-Xclang",
                                 "-finclude-default-header",
                                 "-O1",
                                 "-Xclang",
                                 "-disable-llvm-passes",
                                 "-w"};
  if (options.find("-cl-std") == options.npos) words.emplace_back("-cl-std=CL1.2");
  for (const std::string& word : words_of(options)) words.push_back(word);
  for (const char* word : {"-emit-llvm", "-c", "-o"}) words.emplace_back(word);
  words.push_back(code.string());
  words.push_back(source.string());
  return words;
}

}  // namespace

std::vector<unsigned char> make_spirv(const std::string& source, const std::string& options, int address_bits) {
  const std::optional<Tools> tools = found_tools();
  if (!tools) throw Error(ErrorKind::unsupported, missing);
  const system::TemporaryFolder folder{"program.cl", "program.bc", "program.spv", "log"};
  const auto file = [&](const char* name) { return folder.path() / name; };
  if (std::ofstream to(file("program.cl"), std::ios::binary); !(to << source).flush())
    throw Error(ErrorKind::io, fmt::format("cannot write '{}'", file("program.cl").string()));
  run(tools->clang, clang_words(options, address_bits, file("program.cl"), file("program.bc")), file("log"));
  run(tools->translator, {"--spirv-max-version=1.0", "-o", file("program.spv").string(), file("program.bc").string()},
      file("log"));
  const std::string bytes = system::read_input(file("program.spv"), most_bytes);
  return {bytes.begin(), bytes.end()};
}

}  // namespace bundle

std::string spirv_problem() {
  return bundle::found_tools() ? std::string() : bundle::missing;
}

}  // namespace lenslet
