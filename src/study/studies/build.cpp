// build: what a program costs before its first result, from source, from a binary and from caches, and what the
// compiler's options do to that and to the kernel.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "study/studies/build_bench.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using SharedBench = std::shared_ptr<BuildBench>;
using Charts = std::array<std::size_t, BuildAttempt::parts>;  // the build's, and the first result's

// What a line of each of these is called.
constexpr std::array<const char*, BuildAttempt::parts> endings = {", build", ", first result"};

const std::vector<std::string> option_names = {
    "none",          "-cl-opt-disable", "-cl-mad-enable", "-cl-fast-relaxed-math", "-cl-single-precision-constant",
    "-cl-std=CL1.2", "-cl-std=CL3.0"};

// All at full scale, fewer below, and none where there would be nothing to compare: the large program takes a CPU's
// compiler a second, each time.
std::size_t options_of(const Experiment& experiment, std::size_t place) {
  constexpr std::int64_t of_small = 28, of_large = 16;
  const auto some = static_cast<std::size_t>(experiment.scaled(place == 0 ? of_small : of_large));
  if (place == 0) return std::clamp<std::size_t>(some, 2, option_names.size());
  return some < 2 ? 0 : std::min(some, option_names.size());
}

std::string option_at(std::size_t i) {
  return i == 0 ? std::string() : option_names[i];
}

void add_attempt(Experiment& experiment, const Charts& charts, const std::string& line, double x,
                 const std::shared_ptr<BuildAttempt>& attempt) {
  for (std::size_t part = 0; part < charts.size(); ++part)
    experiment.add(charts[part], line + endings[part], x, [attempt, part]() -> Ready {
      return {[attempt, part] { return attempt->next(part); }, attempt->how(), attempt->source(),
              [attempt] { return attempt->fault(); }};
    });
}

void measure_ways(Experiment& experiment, const SharedBench& bench) {
  const std::vector<std::string>& names = BuildBench::subject_names();
  const Charts charts = {experiment.add_chart("Build", "program", names),
                         experiment.add_chart("Until the first result", "program", names)};
  for (std::size_t place = 0; place < names.size(); ++place)
    for (const BuildWay& way : build_ways())
      add_attempt(experiment, charts, way.name, static_cast<double>(place),
                  std::make_shared<BuildAttempt>(bench, place, way));
  experiment.measure();
}

void measure_options(Experiment& experiment, const SharedBench& bench) {
  const Charts charts = {experiment.add_chart("Build from new source with options", "options", option_names),
                         experiment.add_chart("Until the first result with options", "options", option_names)};
  for (std::size_t place = 0; place < BuildBench::subject_names().size(); ++place)
    for (std::size_t i = 0; i < options_of(experiment, place); ++i) {
      const auto build = [options = option_at(i)](BuildBench& all, const std::string& source) {
        return all.compile(source, options);
      };
      add_attempt(experiment, charts, BuildBench::subject_names()[place], static_cast<double>(i),
                  std::make_shared<BuildAttempt>(bench, place, BuildWay{option_names[i], true, build}));
    }
  experiment.measure();
}

Ready kernel_with(const SharedBench& bench, std::size_t place, const std::string& options) {
  BuildSubject& subject = bench->subject(place, true);
  const auto build = [&](const std::string& source, const std::string&) { return bench->compile(source, options); };
  subject.clear();
  return {subject.make(build, BuildBench::known_stamp), options, bench->source_of(place),
          [bench, &subject] { return subject.fault(BuildBench::known_stamp); }};
}

void measure_kernels(Experiment& experiment, const SharedBench& bench) {
  const std::size_t chart = experiment.add_chart("The kernel compiled with options", "options", option_names);
  for (std::size_t place = 0; place < BuildBench::subject_names().size(); ++place)
    for (std::size_t i = 0; i < options_of(experiment, place); ++i)
      experiment.add(chart, BuildBench::subject_names()[place], static_cast<double>(i),
                     [bench, place, options = option_at(i)] { return kernel_with(bench, place, options); });
  experiment.measure();
}

std::vector<std::string> facts_of(BuildBench& bench, std::size_t place) {
  const std::string& source = bench.source_of(place);
  const ocl::Program program = bench.compile(source).program;
  return {BuildBench::subject_names()[place], fmt::format("{}", source.size()),
          fmt::format("{}", fmt::join(ocl::kernel_names(program), ", ")),
          fmt::format("{}", ocl::binary_of(program).size())};
}

void add_table(Experiment& experiment, BuildBench& bench) {
  StudyTable table{"Programs", {"program", "characters of source", "kernels", "bytes of the binary"}, {}};
  for (std::size_t place = 0; place < BuildBench::subject_names().size(); ++place) try {
      table.rows.push_back(facts_of(bench, place));
    } catch (const Error& error) {
      table.rows.push_back({BuildBench::subject_names()[place], error.what(), "", ""});
    }
  experiment.report().tables.push_back(std::move(table));
}

// The source's spelling of -Werror.
std::string answer_to_werror(BuildBench& bench) {
  try {
    bench.compile(bench.source_of(0), "-werror");
    return "is taken here";
  } catch (const Error& error) {
    return fmt::format("is refused here: {}", error.what());
  }
}

void add_notes(Experiment& experiment, BuildBench& bench) {
  experiment.note(
      "Times are the host's. A new text has a number in its code that no program had before, so neither the driver's "
      "cache nor lenslet's can have it; the source measured one text, whose second build a driver may serve from its "
      "cache. The driver keeps what was compiled here in its cache, if it has one on disk.");
  experiment.note(
      "A driver may compile late: PoCL generates a kernel's code at its first launch, or when its binary is asked for, "
      "as by the program cache. So the time until the first result is what compares ways; it holds the composing of "
      "the 9x9 filter's source, too.");
  if (const std::size_t some = options_of(experiment, 1); some < option_names.size())
    experiment.note(
        fmt::format("At this scale the 9x9 filter is compiled with {} of {} options.", some, option_names.size()));
  experiment.note("-werror, as the source spells -Werror, " + answer_to_werror(bench) + ".");
}

void run(Experiment& experiment) {
  const auto bench = std::make_shared<BuildBench>(experiment);
  measure_ways(experiment, bench);
  measure_options(experiment, bench);
  measure_kernels(experiment, bench);
  add_table(experiment, *bench);
  add_notes(experiment, *bench);
}

}  // namespace

Study build() {
  return {"build", run};
}

}  // namespace lenslet::study
