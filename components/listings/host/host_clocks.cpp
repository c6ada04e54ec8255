// Clocks of the host: what the smallest time is that each can tell. A whole program's time say `time` in a shell and
// Measure-Command in PowerShell, with the start of the process and of the driver in it.
#include "listings/host/host.hpp"

#include <chrono>
#include <ctime>

namespace lenslet::listings {
namespace {

using Seconds = std::chrono::duration<double>;

// About 20 ms of work, by a clock that does not jump.
void work() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  while (std::chrono::steady_clock::now() < end) continue;
}

}  // namespace

HostResult host_clocks(const Session&) {
  const std::clock_t processor = std::clock();
  const auto steady = std::chrono::steady_clock::now();
  work();
  const double by_steady = Seconds(std::chrono::steady_clock::now() - steady).count();
  const double by_processor = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  Report report;
  report.fact("clock(), of the processor's time", fmt::format("{:.6f} s", by_processor));
  report.fact("steady_clock", fmt::format("{:.6f} s", by_steady));
  report.holds("steady_clock tells 20 ms", by_steady >= 0.02);
  report.holds("clock() tells some of it", by_processor > 0);
  return report.take();
}

// time() and difftime() count whole seconds.
HostResult host_clocks_as_printed(const Session&) {
  std::time_t begin = std::time(nullptr);
  for (const std::time_t old = begin; begin == old; begin = std::time(nullptr)) continue;  // a second has just begun
  work();
  const double seconds = std::difftime(std::time(nullptr), begin);
  Report report;
  report.holds(fmt::format("20 ms by difftime(), which says {} s", seconds), seconds > 0);
  return report.take();
}

}  // namespace lenslet::listings
