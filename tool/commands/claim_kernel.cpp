// A kernel of one's own as a way of a claim: what `lenslet kernel` launches, timed by the device's clock.
#include <fmt/format.h>

#include <lenslet/comparison.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/kernel.hpp>
#include <memory>

#include "tool/commands/claim_ways.hpp"
#include "tool/commands/kernel_call.hpp"
#include "tool/commands/kernel_program.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

// What launches of the kernel need. The kernel comes first: the values refer to what it says of its arguments.
struct OwnLaunch {
  Session session;
  Kernel kernel;
  KernelRange range;
  Timeouts limits;
  FileNames files = {};
  CallValues values;
  std::vector<CallValues::Result> results = {};
};

Program program_in(const CLI::App& app, const Session& session) {
  const std::vector<std::string> files = app.get_option("files")->results();
  if (files.empty()) usage_error("kernel without a file; allowed: OpenCL C");
  const std::string options = given(app, "--options").value_or("");
  if (files.size() == 1) return read_program(session, files.front(), options, false);
  return Program::from_files(session, {files.begin(), files.end()}, {.options = options});
}

// Where no result is named, they are all arrays that the kernel may write.
void find_results(const CLI::App& app, OwnLaunch& launch) {
  std::vector<std::string> names = app.get_option("--result")->results();
  FileNames none;
  for (std::string& name : names) {
    if (name.find('=') != std::string::npos)
      usage_error(fmt::format("--result '{}' in a line of claims; allowed: an argument's name, as out", name));
    name = fmt::format("{0}=lenslet-claim-{0}.npy", name);  // no file: only its array
  }
  for (auto& [file, result] : launch.values.results(names, none)) launch.results.push_back(result);
  if (names.empty())
    for (const std::size_t place : launch.values.written()) launch.results.push_back(launch.values.result_at(place));
  if (launch.results.empty())
    usage_error(fmt::format("kernel {} writes no array; allowed: one that does", launch.kernel.info().name));
}

double run_once(const OwnLaunch& own) {
  own.values.restore(own.session);
  const TimeLimit limit(own.session, own.limits, own.kernel.info().name);
  return launch_ms([&own] { return own.kernel.launch(own.range, own.values.arguments()); });
}

std::vector<Array> results_of(const OwnLaunch& own) {
  own.values.check_guards(own.session);
  std::vector<Array> arrays;
  for (const CallValues::Result& result : own.results) arrays.push_back(downloaded(own.session, result));
  return arrays;
}

OwnWay make_kernel_way(const Session& session, const ClaimWords& words) {
  CLI::App app("", "kernel");
  add_arguments(app, "files", "");
  add_value(app, "--options", "TEXT", "");
  add_call_options(app);
  parse_claim_words(app, words);
  for (const char* option : {"--repeats", "--compile-timeout"})
    if (app.get_option(option)->count() > 0) usage_error(fmt::format("kernel: {} in a line of claims", option));
  if (!given(app, "--range")) usage_error("kernel without --range; allowed: with it");
  const Program program = program_in(app, session);
  const Kernel kernel = program.kernel(wanted_kernel(given(app, "--run"), program));
  const KernelRange range = kernel.resolved(
      parse_range({given(app, "--range"), given(app, "--group"), given(app, "--offset"), is_set(app, "--round-up")}));
  FileNames files;
  const auto own = std::make_shared<OwnLaunch>(
      OwnLaunch{session,
                kernel,
                range,
                read_timeouts(app, launch_timeout),
                {},
                CallValues(session, kernel.info(), app.get_option("--arg")->results(), files, true)});
  find_results(app, *own);
  const std::string group = range.group.empty() ? "the driver's groups" : "groups of " + sides_text(range.group);
  return {.run = [own] { return run_once(*own); },
          .how = fmt::format("{}, {} items, {}", kernel.info().name, sides_text(range.global), group),
          .source = program.source(),
          .results = [own] { return results_of(*own); }};
}

const Offer kernel_way_offer(kernel_way, make_kernel_way);

}  // namespace
}  // namespace lenslet::cli
