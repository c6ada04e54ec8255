// amdahl: what Amdahl's and Gustafson's laws say, and how programs really scale over a device's compute units: on
// sub-devices, or, where the driver does not divide, with as many work-groups as units are to have work.
#include <cmath>

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

Claim show_laws(Experiment& experiment) {
  StudyChart chart{"Speed-up with half of the work serial, by the laws", "processors", {}, {}, "times as fast"};
  chart.lines = {{"Amdahl", {}}, {"Gustafson", {}}};
  for (double n = 1; n <= 64; n *= 2) {
    chart.lines[0].points.push_back(computed(n, amdahl_speedup(0.5, n)));
    chart.lines[1].points.push_back(computed(n, gustafson_speedup(0.5, n)));
  }
  experiment.report().charts.push_back(std::move(chart));
  StudyTable table{"The laws' values for B = alpha = 0.5", {"processors", "law", "printed", "computed"}, {}};
  Judgement judgement(experiment, 61,
                      "With half of the work serial, 2, 4 and 8 processors are 1.33, 1.6 and 1.77 times as fast by "
                      "Amdahl, 1.5, 2.5 and 4.5 times by Gustafson.");
  const auto compare = [&](const char* law, double processors, double said, double is) {
    table.rows.push_back({fmt::format("{}", processors), law, fmt::format("{}", said), fmt::format("{:.4g}", is)});
    judgement.shows(std::abs(said - is) < 0.01, fmt::format("{} for {}: {:.4g}", law, processors, is));
  };
  for (const Printed& row : printed) {
    compare("Amdahl", row.processors, row.amdahl, amdahl_speedup(0.5, row.processors));
    compare("Gustafson", row.processors, row.gustafson, gustafson_speedup(0.5, row.processors));
  }
  experiment.report().tables.push_back(std::move(table));
  return judgement.claim();
}

std::optional<double> median(const Experiment& experiment, std::size_t chart, const char* line, std::size_t n) {
  const std::vector<double>* ms = experiment.times(chart, line, static_cast<double>(n));
  return ms ? std::optional(summarize(*ms).median) : std::nullopt;
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
    const double work = line == std::string(grown) ? (1 + units) / 2 : 1;
    result.points.push_back({.x = units, .ms = {work * *one / *ms}, .how = "of the medians", .missing = {}});
  }
  return result;
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
                          fmt::format("{:.2f}", last.ms[0]), fmt::format("{:.2f}", amdahl_speedup(serial, last.x)),
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

void run(Experiment& experiment) {
  experiment.report().claims.push_back(show_laws(experiment));
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
  if (!divides)
    experiment.note(no_parts +
                    ": instead, as many work-groups as units are to have work are started on the whole of it.");
  experiment.note(
      "The serial part is one work-group with as much arithmetic as all groups of the parallel part together: on one "
      "compute unit it is half of the time.");
}

}  // namespace

Study amdahl() {
  return {{.name = "amdahl",
           .summary = "Amdahl's and Gustafson's laws, and measured scaling over compute units.",
           .claims = {61}},
          run};
}

}  // namespace lenslet::study
