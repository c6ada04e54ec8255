// What keeps two kernels in order costs, and what two kernels gain that need no order.
#include <array>

#include <lenslet/error.hpp>

#include "study/clock.hpp"
#include "study/shared_runs.hpp"
#include "study/studies/sync_work.hpp"

namespace lenslet::study {
namespace {

enum Between : std::size_t { nothing, wait_list, barrier, finish };
const std::vector<std::string> between_names = {"nothing", "wait list", "barrier", "clFinish"};
static_assert(static_cast<double>(barrier) == between_barrier && static_cast<double>(finish) == between_finish);

// The times until both kernels were in the queue, until both had ended, and, on the device's clock, from the begin of
// the first to the end of the second.
std::vector<double> run_two(const SyncWork& work, const ocl::Queue& queue, Between between) {
  const ocl::Drain drain(queue);
  const HostClock clock;
  const ocl::Event first = work.spin_first(queue);
  if (between == barrier) ocl::barrier(queue);
  if (between == finish) queue.finish();
  const ocl::Event second = work.spin_second(queue, between == wait_list ? ocl::After{first} : ocl::After{});
  const double enqueue_ms = clock.ms();
  queue.finish();
  const double total_ms = clock.ms();
  const std::uint64_t device_ns = work.has_clock() ? second.end_ns() - first.start_ns() : 0;
  return {enqueue_ms, total_ms, static_cast<double>(device_ns) * 1e-6};
}

// The candidates for three charts of one way.
void add_between(Experiment& experiment, const std::array<std::size_t, 3>& charts, const LazySyncWork& lazy,
                 Between between, bool any_order) {
  const auto run = [lazy, between, any_order] {
    const auto& work = lazy.get();
    return run_two(*work, any_order ? work->out_of_order() : work->queue(), between);
  };
  const auto runs = std::make_shared<SharedRuns>(charts.size(), run);
  for (std::size_t part = 0; part < charts.size(); ++part)
    experiment.add(charts[part], between_line(any_order, part > 0), static_cast<double>(between),
                   [lazy, runs, part]() -> Ready {
                     const auto work = lazy.get();
                     if (part == 2 && !work->has_clock())
                       throw Error(ErrorKind::unsupported, "the driver gives no times of events");
                     if (part == 0) work->clear();
                     return {[runs, part] { return runs->next(part); }, work->describe(), work->source(),
                             [work] { return work->fault_of_second(); }};
                   });
}

// Two kernels, first put into the one queue, then into the other, which may be the same.
double run_beside(const SyncWork& work, const ocl::Queue& one, const ocl::Queue& other) {
  const ocl::Drain drain_one(one), drain_other(other);
  return host_ms([&] {
    const ocl::Event first = work.spin_first(one);
    const ocl::Event beside = work.spin_beside(other);
    one.flush();
    other.flush();
    first.wait();
    beside.wait();
  });
}

}  // namespace

std::string between_line(bool any_order, bool total) {
  return std::string(any_order ? out_of_order_line : in_order_line) + (total ? ", ended" : ", in the queue");
}

BetweenCharts measure_between(Experiment& experiment, const LazySyncWork& work) {
  const std::array<std::size_t, 3> charts = {
      experiment.add_chart("Two kernels, until they are in the queue", "between them", between_names),
      experiment.add_chart("Two kernels, until both have ended", "between them", between_names),
      experiment.add_chart("Two kernels, on the device's clock", "between them", between_names)};
  for (const Between between : {nothing, wait_list, barrier, finish}) {
    add_between(experiment, charts, work, between, false);
    if (between != nothing) add_between(experiment, charts, work, between, true);
  }
  experiment.measure();
  return {charts[0], charts[1], charts[2]};
}

void measure_beside(Experiment& experiment, const LazySyncWork& lazy) {
  const std::size_t chart =
      experiment.add_chart("Kernels that need no order, until all have ended", "kernels", {"one", "two"});
  const auto add = [&](const char* line, double place, double (*run)(const SyncWork&)) {
    experiment.add(chart, line, place, [lazy, place, run]() -> Ready {
      const auto work = lazy.get();
      work->clear();
      return {[work, run] { return run(*work); }, work->describe(), work->source(),
              [work, place] { return place > 0 ? work->fault_of_beside() : work->fault_of_first(); }};
    });
  };
  add(in_order_line, 0, [](const SyncWork& work) { return host_ms([&] { work.spin_first(work.queue()).wait(); }); });
  add(in_order_line, 1, [](const SyncWork& work) { return run_beside(work, work.queue(), work.queue()); });
  add(out_of_order_line, 1,
      [](const SyncWork& work) { return run_beside(work, work.out_of_order(), work.out_of_order()); });
  add(two_queues_line, 1, [](const SyncWork& work) { return run_beside(work, work.queue(), work.second()); });
  experiment.measure();
}

}  // namespace lenslet::study
