// build: the time of a program before its first result, from source, from a binary and from caches, and what compiler
// options change about it and about the kernel.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "studies/clock.hpp"
#include "studies/experiments/build_bench.hpp"

namespace lenslet::study {
namespace {

using SharedBench = std::shared_ptr<BuildBench>;

constexpr std::size_t parts = 2;
using Charts = std::array<std::size_t, parts>;  // of the build, and of the first result

// The ends of the lines' names in these charts.
constexpr std::array<const char*, parts> endings = {", build", ", first result"};

const std::vector<std::string> option_names = {
    "none",          "-cl-opt-disable", "-cl-mad-enable", "-cl-fast-relaxed-math", "-cl-single-precision-constant",
    "-cl-std=CL1.2", "-cl-std=CL3.0"};

// The number of options with which the program is compiled: all at full scale, fewer below, and none where nothing is
// compiled. A CPU's compiler takes a second for the large program each time.
std::size_t options_of(const Experiment& experiment, std::size_t program) {
  constexpr std::int64_t of_small = 28, of_large = 16;
  const auto some = static_cast<std::size_t>(experiment.scaled(program == 0 ? of_small : of_large));
  if (program == 0) return std::clamp<std::size_t>(some, 2, option_names.size());
  return some < 2 ? 0 : std::min(some, option_names.size());
}

std::string option_at(std::size_t i) {
  return i == 0 ? std::string() : option_names[i];
}

// One way to one program, and what it made last.
struct Attempt {
  op::ProblemPtr problem;
  std::vector<DeviceValue> outputs;
};

// Returns the times of the build alone, and until the first result.
std::vector<double> run_attempt(const Experiment& experiment, BuildBench& bench, std::size_t program,
                                const BuildWay& way, Attempt& attempt) {
  attempt.problem = bench.problem(program, false, way.fresh ? bench.new_stamp() : BuildBench::known_stamp);
  attempt.outputs = poisoned_outputs(experiment.session(), *attempt.problem);
  const std::vector<DeviceValue>& inputs = bench.inputs(program, false).of(*attempt.problem, Storage::buffer);
  double build_ms = 0;
  const auto build = [&](const std::string& source, const std::string&) {
    std::optional<ocl::BuildResult> built;
    build_ms += host_ms([&] { built = way.build(bench, source); });
    return *built;
  };
  const double all_ms = host_ms([&] { bench.make(attempt.problem, build).run_into(inputs, attempt.outputs); });
  return {build_ms, all_ms};
}

// Adds one candidate for each of the two times.
void add_attempts(Experiment& experiment, const Charts& charts, const std::string& line, double x,
                  const SharedBench& bench, std::size_t program, const BuildWay& way) {
  const auto last = std::make_shared<Attempt>();
  const auto runs = std::make_shared<SharedRuns>(
      parts, [=, &experiment] { return run_attempt(experiment, *bench, program, way, *last); });
  for (std::size_t part = 0; part < parts; ++part)
    experiment.add(charts[part], line + endings[part], x, [=]() -> Ready {
      return {[runs, part] { return runs->next(part); },
              way.fresh ? "a new text in each run" : "the same text in each run", bench->source_of(program),
              [=] { return bench->inputs(program, false).mismatch(*last->problem, last->outputs); }};
    });
}

void measure_ways(Experiment& experiment, const SharedBench& bench) {
  const Charts charts = {experiment.add_chart("Build", "program", programs),
                         experiment.add_chart("Until the first result", "program", programs)};
  for (std::size_t program = 0; program < programs.size(); ++program)
    for (const BuildWay& way : build_ways())
      add_attempts(experiment, charts, way.name, static_cast<double>(program), bench, program, way);
  experiment.measure();
}

void measure_options(Experiment& experiment, const SharedBench& bench) {
  const Charts charts = {experiment.add_chart("Build from new source with options", "options", option_names),
                         experiment.add_chart("Until the first result with options", "options", option_names)};
  for (std::size_t program = 0; program < programs.size(); ++program)
    for (std::size_t i = 0; i < options_of(experiment, program); ++i) {
      const auto build = [options = option_at(i)](BuildBench& all, const std::string& source) {
        return all.compile(source, options);
      };
      add_attempts(experiment, charts, programs[program], static_cast<double>(i), bench, program,
                   BuildWay{option_names[i], true, build});
    }
  experiment.measure();
}

// Times only the kernel, on a large input.
Ready kernel_with(const Experiment& experiment, const SharedBench& bench, std::size_t program,
                  const std::string& options) {
  const op::ProblemPtr problem = bench->problem(program, true, BuildBench::known_stamp);
  const Plan plan = bench->make(
      problem, [&](const std::string& source, const std::string&) { return bench->compile(source, options); });
  const std::vector<DeviceValue> inputs = bench->inputs(program, true).of(*problem, Storage::buffer);
  const std::vector<DeviceValue> outputs = poisoned_outputs(experiment.session(), *problem);
  const auto run = [plan, inputs, outputs] {
    Timing timing;
    const double ms = host_ms([&] { plan.run_into(inputs, outputs, {.timing = &timing}); });
    return device_or_host_ms(timing.kernel_ms, ms);
  };
  return {run, options, bench->source_of(program),
          [=] { return bench->inputs(program, true).mismatch(*problem, outputs); }};
}

void measure_kernels(Experiment& experiment, const SharedBench& bench) {
  const std::size_t chart = experiment.add_chart("The kernel compiled with options", "options", option_names);
  for (std::size_t program = 0; program < programs.size(); ++program)
    for (std::size_t i = 0; i < options_of(experiment, program); ++i)
      experiment.add(chart, programs[program], static_cast<double>(i), [=, &experiment, options = option_at(i)] {
        return kernel_with(experiment, bench, program, options);
      });
  experiment.measure();
}

void add_table(Experiment& experiment, BuildBench& bench) {
  StudyTable table{"Programs", {"program", "characters of source", "kernels", "bytes of the binary"}, {}};
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const auto failure = failure_of([&] {
      const std::string& source = bench.source_of(i);
      const ocl::Program program = bench.compile(source).program;
      table.rows.push_back({programs[i], fmt::format("{}", source.size()),
                            fmt::format("{}", fmt::join(ocl::kernel_names(program), ", ")),
                            fmt::format("{}", ocl::binary_of(program).size())});
    });
    if (failure) table.rows.push_back({programs[i], *failure, "", ""});
  }
  experiment.report().tables.push_back(std::move(table));
}

// Tries the source's spelling of -Werror.
std::string answer_to_werror(BuildBench& bench) {
  try {
    bench.compile(bench.source_of(0), "-werror");
    return "is taken here";
  } catch (const Error& error) {
    return fmt::format("is refused here: {}", error.what());
  }
}

void add_notes(Experiment& experiment, BuildBench& bench) {
  if (const std::size_t some = options_of(experiment, 1); some < option_names.size())
    experiment.note(
        fmt::format("At this scale the 9x9 filter is compiled with {} of {} options.", some, option_names.size()));
  experiment.note("-werror, as the source spells -Werror, " + answer_to_werror(bench) + ".");
}

}  // namespace

void build(Experiment& experiment) {
  const auto bench = std::make_shared<BuildBench>(experiment);
  measure_ways(experiment, bench);
  measure_options(experiment, bench);
  measure_kernels(experiment, bench);
  add_table(experiment, *bench);
  add_notes(experiment, *bench);
}

}  // namespace lenslet::study
