// sync: what keeps commands in order, what it costs the host, and what may run at once.
#include <array>

#include <lenslet/error.hpp>

#include "studies/experiments/sync_work.hpp"
#include "studies/judgement.hpp"
#include "studies/shared_runs.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t gated_bytes = 4096;

// The places on the axis of what stands between two kernels.
enum Between : std::size_t { nothing, wait_list, barrier, finish };
const std::vector<std::string> between_names = {"nothing", "wait list", "barrier", "clFinish"};

// The name of a line: its queue, and an end for its kind of time.
std::string line_of(bool any_order, bool total) {
  return std::string(any_order ? out_of_order_line : in_order_line) + (total ? ", ended" : ", in the queue");
}

// Returns the times until both kernels were queued, until both had ended, and, on the device's clock, from the start of
// the first to the end of the second.
std::vector<double> run_two(const SyncWork& work, const ocl::Queue& queue, Between between) {
  const ocl::Drain drain(queue);
  std::optional<ocl::Event> first, second;
  const double enqueue_ms = host_ms([&] {
    first = work.first.enqueue(queue);
    if (between == barrier) ocl::barrier(queue);
    if (between == finish) queue.finish();
    second = work.after_first.enqueue(queue, between == wait_list ? ocl::After{*first} : ocl::After{});
  });
  const double rest_ms = host_ms([&] { queue.finish(); });
  const std::uint64_t device_ns = work.has_clock ? second->end_ns() - first->start_ns() : 0;
  return {enqueue_ms, enqueue_ms + rest_ms, static_cast<double>(device_ns) * 1e-6};
}

using Charts = std::array<std::size_t, 3>;  // one for each time of run_two()

// Adds the candidates of one way to all charts.
void add_between(Experiment& experiment, const Charts& charts, const Lazy<SyncWork>& lazy, Between between,
                 bool any_order) {
  const auto runs = std::make_shared<SharedRuns>(charts.size(), [lazy, between, any_order] {
    const SyncWork& work = lazy.get();
    return run_two(work, any_order ? work.out_of_order() : work.queue, between);
  });
  for (std::size_t part = 0; part < charts.size(); ++part)
    experiment.add(charts[part], line_of(any_order, part > 0), static_cast<double>(between),
                   [lazy, runs, part]() -> Ready {
                     const SyncWork& work = lazy.get();
                     if (part == 2 && !work.has_clock)
                       throw Error(ErrorKind::unsupported, "the driver gives no times of events");
                     if (part == 0) work.clear();
                     return {[runs, part] { return runs->next(part); }, work.how(), work.first.source(),
                             [lazy] { return lazy.get().after_first.mismatch(); }};
                   });
}

// The source means the device's time. The host's includes the round trip of clFinish.
Claim judge_barrier(const Experiment& experiment, const Charts& charts) {
  const auto [enqueue, total, device] = charts;
  const bool has_clock = experiment.times(device, line_of(false, true), barrier) != nullptr;
  Judgement judgement(experiment, 38);
  for (const bool any_order : {false, true}) {
    const std::string queued = line_of(any_order, false), ended = line_of(any_order, true);
    judgement.faster({enqueue, queued, barrier}, {enqueue, queued, finish});
    const std::size_t chart = has_clock ? device : total;
    judgement.alike({chart, ended, barrier}, {chart, ended, finish});
  }
  return judgement.claim();
}

void measure_between(Experiment& experiment, const Lazy<SyncWork>& work) {
  const Charts charts = {
      experiment.add_chart("Two kernels, until they are in the queue", "between them", between_names),
      experiment.add_chart("Two kernels, until both have ended", "between them", between_names),
      experiment.add_chart("Two kernels, on the device's clock", "between them", between_names)};
  for (const Between between : {nothing, wait_list, barrier, finish}) {
    add_between(experiment, charts, work, between, false);
    if (between != nothing) add_between(experiment, charts, work, between, true);
  }
  experiment.measure();
  experiment.report().claims.push_back(judge_barrier(experiment, charts));
}

// Queues two kernels, one in each queue; the queues may be the same.
void run_beside(const SyncWork& work, const ocl::Queue& one, const ocl::Queue& other) {
  const ocl::Drain drain_one(one), drain_other(other);
  const ocl::Event first = work.first.enqueue(one), beside = work.beside.enqueue(other);
  one.flush();
  other.flush();
  first.wait();
  beside.wait();
}

void measure_beside(Experiment& experiment, const Lazy<SyncWork>& lazy) {
  const std::size_t chart =
      experiment.add_chart("Kernels that need no order, until all have ended", "kernels", {"one", "two"});
  const auto add = [&](const char* line, double place, void (*run)(const SyncWork&)) {
    experiment.add(chart, line, place, [lazy, place, run] {
      const SyncWork& work = lazy.get();
      work.clear();
      const auto mismatch = [lazy, place] {
        const Mismatch wrong = lazy.get().first.mismatch();
        return wrong || place == 0 ? wrong : lazy.get().beside.mismatch();
      };
      return timed_by_host(
          work.how(), [lazy, run] { run(lazy.get()); }, mismatch, work.first.source());
    });
  };
  add(in_order_line, 0, [](const SyncWork& work) { work.first.enqueue().wait(); });
  add(in_order_line, 1, [](const SyncWork& work) { run_beside(work, work.queue, work.queue); });
  add(out_of_order_line, 1, [](const SyncWork& work) { run_beside(work, work.out_of_order(), work.out_of_order()); });
  add(two_queues_line, 1, [](const SyncWork& work) { run_beside(work, work.queue, work.second); });
  experiment.measure();
}

std::string_view name_of(ocl::EventState state) {
  constexpr std::array<std::string_view, 5> names = {"queued", "submitted", "running", "complete", "failed"};
  return names[static_cast<std::size_t>(state)];
}

// A write waits for an event that the host ends. It has a context of its own, since a failed command may leave that
// useless.
void add_states(StudyTable& table, const ocl::Device& device, bool fails) {
  const ocl::Queue queue(device);
  const std::vector<std::byte> zeros(gated_bytes);
  const ocl::Buffer buffer = queue.allocate(gated_bytes);
  const ocl::Drain drain(queue);
  ocl::UserEvent gate(queue);
  const ocl::Event write = ocl::write_later(queue, buffer, 0, zeros, {gate.event()});
  const auto tell = [&](const char* when) { table.rows.push_back({when, std::string(name_of(state_of(write)))}); };
  if (!fails) tell("in the queue, behind a user event");
  queue.flush();
  if (!fails) tell("after clFlush");
  fails ? gate.fail() : gate.complete();
  failure_of([&] { write.wait(); });  // a failed command also makes the wait fail; only its state counts here
  tell(fails ? "after the user event failed" : "after the user event was completed, and a wait");
}

void add_state_table(Experiment& experiment, const ocl::Device& device) {
  StudyTable table{"The states of a write", {"when", "state"}, {}};
  for (const bool fails : {false, true})
    if (const auto failure = failure_of([&] { add_states(table, device, fails); }))
      table.rows.push_back({fails ? "a user event that fails" : "a user event", *failure});
  experiment.report().tables.push_back(std::move(table));
}

void add_times_table(Experiment& experiment, const SyncWork& work) {
  const EventTimes times = times_of(work.first.enqueue());
  const auto ms = [&](std::uint64_t ns) {
    return fmt::format("{:.4f}", static_cast<double>(static_cast<std::int64_t>(ns - times.queued)) * 1e-6);
  };
  experiment.report().tables.push_back({"A kernel on the device's clock, ms",
                                        {"queued", "submitted", "started", "ended"},
                                        {{ms(times.queued), ms(times.submitted), ms(times.started), ms(times.ended)}},
                                        0});
}

}  // namespace

void sync(Experiment& experiment) {
  const auto work = lazy([&experiment] { return SyncWork(experiment); });
  measure_between(experiment, work);
  measure_beside(experiment, work);
  measure_overlap(experiment, work);
  experiment.attempt([&] { add_timelines(experiment, work.get()); });
  experiment.attempt([&] {
    add_state_table(experiment, work.get().queue.device());
    if (work.get().has_clock) add_times_table(experiment, work.get());
    if (!work.get().unordered)
      experiment.note("The device has no out-of-order queue: what needs one is missing, two queues stand for it.");
  });
}

}  // namespace lenslet::study
