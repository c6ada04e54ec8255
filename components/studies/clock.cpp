// Decides which clock counts.
#include "studies/clock.hpp"

#include "elapsed.hpp"

namespace lenslet::study {
namespace {

constexpr double min_ms = 1e-4;  // a shorter time comes from a driver without a clock

}  // namespace

double host_ms(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return milliseconds_since(begin);
}

double device_or_host_ms(double device_ms, double host_ms) {
  return device_ms > min_ms ? device_ms : host_ms;
}

double timed_ms(const std::function<std::vector<ocl::Event>()>& launch) {
  std::vector<ocl::Event> events;
  const double until_end = host_ms([&] {
    events = launch();
    for (const ocl::Event& event : events) event.wait();
  });
  if (events.empty()) return until_end;
  const std::uint64_t ns = events.back().end_ns() - events.front().start_ns();
  return device_or_host_ms(static_cast<double>(ns) * 1e-6, until_end);
}

}  // namespace lenslet::study
