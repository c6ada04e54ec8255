// Two writes beside a kernel that does not need them, and a kernel that needs all three: in order, and by a marker.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "study/clock.hpp"
#include "study/studies/sync_work.hpp"

namespace lenslet::study {
namespace {

// The commands of one run, by which queue took them.
struct Commands {
  ocl::Event write_a, write_b, marker, spin, combine;
};

// As the source has it: a marker behind both writes, the independent kernel, the host's wait for the marker, then the
// kernel that needs the writes. `writes` and `kernels` may be one queue.
Commands with_marker(const SyncWork& work, const ocl::Queue& writes, const ocl::Queue& kernels, bool pinned) {
  const ocl::Drain drain_writes(writes), drain_kernels(kernels);
  ocl::Event a = work.write_a(writes, pinned), b = work.write_b(writes, pinned);
  ocl::Event marker = ocl::marker(writes, {a, b});
  ocl::Event spin = work.spin_first(kernels);
  writes.flush();
  kernels.flush();
  marker.wait();
  ocl::Event combine = work.combine(kernels, {spin});
  combine.wait();
  return {std::move(a), std::move(b), std::move(marker), std::move(spin), std::move(combine)};
}

void serially(const SyncWork& work, bool pinned) {
  const ocl::Queue& queue = work.queue();
  const ocl::Drain drain(queue);
  work.write_a(queue, pinned);
  work.write_b(queue, pinned);
  work.spin_first(queue);
  work.combine(queue).wait();
}

struct OverlapWay {
  const char* line;
  std::function<void(const SyncWork&, bool pinned)> run;
};

const std::vector<OverlapWay>& overlap_ways() {
  static const std::vector<OverlapWay> all = {
      {serial_line, serially},
      {in_order_line, [](const SyncWork& work, bool pinned) { with_marker(work, work.queue(), work.queue(), pinned); }},
      {out_of_order_line,
       [](const SyncWork& work, bool pinned) { with_marker(work, work.out_of_order(), work.out_of_order(), pinned); }},
      {two_queues_line,
       [](const SyncWork& work, bool pinned) { with_marker(work, work.second(), work.queue(), pinned); }},
  };
  return all;
}

void add_timeline(StudyReport& report, const std::string& title, const Commands& commands, const std::string& writes,
                  const std::string& kernels) {
  const std::tuple<std::string, std::string, const ocl::Event*> rows[] = {
      {writes, "write a", &commands.write_a},
      {writes, "write b", &commands.write_b},
      {kernels, "independent kernel", &commands.spin},
      {kernels, "kernel that needs all", &commands.combine}};
  std::uint64_t begin = ~std::uint64_t{0};
  for (const auto& [row, label, event] : rows) begin = std::min(begin, event->start_ns());
  const auto ms = [begin](std::uint64_t ns) { return static_cast<double>(ns - begin) * 1e-6; };
  StudyTimeline line{title, {}};
  for (const auto& [row, label, event] : rows)
    line.spans.push_back({row, label, ms(event->start_ns()), ms(event->end_ns())});
  report.timelines.push_back(std::move(line));
}

// For how long any command ran, and the sum of all their times: larger where some ran at once.
struct Busy {
  double any = 0;
  double sum = 0;
};

Busy busy_of(std::vector<StudySpan> spans) {
  std::ranges::sort(spans, {}, &StudySpan::begin_ms);
  Busy busy;
  double until = 0;  // the end of what ran so far
  for (const StudySpan& span : spans) {
    busy.sum += span.end_ms - span.begin_ms;
    busy.any += std::max(0.0, span.end_ms - std::max(until, span.begin_ms));
    until = std::max(until, span.end_ms);
  }
  return busy;
}

void add_busy_table(StudyReport& report) {
  StudyTable table{"Overlap on the time lines, ms", {"commands in", "any ran for", "sum of their times"}, {}};
  for (const StudyTimeline& line : report.timelines) {
    const Busy busy = busy_of(line.spans);
    table.rows.push_back({line.title, fmt::format("{:.3f}", busy.any), fmt::format("{:.3f}", busy.sum)});
  }
  report.tables.push_back(std::move(table));
}

}  // namespace

std::size_t measure_overlap(Experiment& experiment, const LazySyncWork& lazy) {
  const std::size_t chart = experiment.add_chart("Two writes and two kernels, until all have ended", "writes from",
                                                 {"ordinary memory", "pinned memory"});
  for (const bool pinned : {false, true})
    for (const OverlapWay& way : overlap_ways())
      experiment.add(chart, way.line, pinned ? pinned_memory : 0, [lazy, pinned, &way]() -> Ready {
        const auto work = lazy.get();
        work->clear();
        return {
            [work, pinned, &way] { return host_ms([&] { way.run(*work, pinned); }); },
            fmt::format("{}; {}", way.line == serial_line ? "no marker" : "marker behind the writes", work->describe()),
            work->source(), [work] { return work->fault_of_sums(); }};
      });
  experiment.measure();
  return chart;
}

void add_timelines(Experiment& experiment, const SyncWork& work) {
  if (!work.has_clock()) {
    experiment.note("The driver gives no times of events: there are no time lines.");
    return;
  }
  StudyReport& report = experiment.report();
  const ocl::Queue &first = work.queue(), &second = work.second();
  add_timeline(report, "One in-order queue", with_marker(work, first, first, true), "queue, writes", "queue, kernels");
  if (work.has_out_of_order()) {
    const ocl::Queue& any = work.out_of_order();
    add_timeline(report, "One out-of-order queue", with_marker(work, any, any, true), "queue, writes",
                 "queue, kernels");
  }
  add_timeline(report, "Two queues", with_marker(work, second, first, true), "queue 1, writes", "queue 2, kernels");
  add_busy_table(report);
}

}  // namespace lenslet::study
