// amdahl: the predictions of Amdahl's and Gustafson's laws, and how programs really scale over a device's compute
// units. They run on sub-devices, or, where the driver cannot divide the device, with one work-group for each unit in
// use.
#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include <fmt/ranges.h>

#include "ocl/sub_device.hpp"
#include "rounding.hpp"
#include "studies/judgement.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {
namespace {

using Numbers = std::vector<std::uint32_t>;

const std::string arithmetic = "bound by arithmetic", memory = "bound by memory", half_serial = "half of it serial",
                  grown = "half of it serial, the rest grown with the units";
const std::string programs[] = {arithmetic, memory, half_serial, grown};

constexpr std::int64_t full_rounds = 32768;
constexpr std::int64_t full_values = std::int64_t{1} << 22;  // values of 16 bytes
constexpr std::size_t max_group_size = 256;
constexpr std::size_t values_per_item = 16;
constexpr std::size_t groups_per_unit = 4;

double amdahl_speedup(double serial, double n) {
  return 1 / (serial + (1 - serial) / n);
}

double gustafson_speedup(double serial, double n) {
  return n - serial * (n - 1);
}

// The literature's numbers for B = alpha = 0.5. It truncates 1.778 to 1.77.
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

// Returns the work of a line's program on n units, in units of its work on one.
double work_of(const std::string& line, double n) {
  return line == grown ? (1 + n) / 2 : 1;
}

// Compares n units with one: by the same work, or for the line that grows by the work in the same time.
std::optional<Ratio> speed_up(const Experiment& experiment, std::size_t chart, const std::string& line, double n) {
  const std::vector<double>*one = experiment.times(chart, line, 1), *many = experiment.times(chart, line, n);
  if (!one || !many) return {};
  const auto [value, sure] = ratio_of_medians(*one, *many);
  const double work = work_of(line, n);
  return Ratio{work * value, {work * sure.low, work * sure.high}};
}

StudyLine speed_ups(const Experiment& experiment, std::size_t chart, const std::string& line,
                    const std::vector<std::size_t>& counts) {
  StudyLine result{line, {}};
  for (const std::size_t n : counts)
    if (const auto ratio = speed_up(experiment, chart, line, static_cast<double>(n)))
      result.points.push_back({static_cast<double>(n), {ratio->value}, "of the medians", -1, {}});
  return result;
}

// Fits B of 1 / speed-up = B + (1 - B) / n by least squares. Noise may make it negative or over 1.
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
  for (const std::string& line : programs) {
    const StudyLine measured = speed_ups(experiment, times, line, counts);
    chart.lines.push_back(measured);
    if (measured.points.size() < 2) continue;
    const bool grows = line == grown;
    const double serial = grows ? 0.5 : fitted_serial(measured);
    laws.push_back({fmt::format("{}: {} of {:.3f}", grows ? "Gustafson" : "Amdahl", line, serial), {}});
    for (const StudyPoint& point : measured.points)
      laws.back().points.push_back(
          computed(point.x, grows ? gustafson_speedup(serial, point.x) : amdahl_speedup(serial, point.x)));
    const double most = measured.points.back().x;
    const auto [value, sure] = *speed_up(experiment, times, line, most);
    table.rows.push_back({line, grows ? "0.5 by its making" : fmt::format("{:.3f}", serial), fmt::format("{}", most),
                          fmt::format("{:.2f} ({:.2f} to {:.2f})", value, sure.low, sure.high),
                          fmt::format("{:.2f}", amdahl_speedup(serial, most)),
                          fmt::format("{:.2f}", gustafson_speedup(serial, most))});
  }
  chart.lines.insert(chart.lines.end(), laws.begin(), laws.end());
  experiment.report().charts.push_back(std::move(chart));
  experiment.report().tables.push_back(std::move(table));
}

// Returns why the driver does not divide the device; nothing where it does.
std::string obstacle(const Experiment& experiment) {
  return failure_of([&] { ocl::sub_device(experiment.queue().device(), 1); }).value_or("");
}

// Doubles the number of units until all are used.
std::vector<std::size_t> counts_of(std::size_t units) {
  std::vector<std::size_t> counts;
  for (std::size_t n = 1; n < units; n *= 2) counts.push_back(n);
  counts.push_back(units);
  return counts;
}

// Says which of the source's numbers of processors the device has.
std::string measured_counts(const std::vector<std::size_t>& counts) {
  std::vector<std::string> here, lacking;
  for (const Printed& row : printed) {
    const bool has = std::ranges::find(counts, static_cast<std::size_t>(row.processors)) != counts.end();
    (has ? here : lacking).push_back(fmt::format("{:g}", row.processors));
  }
  if (lacking.empty()) return fmt::format("measured at all of the source's {} processors", fmt::join(here, ", "));
  return fmt::format("measured at {} of the source's processors: {} compute units have no {}",
                     here.empty() ? "none" : fmt::format("{}", fmt::join(here, ", ")), counts.back(),
                     fmt::join(lacking, ", no "));
}

// Half of each program is serial by construction. So only one thing is open: whether n units are as good as n
// processors. If a program without a serial part is not n times as fast, nothing follows.
Claim judge_laws(const Experiment& experiment, std::size_t chart, const std::vector<std::size_t>& counts,
                 const std::string& no_parts) {
  Judgement judgement(experiment, 61);
  if (!no_parts.empty()) return judgement.cannot(no_parts).claim();
  if (counts.size() < 2) return judgement.cannot("the device has one compute unit").claim();
  Judgement premise = judgement;
  for (const std::size_t count : counts) {
    if (count == 1) continue;
    const auto n = static_cast<double>(count);
    const auto predict = [&](Judgement& by, const std::string& line, const char* law, double speed_up) {
      by.predicted({chart, line, 1}, {chart, line, n}, {.law = law, .speed_up = speed_up, .work = work_of(line, n)});
    };
    predict(premise, arithmetic, "as many processors", n);
    predict(judgement, half_serial, "Amdahl", amdahl_speedup(0.5, n));
    predict(judgement, grown, "Gustafson", gustafson_speedup(0.5, n));
  }
  judgement.cannot(measured_counts(counts));
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

// Makes a row of arithmetic with 16 different results.
KernelRow arithmetic_row(const ocl::Queue& queue, std::size_t groups, std::size_t group, std::uint32_t rounds) {
  const auto seed = [](std::size_t i) { return static_cast<std::uint32_t>(i % 16); };
  const auto expected = [=, items = groups * group] {
    const Numbers first = values_of(16, [&](std::size_t i) { return after_rounds(seed(i), rounds); });
    return values_of(items, [&](std::size_t i) { return first[i % 16]; });
  };
  return steps_row(upload(queue, values_of(groups * group, seed)), output<std::uint32_t>(groups * group, expected),
                   rounds, launch_of(groups, group));
}

KernelRow memory_row(const ocl::Queue& queue, std::size_t groups, std::size_t group, std::size_t count) {
  const Numbers values =
      values_of(4 * count, [](std::size_t i) { return static_cast<std::uint32_t>(i) * 2654435761u; });
  const auto sum_of = [](const Numbers& all) { return Numbers{std::reduce(all.begin(), all.end(), 0u)}; };
  const auto check = [sum_of, expected = sum_of(values)](const Numbers& sums) {
    return first_difference(sum_of(sums), expected);
  };
  return {
      "amdahl.cl",
      "read_all",
      {},
      {output_for<std::uint32_t>(4 * groups * group, check), static_cast<std::uint32_t>(count), upload(queue, values)},
      launch_of(groups, group)};
}

// All the work, and how it is spread over n units: over sub-devices of n units with more groups than units, or over n
// groups on the whole device.
class Work {
 public:
  Work(const Experiment& experiment, bool divides)
      : experiment_(experiment),
        divides_(divides),
        group_(experiment.group(max_group_size)),
        groups_(groups_per_unit * std::bit_ceil(static_cast<std::size_t>(experiment.device().compute_units))),
        rounds_(static_cast<std::uint32_t>(experiment.scaled(full_rounds, static_cast<std::int64_t>(groups_)))),
        values_(static_cast<std::size_t>(experiment.scaled(full_values, values_per_item * max_group_size))) {}

  Ready ready(const std::string& program, std::size_t n);

 private:
  const ocl::Queue& queue_of(std::size_t n);

  const Experiment& experiment_;
  bool divides_;
  std::size_t group_, groups_;  // the groups that sub-devices share
  std::uint32_t rounds_;        // of one group that does all the arithmetic
  std::size_t values_;          // number of values to read
  std::map<std::size_t, ocl::Queue> queues_;
};

const ocl::Queue& Work::queue_of(std::size_t n) {
  const ocl::Queue& whole = experiment_.queue();
  if (const auto known = queues_.find(n); known != queues_.end()) return known->second;
  return queues_.emplace(n, divides_ ? ocl::Queue(ocl::sub_device(whole.device(), static_cast<int>(n))) : whole)
      .first->second;
}

Ready Work::ready(const std::string& program, std::size_t n) {
  const ocl::Queue& queue = queue_of(n);
  const std::size_t groups = divides_ ? groups_ : n;
  const auto parallel = static_cast<std::uint32_t>(divide_up(rounds_ * (program == grown ? n : 1), groups));
  const std::size_t readers = divides_ ? std::max<std::size_t>(values_ / group_ / values_per_item, 1) : n;
  std::vector<KernelRow> rows;
  if (program == half_serial || program == grown) rows.push_back(arithmetic_row(queue, 1, group_, rounds_));
  rows.push_back(program == memory ? memory_row(queue, readers, group_, values_)
                                   : arithmetic_row(queue, groups, group_, parallel));
  Ready made = divides_ ? study::ready(queue, rows) : study::ready(experiment_, rows);
  made.how = (divides_ ? fmt::format("a sub-device of {} compute units, ", n) : "the whole device, ") + made.how;
  return made;
}

}  // namespace

void amdahl(Experiment& experiment) {
  show_laws(experiment);
  const std::string no_parts = obstacle(experiment);
  const bool divides = no_parts.empty();
  const std::size_t times = experiment.add_chart(divides ? "Time on sub-devices" : "Time with few work-groups",
                                                 divides ? "compute units" : "work-groups");
  Work work(experiment, divides);
  const auto counts = counts_of(static_cast<std::size_t>(experiment.device().compute_units));
  for (const std::string& program : programs)
    for (const std::size_t n : counts)
      experiment.add(times, program, static_cast<double>(n), [&work, program, n] { return work.ready(program, n); });
  experiment.measure();
  show_speedups(experiment, times, counts);
  experiment.report().claims.push_back(judge_laws(experiment, times, counts, no_parts));
  if (!divides)
    experiment.note(no_parts +
                    ": instead, as many work-groups as units are to have work are started on the whole of it.");
}

}  // namespace lenslet::study
