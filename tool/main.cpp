// lenslet, the command line tool: chooses the sub-command and turns errors into an exit status.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <lenslet/error.hpp>
#include <lenslet/user_op.hpp>
#include <lenslet/version.hpp>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "system/printable.hpp"
#include "system/read_files.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/toolkit.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/option.hpp"
#include "tool/options/usage.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/terminal/captured_errors.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/library_ends.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {
namespace {

constexpr Command commands[] = {
    {"advise", "Say what tips for fast kernels mean on a device, and for a kernel",
     [](CLI::App& app) { return advise_command.get()(app); }},
    {"bench", "Measure how fast ops are", add_bench},
    {"bundle", "Look at, check and unpack programs that were compiled ahead", add_bundle},
    {"cache", "Look at, move and delete what is kept on disk", add_cache},
    {"compile", "Compile programs ahead, into one file", add_compile},
    {"devices", "List the OpenCL devices of this machine", add_devices},
    {"doctor", "Find out why a device is missing, wrong or slow, and what mends it", add_doctor},
    {"explain", "Say why an op runs as it does, and how far from the floor", add_explain},
    {"info", "Say what image files hold: size, samples, pages and their axes", add_info},
    {"jpeg", "Say what JPEG files hold, and find the faster codec for them", add_jpeg},
    {"kernel", "Compile kernels of your own, and launch one",
     [](CLI::App& app) { return toolkit->kernel_command(app); }},
    {"listing", "Run the programs that the texts print, right and as printed",
     [](CLI::App& app) { return listing_command.get()(app); }},
    {"ops", "List the ops, or describe one", add_ops},
    {"pyramid", "Make image pyramids", add_pyramid},
    {"run", "Compute an op on files of images and arrays", add_run},
    {"study", "Try what the literature claims of GPU programs", [](CLI::App& app) { return study_command.get()(app); }},
    {"tune", "Find the fastest way to run ops on a device", add_tune},
    {"verify", "Compare results with double-precision references", add_verify},
    {"view", "Show pictures through an op in a window, with sliders", add_view},
};

constexpr char exit_help[] =
    "'lenslet COMMAND --help' shows a command's options; '--' ends them.\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage, 3 no OpenCL device.";

// Throws CLI11's exceptions for --help and --version.
void parse(CLI::App& app, std::span<char*> arguments) {
  const auto end = std::ranges::find(arguments, std::string_view("--"));
  const auto options = arguments.first(static_cast<std::size_t>(end - arguments.begin()));
  try {
    app.parse(static_cast<int>(options.size()), options.data());
  } catch (const CLI::CallForHelp&) {
    check_leftovers(app);
    throw;
  } catch (const CLI::CallForVersion&) {
    throw;
  } catch (const CLI::ParseError& error) {
    usage_error(message_of(error));
  }
  check_leftovers(app);
  if (end != arguments.end()) add_words(app, arguments.subspan(options.size() + 1));
}

// PoCL's compiler counts warnings that it does not print: "1 warning generated."
bool says_nothing(const std::string& line) {
  return line.empty() || line.ends_with("warning generated.") || line.ends_with("warnings generated.");
}

// Shows what drivers and codecs wrote, if the command is asked to.
void show_captured(const CLI::App& app) {
  const CLI::Option* wanted = find_option(chosen(app), "--verbose");
  if (wanted == nullptr || wanted->count() == 0) return;
  std::istringstream lines(captured_errors());
  for (std::string line; std::getline(lines, line);)
    if (!says_nothing(line)) say(fmt::format("lenslet: a driver or codec: {}", line));
}

void check_ranks(const CLI::App& app) {
  const std::string command = app.get_subcommands().front()->get_name();
  if (ranks() != nullptr && command != "run")
    throw Error(ErrorKind::unsupported,
                fmt::format("{} is not for {} ranks; allowed: run. With LENSLET_MPI=off each rank works by itself",
                            command, ranks()->count()));
}

int run_chosen(const CLI::App& app, const std::function<int()>& run) {
  check_ranks(app);
  try {
    const int status = run();
    show_captured(app);
    return status;
  } catch (const std::exception&) {
    show_captured(app);
    throw;
  }
}

// Only the called command gets its options: making all of them takes longer than many a call.
int run_command(std::span<char*> arguments) {
  CLI::App app("", "lenslet");
  app.set_help_flag();
  app.allow_extras();  // check_leftovers has better words for them
  app.require_subcommand(0, 1);
  std::function<int()> run;
  const auto add = [&](const std::string& name, const std::string& help, auto add_to) {
    CLI::App& sub = *app.add_subcommand(name, help)->group(command_group);
    sub.preparse_callback([&run, &sub, add_to](std::size_t) { run = add_to(sub); });
  };
  for (const Command& command : commands) add(command.name, command.help, command.add);
  for (const std::string& family : array_families())
    add(family, family_help(family), [family](CLI::App& sub) { return add_array_family(sub, family); });
  app.set_version_flag("--version", std::string(version), "Show the version")->group(option_group);
  set_help(app, "Filter images and compute with arrays on any OpenCL device.", "lenslet COMMAND [options]", exit_help);
  try {
    parse(app, arguments);
  } catch (const CLI::CallForVersion&) {
    print("lenslet {}\n", version);
    return exit_done;
  } catch (const CLI::CallForHelp&) {
    print_text(chosen(app).help());
    return exit_done;
  }
  for (const std::filesystem::path& folder : missing_op_folders())
    print_warning(fmt::format("LENSLET_OPS_PATH names {}, which is no folder", system::printable(folder.string())));
  if (run) return run_chosen(app, run);
  print_text(app.help());
  return exit_done;
}

void take_rank(Ranks* joined, std::span<char*> arguments) {
  set_ranks(joined);
  if (joined == nullptr) return;
  if (joined->rank() > 0) mute();
  std::string text;
  for (const char* word : arguments.subspan(1)) text += fmt::format("{}{}", text.empty() ? "" : " ", word);
  joined->group().check_same("the arguments", text);
}

int run(std::span<char*> arguments) {
  std::vector<std::string> words = usual_words(arguments);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  const int status = run_command(pointers);
  if (std::fflush(stdout) != 0) throw Error(ErrorKind::io, "standard output cannot be written");
  if (ranks() != nullptr) ranks()->leave(nullptr);
  return status;
}

int fail(const std::exception& error) {
  if (ranks() == nullptr || ranks()->leave(&error)) print_error(error);
  const int status = exit_status(error);
  expect_exit();
  if (ranks() != nullptr) ranks()->end(status);
  return status;
}

}  // namespace
}  // namespace lenslet::cli

int main(int argc, char** argv) {
  using namespace lenslet::cli;
  capture_errors();
  watch_for_library_ends();
  clean_up_on_signals();
  lenslet::system::note_reads_from_now_on();
  std::unique_ptr<Ranks> joined;
  int status = exit_done;
  try {
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    joined = join_ranks(argv);
    take_rank(joined.get(), arguments);
    status = run(arguments);
  } catch (const std::exception& error) {
    status = fail(error);
  }
  if (leaves_at_once()) ::_exit(status);
  return status;
}
