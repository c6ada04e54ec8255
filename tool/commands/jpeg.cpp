// lenslet jpeg: shows the contents of JPEG files, and finds the faster codec for them.
#include <fmt/format.h>

#include <algorithm>
#include <lenslet/batch.hpp>
#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/memory.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/jpeg_report.hpp"
#include "tool/components/jpeg.hpp"
#include "tool/jobs/jpeg_choice.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/progress.hpp"

namespace lenslet::cli {
namespace {

std::vector<std::string> files_of(const CLI::App& app) {
  std::vector<std::string> files = app.get_option("files")->results();
  if (files.empty()) usage_error(fmt::format("'lenslet jpeg {}' needs a JPEG file", app.get_name()));
  return files;
}

JpegInfo info_of(const std::string& file) {
  const std::string bytes = system::read_input(file, system::default_memory_limit());
  try {
    return jpeg_codec->read_jpeg_info(std::as_bytes(std::span(bytes)));
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", file, error.what()));
  }
}

// A file that cannot be read does not stop the others.
int show_info(const CLI::App& app) {
  const bool json = is_set(app, "--json");
  Json records = Json::array();
  int status = exit_done;
  for (const std::string& file : files_of(app)) {
    try {
      const JpegInfo info = info_of(file);
      json ? records.push_back(jpeg_json(file, info)) : print_text(jpeg_text(file, info));
    } catch (const Error& error) {
      print_error(error, file);
      records.push_back({{"input", file}, {"error", error.what()}});
      status = exit_failed;
    }
  }
  if (json) print_json({{"files", records}});
  return status;
}

std::vector<std::size_t> numbers_at_a_time(const CLI::App& app) {
  std::size_t jobs = usual_at_a_time();
  take(app, "--jobs", jobs, 1, 1024);
  return given(app, "--jobs") ? std::vector{jobs} : std::vector{std::size_t{1}, jobs};
}

int tune_codecs(const CLI::App& app) {
  const bool json = is_set(app, "--json");
  FileOptions options{};
  options.session = read_device_option(app);
  take(app, "--quality", options.write.quality, 1, 100);
  options.limits.max_memory = system::default_memory_limit();
  const std::vector<std::string> files = files_of(app);
  const std::vector<std::size_t> numbers = numbers_at_a_time(app);
  const Session session = open_session(options.session);
  const auto coders = open_coders(session, options, numbers.back());
  Table table = trial_table();
  Json records = Json::array();
  std::string ways;
  for (const std::string& file : files) {
    const WaitingNote note(fmt::format("timing the codecs with {}", file), !json);
    const WayTimes by_way = try_ways(session, file, options.limits);
    ways += ways_text(file, by_way);
    for (const std::size_t number : numbers) {
      const JpegTrial trial = try_codecs(session, *coders, file, options, number);
      keep(session, trial);
      add_trial(table, file, trial);
      records.push_back(trial_json(file, trial, by_way));
    }
  }
  if (const std::string problem = session.tuning_problem(); !problem.empty()) print_warning(problem);
  json ? print_json({{"device", to_json(session.device())}, {"files", records}}) : print_text(table.text() + ways);
  return exit_done;
}

int run_jpeg(const CLI::App& app) {
  jpeg_codec.require();
  if (app.get_subcommands().empty()) usage_error("'lenslet jpeg' needs one of info, tune");
  const CLI::App& sub = *app.get_subcommands().front();
  return sub.get_name() == "info" ? show_info(sub) : tune_codecs(sub);
}

void add_jpeg_info(CLI::App& jpeg) {
  CLI::App& app =
      *jpeg.add_subcommand("info", "Say what JPEG files hold, and how they are decoded")->group(command_group);
  add_arguments(app, "files", "JPEG files");
  add_switch(app, "--json", "Print JSON");
  set_help(app,
           "Say of JPEG files their frame, tables, scans, restart markers and metadata, and which way they are decoded "
           "and why. No pixel is decoded, and no device is needed.",
           "lenslet jpeg info FILE... [--json]", "Example: lenslet jpeg info photo.jpg");
}

void add_jpeg_tune(CLI::App& jpeg) {
  CLI::App& app =
      *jpeg.add_subcommand("tune", "Time the host's and the device's codec, and remember")->group(command_group);
  add_arguments(app, "files", "JPEG files, one of each size that matters");
  add_device_option(app);
  add_value(app, "--jobs", "N", "Images at a time (default: 1, then one more than there are cores, as a batch has)");
  add_value(app, "--quality", "N", "Quality of the files that are encoded (1 to 100; default 90)");
  add_report_options(app);
  set_help(
      app,
      "Time the host's codec and the device's in turns, and before them the device's ways of decoding, whose pixels "
      "are compared. The times are kept for 'lenslet run', which takes the faster one.",
      "lenslet jpeg tune FILE... [options]", "Example: lenslet jpeg tune photo.jpg --device gpu");
}

}  // namespace

std::function<int()> add_jpeg(CLI::App& app) {
  app.require_subcommand(0, 1);
  add_jpeg_info(app);
  add_jpeg_tune(app);
  set_help(app, "Say what JPEG files hold, and find the faster codec for them.",
           "lenslet jpeg COMMAND FILE... [options]", "Example: lenslet jpeg info photo.jpg");
  return [&app] { return run_jpeg(app); };
}

}  // namespace lenslet::cli
