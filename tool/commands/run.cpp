// lenslet run: computes any op on files. The commands of families of array ops do the same.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/argument_text.hpp>
#include <lenslet/batch.hpp>

#include "system/printable.hpp"
#include "tool/commands/command.hpp"
#include "tool/jobs/batch.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/jobs/large_images.hpp"
#include "tool/jobs/outputs.hpp"
#include "tool/jobs/run_options.hpp"
#include "tool/jobs/run_report.hpp"
#include "tool/jobs/runner.hpp"
#include "tool/jobs/word_hints.hpp"
#include "tool/options/op_words.hpp"
#include "tool/options/option.hpp"
#include "tool/options/parameter.hpp"
#include "tool/ranks/ranks.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

std::vector<std::string> ops_of_family(const std::string& family) {
  std::vector<std::string> names;
  for (const OpInfo& info : ops_of_arrays())
    if (info.family == family) names.push_back(info.name);
  return names;
}

// Refuses a first word that is like the name of another op of the family, unless it is a file or a text that the op
// takes.
void check_first_word(const OpInfo& op, const std::vector<std::string>& words) {
  if (words.empty() || std::ranges::any_of(op.parameters, is_text)) return;
  const std::string& word = words.front();
  std::error_code ignored;
  if (word.find('.') != word.npos || std::filesystem::exists(word, ignored)) return;
  const std::vector<std::string> names = ops_of_family(op.family);
  if (const std::string hint = suggestion(word, names); !hint.empty())
    usage_error(fmt::format("unknown op '{}'{}", word, hint));
}

void check_files(const CLI::App& app, const OpInfo& op, const Call& call, const std::vector<Job>& jobs,
                 const RunOptions& options) {
  FileNames names;
  for (const Parameter& parameter : op.parameters)  // a text may be a file's name
    if (is_text(parameter) && !is_word(op, parameter))
      if (const auto text = given_text(app, parameter)) names.read(*text);
  check_names(op, call, jobs, names);
  if (!options.dump_kernel.empty()) names.write(options.dump_kernel.string());
}

Finished finished(const std::string& op, const RunReport& report, const RunOptions& options, const Session& session) {
  Finished done;
  done.notes = report.notes;
  if (options.verbosity.json) done.record = to_json(report, session);
  done.summary = times_text(report);
  done.text =
      outputs_text(report) + (options.explain ? explain(op, report, session) : "") + repeats_text(report, session);
  return done;
}

void check_ranks(const OpInfo& op, const std::vector<Job>& jobs) {
  if (ranks() == nullptr) return;
  if (op.of_arrays()) usage_error(fmt::format("{} is of arrays; {} ranks compute images", op.name, ranks()->count()));
  if (jobs.size() != 1)
    usage_error(
        fmt::format("{} images for {} ranks, which compute one together; with LENSLET_MPI=off each rank works by "
                    "itself",
                    jobs.size(), ranks()->count()));
}

bool has_arrays(const Job& job) {
  return std::ranges::any_of(job.words, [](const std::string& word) { return word == "-" || may_hold_array(word); });
}

// Some jobs run one after the other: those of arrays, whose files are read before their memory is known, and those that
// are timed alone.
std::size_t jobs_at_a_time(const OpInfo& op, const std::vector<Job>& jobs, const RunOptions& options) {
  if (op.of_arrays() || !options.strips.empty() || options.explain || options.repeats > 0 ||
      std::ranges::any_of(jobs, has_arrays))
    return 1;
  const std::size_t wanted = options.jobs > 0 ? static_cast<std::size_t>(options.jobs) : usual_at_a_time();
  return std::clamp<std::size_t>(jobs.size(), 1, wanted);
}

int run(const CLI::App& app, const OpInfo& op) {
  std::vector<std::string> words = app.get_option("files")->results();
  op.of_arrays() ? check_first_word(op, words) : check_no_parameters(op, words);
  const Call call = read_call(app, op, words);
  RunOptions options = read_run_options(app, op);
  const std::vector<Job> jobs = make_jobs(words, {.out_dir = options.out_dir,
                                                  .inputs = input_names(call).size(),
                                                  .format = options.format,
                                                  .arrays = op.of_arrays()});
  check_ranks(op, jobs);
  options.filter.runs = static_cast<std::int64_t>(jobs.size());
  check_files(app, op, call, jobs, options);
  choose_strips(app, op, call, jobs, options);
  const auto begin = Clock::now();
  const std::size_t threads = jobs_at_a_time(op, jobs, options);
  Runner runner(op, call, options, threads);
  BatchReport batch(system::shown_name(op.name), jobs, options.verbosity);
  runner.run(jobs, [&](std::size_t job, const Runner::Report& report) {
    batch.tell(jobs[job], [&] { return finished(call.op, report(), options, *runner.session()); });
  });
  DeviceUse use = runner.device_use();
  use.files = jobs.size();
  use.at_a_time = threads;
  use.total_ms = ms_since(begin);
  if (options.verbosity.verbose && jobs.size() > 1) say(to_text(use));
  runner.specialize_later();
  if (!options.verbosity.json) return batch.status();
  Json json{{"op", call.op}, {"arguments", to_json(call.arguments)}};
  if (!op.of_arrays()) {
    if (const auto border = border_of({call, {}, options.filter})) json["border"] = name_of(*border);
    json["accuracy"] = accuracy_name(options.filter);
  }
  if (options.region) json["region"] = to_string(*options.region);
  json["device"] = runner.session() ? to_json(runner.session()->device()) : Json();
  if (jobs.size() > 1) json["batch"] = to_json(use);
  json["files"] = batch.records();
  print_json(json);
  return batch.status();
}

std::string example(const OpInfo& op) {
  std::string text = fmt::format("Example: lenslet run {} photo.png", op_word(op.name));
  for (std::size_t i = 1; i < needed_inputs(op).size(); ++i) text += " other.png";
  text += " result.png";
  for (const Parameter& parameter : op.parameters) {
    const std::string value = value_text(parameter.initial);
    if (parameter.kind == ParameterKind::flag || value.empty() || value == automatic_word) continue;
    const bool quote = is_text(parameter) || parameter.kind == ParameterKind::matrix;
    return fmt::format("{0} --{1} {2}{3}{2}", text, parameter.name, quote ? "\"" : "", value);
  }
  return text;
}

std::string array_help(const OpInfo& op) {
  std::string text =
      "Files: .npy, .csv, .txt or images; a file alone may have a column for each input. Without output\n"
      "files the result is printed. 'lenslet ops NAME' describes an op.";
  std::vector<std::string> others = ops_of_family(op.family);
  std::erase(others, op.name);
  if (op.name == op.family && !others.empty())
    text += fmt::format("\nMore ops of the family: 'lenslet {} {}'", op.family,
                        join(others, fmt::format("', 'lenslet {} ", op.family)));
  return text;
}

// Shows "IN OUT", or the names of several inputs. With --out-dir they may be repeated.
std::string image_usage(const OpInfo& op) {
  const std::vector<std::string> names = needed_inputs(op);
  const std::string one = names.size() == 1 ? "IN" : join(names, " ");
  const std::string more = names.size() == 1 ? "IN..." : fmt::format("{0} [{0}]...", one);
  return fmt::format("lenslet run {0} [options] {1} OUT\nlenslet run {0} [options] {2} --out-dir DIR", op_word(op.name),
                     one, more);
}

void add_op(CLI::App& app, const OpInfo& op) {
  add_parameters(app, without_words(op));
  add_run_options(app, op);
  add_arguments(app, "files",
                op.of_arrays() ? "Input files, and a file for each output that is not printed"
                               : "Input files and an output file; with --out-dir only inputs");
  if (op.of_arrays())
    set_help(app, op.summary, usage_of(op) + " [options]", array_help(op));
  else
    set_help(app, op.summary, image_usage(op), example(op));
}

}  // namespace

std::function<int()> add_run(CLI::App& app) {
  set_help(app, "Compute an op on files of images and arrays.",
           "lenslet run OP [options] IN... OUT...\nlenslet run OP [options] IN... --out-dir DIR",
           "'lenslet run OP --help' shows an op's parameters.\n"
           "'mpirun -n N lenslet run OP ... IN OUT' computes one image on several hosts (docs/scale.md).");
  return add_op_commands(app, add_op, run);
}

std::vector<std::string> array_families() {
  std::vector<std::string> families;
  for (const OpInfo& info : ops_of_arrays())
    if (families.empty() || families.back() != info.family) families.push_back(info.family);
  return families;
}

std::string family_help(const std::string& family) {
  return "Arrays: " + join(ops_of_family(family), ", ");
}

std::function<int()> add_array_family(CLI::App& app, const std::string& family) {
  app.require_subcommand(0, 1);
  set_help(app, family_help(family) + ".", fmt::format("lenslet {} OP [options] IN... [OUT...]", family),
           fmt::format("'lenslet {} OP --help' shows an op's parameters.", family));
  for (const OpInfo& op : ops_of_arrays())
    if (op.family == family) app.add_subcommand(op.name, op.summary)->group(op_group);
  return [family]() -> int {
    usage_error(fmt::format("'lenslet {0}' needs an op; 'lenslet {0} --help' lists them", family));
  };
}

}  // namespace lenslet::cli
