// lenslet run: filters image files with an op.
#include <fmt/format.h>

#include <cstdio>
#include <lenslet/op.hpp>

#include "command.hpp"
#include "exit.hpp"
#include "file_names.hpp"
#include "filter.hpp"
#include "help.hpp"
#include "job.hpp"
#include "json.hpp"
#include "output.hpp"
#include "parameter.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "run_options.hpp"
#include "usage.hpp"

namespace lenslet::cli {
namespace {

// Filters the files one after the other; a bad one does not stop the others.
class Batch {
 public:
  Batch(const Call& call, const RunOptions& options, std::vector<Job> jobs)
      : options_(options),
        jobs_(std::move(jobs)),
        filter_(call, options),
        progress_(call.op, jobs_.size(), !options.quiet) {}

  int run() {
    for (const Job& job : jobs_) {
      try {
        finish(job, filter_.run(job));
      } catch (const std::exception& error) {
        fail(job, error);
      }
      progress_.step();
    }
    return status();
  }

  Json json(const Call& call) const {
    Json json{{"op", call.op}, {"arguments", to_json(call.arguments)}, {"border", name_of(options_.filter.border)}};
    json["device"] = filter_.session() ? to_json(filter_.session()->device()) : Json();
    json["files"] = files_;
    return json;
  }

 private:
  void finish(const Job& job, const FileReport& report) {
    if (options_.json) files_.push_back(to_json(report, *filter_.session()));
    const bool lines = options_.verbose || (!report.notes.empty() && !options_.quiet);
    if (lines || options_.explain) progress_.clear();
    if (!options_.quiet)
      for (const std::string& note : report.notes) print_warning(fmt::format("{}: {}", job.input.string(), note));
    if (options_.verbose) say(fmt::format("{} done in {:.3f} ms", job.input.string(), report.timing.kernel_ms));
    if (options_.explain && !options_.json) print_text(explain(report, *filter_.session()));
  }

  // Every file is tried, whatever their order; only where no device is found, none can succeed.
  void fail(const Job& job, const std::exception& error) {
    progress_.clear();
    const int status = exit_status(error);
    if (status == exit_no_device) throw;
    print_error(error, jobs_.size() > 1 ? job.input.string() : "");
    if (options_.json) files_.push_back({{"input", job.input.string()}, {"error", error.what()}});
    ++failures_;
    if (status == exit_usage) ++refusals_;
  }

  // Wrong usage is what every file refused.
  int status() const {
    if (failures_ == 0) return exit_done;
    return refusals_ == jobs_.size() ? exit_usage : exit_failed;
  }

  const RunOptions& options_;
  std::vector<Job> jobs_;
  Filter filter_;
  Progress progress_;
  Json files_ = Json::array();
  std::size_t failures_ = 0;
  std::size_t refusals_ = 0;  // failures that are wrong usage
};

// Ops that can make several images do so when their flag `both` is given.
std::vector<std::string> result_names(const Call& call, const OpInfo& op) {
  const auto both = call.arguments.find("both");
  const bool several = both != call.arguments.end() && both->second == Value(true);
  return several ? lenslet::names_of(op.outputs) : std::vector<std::string>();
}

// Before the first file is opened: no result may be an input, the mask's file among them, or another result.
void check_names(const CLI::App& app, const OpInfo& op, const std::vector<Job>& jobs, const Call& call,
                 const RunOptions& options) {
  FileNames names;
  for (const Job& job : jobs) names.read(job.input.string());
  for (const Parameter& parameter : op.parameters)
    if (parameter.kind == ParameterKind::text)
      if (const auto text = given(app, "--" + parameter.name)) names.read(*text);
  const std::vector<std::string> results = result_names(call, op);
  for (const Job& job : jobs) {
    if (results.empty()) names.write(job.output.string());
    for (const std::string& name : results) names.write(with_name(job.output, name).string());
  }
  if (!options.dump_kernel.empty()) names.write(options.dump_kernel.string());
}

int run(const CLI::App& app) {
  const OpInfo& op = find_op(app.get_name());
  const Call call = read_call(app, op);
  const RunOptions options = read_run_options(app);
  const std::vector<Job> jobs = make_jobs(app.get_option("files")->results(), options.out_dir);
  check_names(app, op, jobs, call, options);
  Batch batch(call, options, jobs);
  const int status = batch.run();
  if (options.json) print_json(batch.json(call));
  return status;
}

std::string example(const OpInfo& op) {
  std::string text = fmt::format("Example: lenslet run {} photo.png result.png", op.name);
  for (const Parameter& parameter : op.parameters) {
    const std::string value = to_text(parameter.initial);
    if (parameter.kind == ParameterKind::flag || value.empty()) continue;
    const bool quote = parameter.kind == ParameterKind::text;
    return fmt::format("{0} --{1} {2}{3}{2}", text, parameter.name, quote ? "\"" : "", value);
  }
  return text;
}

void add_op(CLI::App& run, const OpInfo& op) {
  CLI::App& app = *run.add_subcommand(op.name, op.summary)->group(op_group);
  add_parameters(app, op);
  add_run_options(app);
  add_arguments(app, "files", "An input and an output file; with --out-dir only inputs");
  const std::string command = "lenslet run " + op.name;
  set_help(app, op.summary, fmt::format("{0} [options] IN OUT\n{0} [options] IN... --out-dir DIR", command),
           example(op));
}

}  // namespace

std::function<int()> add_run(CLI::App& app) {
  app.require_subcommand(0, 1);
  for (const OpInfo& op : ops_of_images()) add_op(app, op);
  set_help(app, "Filter image files.", "lenslet run OP [options] IN OUT\nlenslet run OP [options] IN... --out-dir DIR",
           "'lenslet run OP --help' shows an op's parameters.");
  return [&app] {
    if (app.get_subcommands().empty()) usage_error("'lenslet run' needs an op; 'lenslet ops' lists them");
    return run(chosen(app));
  };
}

}  // namespace lenslet::cli
