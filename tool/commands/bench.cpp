// lenslet bench: how fast ops are on a device, over lists of sizes, types, arguments, borders and schedules.
#include <fmt/format.h>

#include <cstdio>
#include <lenslet/error.hpp>
#include <lenslet/measure.hpp>
#include <lenslet/user_op.hpp>

#include "system/printable.hpp"
#include "tool/commands/bench_report.hpp"
#include "tool/commands/command.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/options/values.hpp"
#include "tool/options/work_list.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

constexpr int max_repeats = 100'000;
constexpr int max_images = 64;

MeasureOptions read_measure_options(const CLI::App& app) {
  MeasureOptions options;
  take(app, "--repeats", options.repeats, 1, max_repeats);
  take(app, "--images", options.images, 1, max_images);
  take(app, "--limit", options.limit_seconds, parse_duration);
  return options;
}

// Checks arguments first, so that a refusal does not come after minutes of measuring. The programs are needed anyway.
void check_arguments(const Session& session, const std::vector<Work>& works) {
  for (const Work& work : works) {
    try {
      Work untold = work;
      untold.options.schedule.clear();
      session.plan(untold);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::invalid_argument || error.kind() == ErrorKind::unsupported) throw;
    }
  }
}

void print_now(const std::string& text) {
  print_text(text);
  std::fflush(stdout);
}

int run_bench(const CLI::App& app) {
  const std::vector<Work> works = read_works(app);
  const MeasureOptions options = read_measure_options(app);
  const auto timeout = read_timeouts(app, measuring_timeout);
  const bool json = is_set(app, "--json");
  const Session session = open_session(read_device_option(app));
  check_arguments(session, works);
  const BenchTable table(session, works);
  if (!json) print_now(table.heading());
  Meter meter(session, options);
  bool measured = false, failed = false;
  Json records = Json::array();
  for (const Work& work : works) {
    const TimeLimit limit(session, is_of_user(find_op(work.call.op)) ? timeout : Timeouts{},
                          system::shown_name(work.call.op));
    const Measurement measurement = meter.measure(work);
    measured = measured || measurement.outcome == Outcome::correct;
    failed = failed || (measurement.outcome != Outcome::correct && measurement.outcome != Outcome::excluded);
    if (json)
      records.push_back(to_json(work, measurement, session));
    else
      print_now(table.row(work, measurement));
  }
  if (json) print_json(bench_json(session, options, std::move(records)));
  return measured && !failed ? exit_done : exit_failed;
}

constexpr char bench_purpose[] =
    "Measure how fast ops are on a device, with the inputs in its memory. Each schedule is compared with the reference "
    "before it is timed. A list of values is an axis: every combination is measured.";

}  // namespace

std::function<int()> add_bench(CLI::App& app) {
  add_axes(app, "The ops (default: all)");
  add_schedule_axis(app);
  add_device_option(app);
  add_bundle_options(app);
  add_value(app, "--repeats", "N", fmt::format("Launches that count (default {})", MeasureOptions{}.repeats));
  add_value(app, "--images", "N",
            fmt::format("Inputs that take turns, so that none waits in a cache (default {})", MeasureOptions{}.images));
  add_value(app, "--limit", "TIME",
            "For the launches of a schedule that count: three are made in any case (default: no limit)");
  add_timeouts(app, measuring_timeout_help);
  add_report_options(app);
  set_help(app, bench_purpose, "lenslet bench [OP[:NAME=V,...]...] [options]",
           "Examples: lenslet bench gaussian:ksize=3,5,9 median --type u8,f32 --border replicate\n"
           "          lenslet bench reduce.sum sort --elements 2^20,2^24\n"
           "Exit status 1: a schedule was wrong or failed, or none could run.");
  return [&app] { return run_bench(app); };
}

}  // namespace lenslet::cli
