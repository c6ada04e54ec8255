// A line for people and an object for programs.
#include "tool/jobs/device_use.hpp"

#include <fmt/format.h>

namespace lenslet::cli {

std::string to_text(const DeviceUse& use) {
  return fmt::format(
      "{} files in {:.2f} s, {}; the device was idle for {:.0f} % of it (kernels {:.3f} s, copies {:.3f} s)", use.files,
      use.total_ms * 1e-3, use.at_a_time == 1 ? "one after the other" : fmt::format("{} at a time", use.at_a_time),
      use.total_ms > 0 ? 100 * use.idle_ms() / use.total_ms : 0, use.kernel_ms * 1e-3, use.copy_ms * 1e-3);
}

Json to_json(const DeviceUse& use) {
  return {{"at_a_time", use.at_a_time}, {"total_ms", use.total_ms},   {"busy_ms", use.busy_ms},
          {"idle_ms", use.idle_ms()},   {"kernel_ms", use.kernel_ms}, {"copy_ms", use.copy_ms}};
}

void BusyClock::begin() {
  const std::lock_guard lock(mutex_);
  if (at_work_++ == 0) since_ = Clock::now();
}

void BusyClock::end() {
  const std::lock_guard lock(mutex_);
  if (--at_work_ == 0) all_ += Clock::now() - since_;
}

double BusyClock::ms() const {
  const std::lock_guard lock(mutex_);
  return all_.count();
}

}  // namespace lenslet::cli
