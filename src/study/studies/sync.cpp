// sync: what keeps commands in order, what it costs the host, and what may run at once.
#include <array>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "study/judgement.hpp"
#include "study/studies/sync_work.hpp"
#include "study/study.hpp"

namespace lenslet::study {
namespace {

constexpr std::size_t gated_bytes = 4096;

std::string_view name_of(ocl::EventState state) {
  constexpr std::array<std::string_view, 5> names = {"queued", "submitted", "running", "complete", "failed"};
  return names[static_cast<std::size_t>(state)];
}

// A write behind an event that the host ends. In a context of its own, which a failed command may leave useless.
std::vector<std::vector<std::string>> states_behind_user_event(const ocl::Device& device, bool fails) {
  const ocl::Queue queue(device);
  const std::vector<std::byte> zeros(gated_bytes);
  const ocl::Buffer buffer = queue.allocate(gated_bytes);
  const ocl::Drain drain(queue);
  ocl::UserEvent gate(queue);
  const ocl::Event write = ocl::write_later(queue, buffer, 0, zeros, {gate.event()});
  std::vector<std::vector<std::string>> rows;
  const auto tell = [&](const char* when) { rows.push_back({when, std::string(name_of(state_of(write)))}); };
  if (!fails) tell("in the queue, behind a user event");
  queue.flush();
  if (!fails) tell("after clFlush");
  fails ? gate.fail() : gate.complete();
  try {
    write.wait();
  } catch (const Error&) {  // what a failed command does to a wait; its state is told
  }
  tell(fails ? "after the user event failed" : "after the user event was completed, and a wait");
  return rows;
}

StudyTable times_table(const SyncWork& work) {
  const ocl::EventTimes times = times_of(work.spin_first(work.queue()));
  const auto ms = [&](std::uint64_t ns) {
    return fmt::format("{:.4f}", static_cast<double>(static_cast<std::int64_t>(ns - times.queued)) * 1e-6);
  };
  return {"A kernel on the device's clock, ms",
          {"queued", "submitted", "started", "ended"},
          {{ms(times.queued), ms(times.submitted), ms(times.started), ms(times.ended)}},
          0};
}

void add_notes(Experiment& experiment, const SyncWork& work) {
  if (!work.has_out_of_order())
    experiment.note("The device has no out-of-order queue: what needs one is missing, two queues stand for it.");
  experiment.note(
      "In an in-order queue the source's marker cannot let the kernel start before the writes have ended, whatever the "
      "host waits for; nor is a barrier needed there. In an out-of-order queue nothing between two kernels that need "
      "an order would be an error, and is left out.");
  experiment.note(
      "The source's loop that polls an event compares what clGetEventInfo returns with CL_COMPLETE. Both are 0, so it "
      "ends at once; here the event's state itself is asked. Several devices need contexts or queues of their own, "
      "which a study of one device does not have.");
}

// The marker's version is the better of those that can overlap at all.
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

// The source speaks of the device's time; the host's has the round trip of clFinish in it.
Claim judge_barrier(const Experiment& experiment, const BetweenCharts& charts) {
  const bool has_clock = experiment.times(charts.device, between_line(false, true), between_barrier) != nullptr;
  Judgement judgement(experiment, 38);
  for (const bool any_order : {false, true}) {
    const std::string enqueue = between_line(any_order, false), total = between_line(any_order, true);
    judgement.faster({charts.enqueue, enqueue, between_barrier}, {charts.enqueue, enqueue, between_finish});
    const std::size_t chart = has_clock ? charts.device : charts.total;
    judgement.alike({chart, total, between_barrier}, {chart, total, between_finish});
  }
  return judgement.claim();
}

void run(Experiment& experiment) {
  const LazySyncWork work([&experiment] { return std::make_shared<const SyncWork>(experiment); });
  const BetweenCharts between = measure_between(experiment, work);
  measure_beside(experiment, work);
  const std::size_t overlap = measure_overlap(experiment, work);
  experiment.attempt([&] { add_timelines(experiment, *work.get()); });
  experiment.attempt([&] { add_states(experiment, *work.get()); });
  experiment.attempt([&] { add_notes(experiment, *work.get()); });
  experiment.report().claims.push_back(judge_barrier(experiment, between));
  experiment.report().claims.push_back(judge_marker(experiment, overlap));
}

}  // namespace

void add_states(Experiment& experiment, const SyncWork& work) {
  StudyTable table{"The states of a write", {"when", "state"}, {}};
  for (const bool fails : {false, true}) try {
      for (std::vector<std::string>& row : states_behind_user_event(work.queue().device(), fails))
        table.rows.push_back(std::move(row));
    } catch (const Error& error) {
      table.rows.push_back({fails ? "a user event that fails" : "a user event", error.what()});
    }
  experiment.report().tables.push_back(std::move(table));
  if (work.has_clock()) experiment.report().tables.push_back(times_table(work));
}

Study sync() {
  return {"sync", run};
}

}  // namespace lenslet::study
