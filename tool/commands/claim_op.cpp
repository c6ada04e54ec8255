// An op as a way of a claim: what `lenslet run` computes of the same files, without reading and writing them.
#include <fmt/format.h>

#include <memory>

#include "system/memory.hpp"
#include "tool/commands/claim_ways.hpp"
#include "tool/jobs/inputs.hpp"
#include "tool/options/option.hpp"
#include "tool/options/parameter.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

OpOptions read_op_options(const CLI::App& app) {
  OpOptions options;
  options.tune = Tune::cached;
  options.schedule = given(app, "--schedule").value_or("");
  take(app, "--border", options.border, parse_border_option);
  take(app, "--accuracy", options.accuracy, parse_accuracy_option);
  take(app, "--ddepth", options.ddepth, parse_type_option);
  return options;
}

struct OpWork {
  Work work;
  std::vector<HostValue> values;
};

OpWork read_op_work(const CLI::App& app, const OpInfo& op, const Session& session) {
  std::vector<std::string> files = app.get_option("files")->results();
  const Call call = read_call(app, op, files);
  Words words(files);
  InputLimits limits;
  limits.max_memory = system::default_memory_limit();
  std::optional<Session> opened = session;
  const SessionOptions none;
  Inputs inputs = read_inputs(op, call, words, given(app, "--type"),
                              {.limits = limits, .session = opened, .session_options = none});
  if (!words.empty())
    usage_error(
        fmt::format("run {}: '{}' is one file more than its inputs; allowed: inputs, since results are compared "
                    "and not written",
                    full_name(op), words.front()));
  OpWork work{{inputs.call, {}, read_op_options(app)}, take_values(inputs)};
  for (const HostValue& value : work.values) work.work.inputs.push_back(type_of(value));
  return work;
}

}  // namespace

OwnWay op_way(const Session& session, const ClaimWords& words) {
  if (words.empty()) usage_error("run without an op; allowed: run OP [options] FILE...");
  const OpInfo op = op_named(words.front());
  CLI::App app("", "run " + full_name(op));
  add_parameters(app, without_words(op));
  add_border_option(app, "", "", &op);
  add_accuracy_option(app);
  add_value(app, "--ddepth", "TYPE", "");
  add_value(app, "--type", "TYPE", "");
  add_value(app, "--schedule", "SPELLING", "");
  add_arguments(app, "files", "");
  parse_claim_words(app, {words.begin() + 1, words.end()});
  OpWork read = read_op_work(app, op, session);
  return way_of(session, read.work, std::move(read.values));
}

}  // namespace lenslet::cli
