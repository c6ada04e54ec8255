// clang makes LLVM code from a source, and llvm-spirv makes SPIR-V from that. Both must have the same version of LLVM,
// because LLVM code differs between versions.
#include "bundle/make_spirv.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

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

constexpr std::uint64_t max_bytes = 1 << 28;
constexpr int newest = 21, oldest = 14;  // versions of LLVM, as in the names of Debian's programs
constexpr char missing[] =
    "no clang with the llvm-spirv of its version in PATH; allowed: both, as in Debian's packages clang-14 and "
    "llvm-spirv-14";

constexpr char source_file[] = "program.cl", code_file[] = "program.bc", spirv_file[] = "program.spv";

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

std::string with_each(std::string text, const std::string& word, const std::string& other) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + other.size()))
    text.replace(at, word.size(), other);
  return text;
}

// The two programs, and a folder for their files.
class Maker {
 public:
  Maker(Tools tools, const std::string& program, std::chrono::milliseconds timeout)
      : tools_(std::move(tools)), program_(program), timeout_(timeout) {}

  fs::path file(const char* name) const { return folder_.path() / name; }
  void clang(const std::vector<std::string>& words) const { run(tools_.clang, words); }
  void translator(const std::vector<std::string>& words) const { run(tools_.translator, words); }

 private:
  // Runs a program. Its messages get the program's name in place of the file's.
  void run(const fs::path& tool, const std::vector<std::string>& words) const {
    const system::ProgramEnd end = system::run_program(tool, words, file("log"), timeout_);
    if (end.ok) return;
    const std::string name = tool.filename().string();
    if (!end.in_time)
      throw Error(ErrorKind::build, fmt::format("{} did not finish within {} ms", name, timeout_.count()));
    const std::string said = with_each(ocl::readable_log(end.output), file(source_file).string(), program_);
    throw Error(ErrorKind::build, fmt::format("{} makes no SPIR-V of it: {}", name, ocl::first_error(said)), said);
  }

  const system::TemporaryFolder folder_{source_file, code_file, spirv_file, "log"};
  Tools tools_;
  std::string program_;
  std::chrono::milliseconds timeout_;
};

// Does not optimize: the device's own compiler does.
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

std::vector<unsigned char> make_spirv(const BundleProgram& program, int address_bits,
                                      std::chrono::milliseconds timeout) {
  std::optional<Tools> tools = found_tools();
  if (!tools) throw Error(ErrorKind::unsupported, missing);
  const Maker maker(*std::move(tools), program.name, timeout);
  const fs::path source = maker.file(source_file), code = maker.file(code_file), spirv = maker.file(spirv_file);
  if (std::ofstream to(source, std::ios::binary); !(to << program.source).flush())
    throw Error(ErrorKind::io, fmt::format("cannot write '{}'", source.string()));
  maker.clang(clang_words(program.options, address_bits, source, code));
  maker.translator({"--spirv-max-version=1.0", "-o", spirv.string(), code.string()});
  const std::string bytes = system::read_input(spirv, max_bytes);
  return {bytes.begin(), bytes.end()};
}

}  // namespace bundle

std::string spirv_problem() {
  return bundle::found_tools() ? std::string() : bundle::missing;
}

}  // namespace lenslet
