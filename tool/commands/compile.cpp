// lenslet compile: compiles programs ahead, into one file that other processes load.
#include <fmt/format.h>

#include <algorithm>
#include <lenslet/bundle.hpp>
#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>
#include <lenslet/tuning_store.hpp>
#include <lenslet/user_op.hpp>

#include "tool/commands/bundle_table.hpp"
#include "tool/commands/command.hpp"
#include "tool/commands/store_json.hpp"
#include "tool/commands/toolkit.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/pipeline_words.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/work_list.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::string_view lnb_suffix = ".lnb";

// The meaning of the words after the command.
struct Wanted {
  std::vector<Work> works;
  std::vector<std::string> files;  // of programs
};

bool is_program(const std::string& word) {
  return word.ends_with(".cl") && !is_pipeline(word) && !describes_op(word);
}

Wanted read_wanted(const CLI::App& app) {
  std::vector<std::string> ops;
  Wanted wanted;
  for (const std::string& word : app.get_option("op")->results())
    (is_program(word) ? wanted.files : ops).push_back(word);
  wanted.works = read_works(app, ops);
  if (wanted.works.empty() && wanted.files.empty())
    usage_error("'lenslet compile' needs an op, a pipeline or a file of OpenCL C; 'lenslet ops' lists the ops");
  if (wanted.files.empty() && given(app, "--options"))
    usage_error("--options without a program's file; allowed: with one, because ops have options of their own");
  if (wanted.files.empty() && read_apart(app))
    usage_error("--apart without a program's file; allowed: with files of OpenCL C that describe no op");
  return wanted;
}

std::string read_target(const CLI::App& app) {
  const auto file = given(app, "--output");
  if (!file) usage_error(fmt::format("no file for the bundle; allowed: --output FILE{}", lnb_suffix));
  if (!file->ends_with(lnb_suffix))
    usage_error(fmt::format("--output {}; allowed: a name that ends with {}", *file, lnb_suffix));
  return *file;
}

// SPIR-V serves future drivers. A bundle without it is useful, too.
CompileOptions read_compile_options(const CLI::App& app) {
  CompileOptions options{.general = is_set(app, "--general")};
  if (is_set(app, "--no-spirv")) return options;
  const std::string problem = spirv_problem();
  options.spirv = problem.empty();
  if (!options.spirv) print_warning(fmt::format("the bundle has no SPIR-V: {}; --no-spirv says so", problem));
  return options;
}

void warn_of(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) print_warning(note);
}

void compile_on(Bundle& bundle, const Session& session, const Wanted& wanted, const CompileOptions& options,
                const CLI::App& app) {
  for (const Work& work : wanted.works) {
    StatusLine line;
    line.draw(fmt::format("{}: compiling {}, {}", session.device().name, describe(work.call), inputs_text(work)));
    const std::vector<std::string> notes = add_work(bundle, session, work, options);
    line.clear();
    warn_of(notes);
  }
  if (!wanted.files.empty()) warn_of(toolkit->add_programs(bundle, session, app, wanted.files, options));
}

// The tuning results of the works on these devices.
std::string tuning_text(const Bundle& bundle, const std::vector<Session>& sessions) {
  std::vector<StoredTrial> found;
  const auto is_wanted = [&](const StoredTrial& trial) {
    return std::ranges::any_of(sessions, [&](const Session& s) { return device_key(s.device()) == trial.device; }) &&
           std::ranges::any_of(bundle.works,
                               [&](const BundleWork& work) { return work.op == trial.op && work.work == trial.work; });
  };
  if (bundle.works.empty()) return {};
  for (const StoredTrial& trial : TuningStore().trials())
    if (is_wanted(trial)) found.push_back(trial);
  if (found.empty()) return {};
  return to_json(found).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int run_compile(const CLI::App& app) {
  const std::string target = read_target(app);
  const Wanted wanted = read_wanted(app);
  if (!wanted.files.empty()) toolkit.require(wanted.files.front());
  const std::vector<Session> sessions = open_group(read_device_option(app)).sessions();
  const CompileOptions options = read_compile_options(app);
  Bundle bundle;
  for (const Session& session : sessions) compile_on(bundle, session, wanted, options, app);
  if (!is_set(app, "--no-tuning")) bundle.tuning = tuning_text(bundle, sessions);
  write_bundle(target, bundle);
  if (is_set(app, "--json"))
    print_json(bundle_json(target, bundle));
  else
    print_text(bundle_summary(target, bundle));
  return exit_done;
}

}  // namespace

std::function<int()> add_compile(CLI::App& app) {
  add_axes(app, "Ops, pipelines, or files of OpenCL C");
  add_value(app, "-o,--output", "FILE.lnb", "The bundle to write");
  add_value(app, "--options", "TEXT", "Options of the compiler for programs of your own: \"-D N=4 -cl-mad-enable\"");
  add_link_options(app);
  add_device_option(app, "; several with commas");
  add_compile_timeout(app);
  add_switch(app, "--general", "Also programs that serve other values of the ops' parameters");
  add_switch(app, "--no-spirv", "No SPIR-V, which lets other drivers load the programs");
  add_switch(app, "--no-tuning", "Without tuning results of the ops");
  add_report_options(app);
  set_help(app,
           "Compile programs ahead, into one file. A process that loads it calls no compiler for these ops, types and "
           "devices.",
           "lenslet compile OP[:NAME=V,...]|PIPELINE|FILE.cl... -o FILE.lnb [options]",
           "Example: lenslet compile gaussian:sigma=2 scharr --like photo.png -o photo.lnb\n"
           "         lenslet run gaussian photo.png soft.png --sigma 2 --bundle photo.lnb\n"
           "docs/bundles.md shows more.");
  return [&app] { return run_compile(app); };
}

}  // namespace lenslet::cli
