// Overlaps two writes with a kernel that does not need them, before a kernel that needs all three: in order, and with a
// marker.
#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "studies/experiments/sync_work.hpp"
#include "studies/judgement.hpp"

namespace lenslet::study {
namespace {

constexpr double ordinary_memory = 0, pinned_memory = 1;  // places of the chart's categories

// The commands of one run.
struct Commands {
  ocl::Event write_a, write_b, marker, spin, combine;
};

// As in the source: a marker follows both writes; then come the independent kernel, the host's wait for the marker, and
// the kernel that needs the writes. `writes` and `kernels` may be one queue.
Commands with_marker(const SyncWork& work, const ocl::Queue& writes, const ocl::Queue& kernels, bool pinned) {
  const ocl::Drain drain_writes(writes), drain_kernels(kernels);
  ocl::Event a = work.write_a(writes, pinned), b = work.write_b(writes, pinned);
  ocl::Event marker = ocl::marker(writes, {a, b});
  ocl::Event spin = work.first.enqueue(kernels);
  writes.flush();
  kernels.flush();
  marker.wait();
  ocl::Event combine = work.combine.enqueue(kernels, {spin});
  combine.wait();
  return {std::move(a), std::move(b), std::move(marker), std::move(spin), std::move(combine)};
}

void serially(const SyncWork& work, bool pinned) {
  const ocl::Drain drain(work.queue);
  work.write_a(work.queue, pinned);
  work.write_b(work.queue, pinned);
  work.first.enqueue();
  work.combine.enqueue().wait();
}

struct OverlapWay {
  const char* line;
  void (*run)(const SyncWork&, bool pinned);
};

constexpr OverlapWay overlap_ways[] = {
    {serial_line, serially},
    {in_order_line, [](const SyncWork& work, bool pinned) { with_marker(work, work.queue, work.queue, pinned); }},
    {out_of_order_line,
     [](const SyncWork& work, bool pinned) { with_marker(work, work.out_of_order(), work.out_of_order(), pinned); }},
    {two_queues_line, [](const SyncWork& work, bool pinned) { with_marker(work, work.second, work.queue, pinned); }},
};

// Takes the best version with a marker among those that can overlap.
Claim judge_marker(const Experiment& experiment, std::size_t chart) {
  Judgement judgement(experiment, 39);
  const char* best = two_queues_line;
  const auto *two = experiment.times(chart, two_queues_line, pinned_memory),
             *any = experiment.times(chart, out_of_order_line, pinned_memory);
  if (any && (!two || summarize(*any).median < summarize(*two).median)) best = out_of_order_line;
  for (const char* in_order : {serial_line, in_order_line})  // the second waits alike and differs in the order alone
    judgement.faster({chart, best, pinned_memory}, {chart, in_order, pinned_memory});
  if (!any) judgement.cannot("out-of-order queue: not measured");
  return judgement.claim();
}

StudyTimeline timeline(const std::string& title, const Commands& commands, const std::string& writes,
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
  return line;
}

// Returns for how long any command ran, and the sum of all commands' times, which is larger where some ran at once.
std::vector<std::string> busy_row(const StudyTimeline& line) {
  std::vector<StudySpan> spans = line.spans;
  std::ranges::sort(spans, {}, &StudySpan::begin_ms);
  double any = 0, sum = 0, until = 0;  // the latest end so far
  for (const StudySpan& span : spans) {
    sum += span.end_ms - span.begin_ms;
    any += std::max(0.0, span.end_ms - std::max(until, span.begin_ms));
    until = std::max(until, span.end_ms);
  }
  return {line.title, fmt::format("{:.3f}", any), fmt::format("{:.3f}", sum)};
}

}  // namespace

void measure_overlap(Experiment& experiment, const Lazy<SyncWork>& lazy) {
  const std::size_t chart = experiment.add_chart("Two writes and two kernels, until all have ended", "writes from",
                                                 {"ordinary memory", "pinned memory"});
  for (const double place : {ordinary_memory, pinned_memory})
    for (const OverlapWay& way : overlap_ways)
      experiment.add(chart, way.line, place, [lazy, pinned = place == pinned_memory, &way] {
        const SyncWork& work = lazy.get();
        work.clear();
        return timed_by_host(
            fmt::format("{}; {}", way.run == serially ? "no marker" : "marker after the writes", work.how()),
            [lazy, pinned, &way] { way.run(lazy.get(), pinned); }, [lazy] { return lazy.get().combine.mismatch(); },
            work.combine.source());
      });
  experiment.measure();
  experiment.report().claims.push_back(judge_marker(experiment, chart));
}

void add_timelines(Experiment& experiment, const SyncWork& work) {
  if (!work.has_clock) return experiment.note("The driver gives no times of events: there are no time lines.");
  std::vector<StudyTimeline>& lines = experiment.report().timelines;
  const auto add = [&](const char* title, const ocl::Queue& writes, const ocl::Queue& kernels, const char* of_writes,
                       const char* of_kernels) {
    lines.push_back(timeline(title, with_marker(work, writes, kernels, true), of_writes, of_kernels));
  };
  add("One in-order queue", work.queue, work.queue, "queue, writes", "queue, kernels");
  if (work.unordered)
    add("One out-of-order queue", *work.unordered, *work.unordered, "queue, writes", "queue, kernels");
  add("Two queues", work.second, work.queue, "queue 1, writes", "queue 2, kernels");
  StudyTable table{"Overlap on the time lines, ms", {"commands in", "any ran for", "sum of their times"}, {}};
  for (const StudyTimeline& line : lines) table.rows.push_back(busy_row(line));
  experiment.report().tables.push_back(std::move(table));
}

}  // namespace lenslet::study
