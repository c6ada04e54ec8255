// One program of several files, of parts that are linked, of a binary, of SPIR-V, or of what the device brings.
#include "tool/commands/kernel_program.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/user_op.hpp>

#include "system/printable.hpp"
#include "system/run_program.hpp"
#include "system/temporary_folder.hpp"
#include "tool/commands/toolkit.hpp"
#include "tool/files/image_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/option.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr char binary_suffix[] = ".clbin", spirv_suffix[] = ".spv";

// Finds a filter's file among the texts; null if there is none.
const std::string* op_among(const std::vector<std::string>& files) {
  const auto found = std::ranges::find_if(files, describes_op);
  return found == files.end() ? nullptr : &*found;
}

Program compiled(const Session& session, const std::vector<std::string>& files, const std::string& options) {
  try {
    return Program::from_files(session, {files.begin(), files.end()}, {.options = options, .warnings = true});
  } catch (const Error& error) {
    const std::string* op = error.kind() == ErrorKind::build ? op_among(files) : nullptr;
    if (op == nullptr) throw;
    usage_error(fmt::format("{0} describes an op and is no program alone: lenslet run {0}", *op));
  }
}

constexpr std::chrono::milliseconds validation_limit{60'000};

// Has SPIRV-Tools check the code of a module, where they are installed: drivers crash on nonsense.
void validate(const std::string& file) {
  const std::filesystem::path validator = system::find_in_path("spirv-val");
  if (validator.empty()) return;
  const system::TemporaryFolder folder({"log"});
  const system::ProgramEnd end = system::run_program(validator, {std::filesystem::absolute(file).string()},
                                                     folder.path() / "log", validation_limit);
  if (end.ok) return;
  const std::string said = end.in_time ? system::excerpt(end.output, 200) : "it was not done within a minute";
  throw Error(
      ErrorKind::build,
      fmt::format("{}: spirv-val refuses the module: {}; allowed: a module that it takes, or --unchecked for one "
                  "with extensions that it does not know",
                  file, said));
}

Program program_of_code(const Session& session, const std::string& file, bool unchecked) {
  const std::string text = read_file(file);
  const std::vector<unsigned char> bytes(text.begin(), text.end());
  if (is_binary(file)) return Program::from_binary(session, bytes);
  Program::check_spirv(session, bytes);
  if (!unchecked) validate(file);
  return Program::from_spirv(session, bytes);
}

}  // namespace

bool is_binary(const std::string& file) {
  return suffix_of(file) == binary_suffix;
}

bool is_compiled(const std::string& file) {
  return is_binary(file) || suffix_of(file) == spirv_suffix;
}

Program compiled_alone(const Session& session, const std::string& file, const std::vector<std::string>& files,
                       const CLI::App& app) {
  try {
    return Program::from_file(session, file, {.options = given(app, "--options").value_or(""), .warnings = true});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build || files.size() < 2) throw;
    throw Error(error.kind(),
                fmt::format("{} ({} is compiled as a program of its own; --apart makes one program of {})",
                            error.what(), file, join(files, ", ")),
                error.detail());
  }
}

Program linked_files(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  const std::string options = given(app, "--options").value_or("");
  std::vector<ProgramObject> objects;
  for (const std::string& file : files)
    objects.push_back(
        ProgramObject::from_text(session, read_file(file), {.options = options, .name = file, .warnings = true}));
  return Program::linked(session, objects, given(app, "--link-options").value_or(""));
}

Program read_program(const CLI::App& app, const Session& session, const std::vector<std::string>& files) {
  if (files.empty()) return Program::built_in(session, app.get_option("--built-in")->results());
  const auto options = given(app, "--options");
  const auto binaries = std::ranges::count_if(files, is_compiled);
  const bool apart = read_apart(app);
  if (apart && binaries > 0) usage_error("--apart of what is compiled already; allowed: of OpenCL C");
  if (apart) return linked_files(app, session, files);
  if (binaries == 0) return compiled(session, files, options.value_or(""));
  if (files.size() > 1)
    usage_error(fmt::format("{} files, among them a binary; allowed: one binary, or texts", files.size()));
  if (options) usage_error("--options of a binary; allowed: of texts, which are compiled");
  return program_of_code(session, files.front(), is_set(app, "--unchecked"));
}

Program read_program(const Session& session, const std::string& file, const std::string& options, bool unchecked) {
  if (!is_compiled(file)) return compiled(session, {file}, options);
  if (!options.empty()) usage_error(fmt::format("--options of {}; allowed: of texts, which are compiled", file));
  return program_of_code(session, file, unchecked);
}

std::string wanted_kernel(const std::optional<std::string>& name, const Program& program) {
  if (name) return *name;
  const std::vector<std::string> names = program.kernel_names();
  if (names.size() != 1)
    usage_error(
        fmt::format("--range without --run in a program of {} kernels; allowed: {}", names.size(), join(names, ", ")));
  return names.front();
}

}  // namespace lenslet::cli
