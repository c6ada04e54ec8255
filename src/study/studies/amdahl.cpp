// amdahl: what Amdahl's and Gustafson's laws say, and how programs really scale over a device's compute units: on
// sub-devices, or, where the driver does not divide, with as many work-groups as units are to have work.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/sub_device.hpp"
#include "study/judgement.hpp"
#include "study/studies/amdahl_work.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

using namespace scaling;

double amdahl_speedup(double serial, double n) {
  return 1 / (serial + (1 - serial) / n);
}

double gustafson_speedup(double serial, double n) {
  return n - serial * (n - 1);
}

// What the literature says of B = alpha = 0.5; it cuts 1.778 to 1.77.
struct Printed {
  double processors, amdahl, gustafson;
};
constexpr Printed printed[] = {{2, 1.33, 1.5}, {4, 1.6, 2.5}, {8, 1.77, 4.5}};

StudyPoint computed(double x, double value) {
  return {.x = x, .ms = {value}, .how = "computed", .missing = {}};
}

void show_laws(Experiment& experiment) {
  StudyChart chart{"Speed-up with half of the work serial, by the laws", "processors", {}, {}, "times as fast"};
  chart.lines = {{"Amdahl", {}}, {"Gustafson", {}}};
  for (double n = 1; n <= 64; n *= 2) {
    chart.lines[0].points.push_back(computed(n, amdahl_speedup(0.5, n)));
    chart.lines[1].points.push_back(computed(n, gustafson_speedup(0.5, n)));
  }
  experiment.report().charts.push_back(std::move(chart));
  StudyTable table{"The laws' values for B = alpha = 0.5", {"processors", "law", "printed", "computed"}, {}, 2};
  const auto compare = [&](const char* law, double processors, double said, double is) {
    table.rows.push_back({fmt::format("{}", processors), law, fmt::format("{}", said), fmt::format("{:.4g}", is)});
  };
  for (const Printed& row : printed) {
    compare("Amdahl", row.processors, row.amdahl, amdahl_speedup(0.5, row.processors));
    compare("Gustafson", row.processors, row.gustafson, gustafson_speedup(0.5, row.processors));
  }
  experiment.report().tables.push_back(std::move(table));
}

std::optional<double> median(const Experiment& experiment, std::size_t chart, const char* line, std::size_t n) {
  const std::vector<double>* ms = experiment.times(chart, line, static_cast<double>(n));
  return ms ? std::optional(summarize(*ms).median) : std::nullopt;
}

// What a line's program does on n units, in units of what it does on one.
double work_of(const std::string& line, double n) {
  return line == grown ? (1 + n) / 2 : 1;
}

// Speed-ups of one line: by the same work, or, for the line that grows, by the work that is done at the same time.
StudyLine speedups(const Experiment& experiment, std::size_t chart, const char* line,
                   const std::vector<std::size_t>& counts) {
  StudyLine result{line, {}};
  const std::optional<double> one = median(experiment, chart, line, 1);
  for (const std::size_t n : counts) {
    const std::optional<double> ms = median(experiment, chart, line, n);
    if (!one || !ms) continue;
    const auto units = static_cast<double>(n);
    result.points.push_back(
        {.x = units, .ms = {work_of(line, units) * *one / *ms}, .how = "of the medians", .missing = {}});
  }
  return result;
}

// The measured speed-up from one unit on, with its interval.
std::string speed_up_text(const Experiment& experiment, std::size_t chart, const char* line, double n) {
  const std::vector<double>*one = experiment.times(chart, line, 1), *many = experiment.times(chart, line, n);
  if (!one || !many) return "-";
  const Ratio ratio = ratio_of_medians(*one, *many);
  const double work = work_of(line, n);
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", work * ratio.value, work * ratio.confidence.low,
                     work * ratio.confidence.high);
}

// B of 1 / speed-up = B + (1 - B) / n, by least squares; noise can take it out of 0 to 1.
double fitted_serial(const StudyLine& line) {
  double product = 0, square = 0;
  for (const StudyPoint& point : line.points) {
    const double parallel = 1 - 1 / point.x;
    product += (1 / point.ms[0] - 1 / point.x) * parallel;
    square += parallel * parallel;
  }
  return product / square;
}

void show_speedups(Experiment& experiment, std::size_t times, const std::vector<std::size_t>& counts) {
  StudyChart chart{
      "Speed-up, measured and by the laws", experiment.report().charts[times].x_axis, {}, {}, "times as fast"};
  StudyTable table{"Serial fractions that fit the measured times",
                   {"program", "fitted serial fraction", "units", "measured speed-up", "Amdahl", "Gustafson"},
                   {}};
  std::vector<StudyLine> laws;
  for (const char* line : {arithmetic, memory, half_serial, grown}) {
    const StudyLine measured = speedups(experiment, times, line, counts);
    chart.lines.push_back(measured);
    if (measured.points.size() < 2) continue;
    const bool grows = line == std::string(grown);
    const double serial = grows ? 0.5 : fitted_serial(measured);
    laws.push_back({fmt::format("{}: {} of {:.3f}", grows ? "Gustafson" : "Amdahl", line, serial), {}});
    for (const StudyPoint& point : measured.points)
      laws.back().points.push_back(
          computed(point.x, grows ? gustafson_speedup(serial, point.x) : amdahl_speedup(serial, point.x)));
    const StudyPoint& last = measured.points.back();
    table.rows.push_back({line, grows ? "0.5 by its making" : fmt::format("{:.3f}", serial), fmt::format("{}", last.x),
                          speed_up_text(experiment, times, line, last.x),
                          fmt::format("{:.2f}", amdahl_speedup(serial, last.x)),
                          fmt::format("{:.2f}", gustafson_speedup(serial, last.x))});
  }
  chart.lines.insert(chart.lines.end(), laws.begin(), laws.end());
  experiment.report().charts.push_back(std::move(chart));
  experiment.report().tables.push_back(std::move(table));
}

// Why the driver does not divide the device; empty where it does.
std::string obstacle(const Experiment& experiment) {
  try {
    ocl::sub_device(experiment.queue().device(), 1);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

// Doubled up to all.
std::vector<std::size_t> counts_of(std::size_t units) {
  std::vector<std::size_t> counts;
  for (std::size_t n = 1; n < units; n *= 2) counts.push_back(n);
  counts.push_back(units);
  return counts;
}

// Half of the programs is serial by their making, so the laws leave nothing open but that n units are as good as n
// processors: where a program without a serial part is not n times as fast, nothing follows.
Claim judge_laws(const Experiment& experiment, std::size_t chart, const std::vector<std::size_t>& counts,
                 const std::string& no_parts) {
  Judgement judgement(experiment, 61);
  if (!no_parts.empty()) return judgement.cannot(no_parts).claim();
  if (counts.size() < 2) return judgement.cannot("the device has one compute unit").claim();
  Judgement premise = judgement;
  for (const std::size_t count : counts) {
    if (count == 1) continue;
    const auto n = static_cast<double>(count);
    const auto predict = [&](Judgement& by, const char* line, const char* law, double speed_up) {
      by.predicted({chart, line, 1}, {chart, line, n}, {.law = law, .speed_up = speed_up, .work = work_of(line, n)});
    };
    predict(premise, arithmetic, "as many processors", n);
    predict(judgement, half_serial, "Amdahl", amdahl_speedup(0.5, n));
    predict(judgement, grown, "Gustafson", gustafson_speedup(0.5, n));
  }
  const Claim processors = premise.claim();
  Claim claim = judgement.claim();
  claim.figures.insert(claim.figures.end(), processors.figures.begin(), processors.figures.end());
  if (processors.verdict != Verdict::holds && claim.verdict != Verdict::untested) {
    claim.verdict = Verdict::undecided;
    claim.figures.push_back(
        {"a program without a serial part does not surely scale here, so nothing follows for the laws"});
  }
  return claim;
}

void run(Experiment& experiment) {
  show_laws(experiment);
  const std::string no_parts = obstacle(experiment);
  const bool divides = no_parts.empty();
  const std::size_t times = experiment.add_chart(divides ? "Time on sub-devices" : "Time with few work-groups",
                                                 divides ? "compute units" : "work-groups");
  Work work(experiment, divides);
  const auto counts = counts_of(static_cast<std::size_t>(experiment.session().device().compute_units));
  for (const char* line : {arithmetic, memory, half_serial, grown})
    for (const std::size_t n : counts)
      experiment.add(times, line, static_cast<double>(n), [&work, line, n] { return work.ready(line, n); });
  experiment.measure();
  show_speedups(experiment, times, counts);
  experiment.report().claims.push_back(judge_laws(experiment, times, counts, no_parts));
  if (!divides)
    experiment.note(no_parts +
                    ": instead, as many work-groups as units are to have work are started on the whole of it.");
  experiment.note(
      "The serial part is one work-group with as much arithmetic as all groups of the parallel part together: on one "
      "compute unit it is half of the time.");
}

}  // namespace

Study amdahl() {
  return {"amdahl", run};
}

}  // namespace lenslet::study
