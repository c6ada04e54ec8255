// A kernel of one's own as a way of a claim: what `lenslet kernel` launches, timed by the device's clock.
#include <fmt/format.h>

#include <chrono>
#include <lenslet/event_times.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/kernel.hpp>
#include <memory>

#include "elapsed.hpp"
#include "tool/commands/claim_ways.hpp"
#include "tool/commands/kernel_call.hpp"
#include "tool/commands/kernel_report.hpp"
#include "tool/files/text_file.hpp"
#include "tool/options/option.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// What launches of the kernel need. The kernel comes first: the values refer to what it says of its arguments.
struct OwnLaunch {
  Session session;
  Kernel kernel;
  KernelRange range;
  FileNames files = {};
  CallValues values;
  std::vector<CallValues::Result> results = {};
};

Kernel kernel_in(const CLI::App& app, const Session& session) {
  const std::vector<std::string> files = app.get_option("files")->results();
  if (files.empty()) usage_error("kernel without a file; allowed: OpenCL C");
  const Program program =
      Program::from_files(session, {files.begin(), files.end()}, {.options = given(app, "--options").value_or("")});
  if (const auto name = given(app, "--run")) return program.kernel(*name);
  const std::vector<std::string> names = program.kernel_names();
  if (names.size() != 1)
    usage_error(
        fmt::format("kernel without --run in a program of {} kernels; allowed: {}", names.size(), join(names, ", ")));
  return program.kernel(names.front());
}

// The arrays that a kernel may write, where none is named.
std::vector<std::string> written_arrays(const KernelInfo& kernel) {
  std::vector<std::string> names;
  for (const ArgumentInfo& argument : kernel.arguments)
    if (argument.access == ImageAccess::write_only ||
        (argument.access == ImageAccess::none && argument.address == AddressSpace::global && !argument.is_const))
      names.push_back(argument.name);
  return names;
}

void find_results(const CLI::App& app, OwnLaunch& launch) {
  std::vector<std::string> names = app.get_option("--result")->results();
  if (names.empty()) names = written_arrays(launch.kernel.info());
  if (names.empty())
    usage_error(fmt::format("kernel {} writes no array; allowed: one that does", launch.kernel.info().name));
  FileNames none;
  for (std::string& name : names) name = fmt::format("{0}=lenslet-claim-{0}.npy", name);  // no file: only its array
  for (auto& [file, result] : launch.values.results(names, none)) launch.results.push_back(std::move(result));
}

double run_once(const OwnLaunch& own) {
  const auto begin = std::chrono::steady_clock::now();
  const EventTimes times = event_times(own.kernel.launch(own.range, own.values.arguments())).front();
  return times.ended > times.started ? milliseconds(times.started, times.ended) : milliseconds_since(begin);
}

std::vector<Array> results_of(const OwnLaunch& own) {
  own.values.check_guards(own.session);
  std::vector<Array> arrays;
  for (const CallValues::Result& result : own.results) {
    const auto* buffer = std::get_if<const BufferArgument*>(&result);
    arrays.push_back(buffer ? (*buffer)->download(own.session)
                            : download(own.session, std::get<ImageArgument>(result)));
  }
  return arrays;
}

std::string sides(const std::vector<std::size_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, "x"));
}

study::OwnWay make_kernel_way(const Session& session, const ClaimWords& words) {
  CLI::App app("", "kernel");
  add_arguments(app, "files", "");
  add_value(app, "--options", "TEXT", "");
  add_call_options(app);
  parse_claim_words(app, words);
  for (const char* option : {"--repeats", "--timeout", "--compile-timeout"})
    if (app.get_option(option)->count() > 0) usage_error(fmt::format("kernel: {} in a line of claims", option));
  if (!given(app, "--range")) usage_error("kernel without --range; allowed: with it");
  const Kernel kernel = kernel_in(app, session);
  const KernelRange range = kernel.resolved(read_range(app));
  FileNames files;
  const auto own = std::make_shared<OwnLaunch>(OwnLaunch{
      session, kernel, range, {}, CallValues(session, kernel.info(), app.get_option("--arg")->results(), files)});
  find_results(app, *own);
  std::string source;
  for (const std::string& file : app.get_option("files")->results()) source += read_file(file);
  const std::string group = range.group.empty() ? "the driver's groups" : "groups of " + sides(range.group);
  return {{.run = [own] { return run_once(*own); },
           .how = fmt::format("{}, {} items, {}", kernel.info().name, sides(range.global), group),
           .source = source},
          [own] { return results_of(*own); }};
}

const Offer kernel_way_offer(kernel_way, make_kernel_way);

}  // namespace
}  // namespace lenslet::cli
