#include "tool/jobs/failed_devices.hpp"

#include <fmt/format.h>

#include "tool/terminal/exit.hpp"

namespace lenslet::cli {

void leave_hanging(const std::vector<DeviceShare>& shares) {
  for (const DeviceShare& share : shares)
    if (share.hangs) leave_at_once();
}

void note_failures(const std::vector<DeviceShare>& shares, std::vector<std::string>& notes) {
  for (const DeviceShare& share : shares)
    if (!share.failure.empty())
      notes.push_back(fmt::format("device {} was dropped after {} strips, and others did its work: {}", share.device,
                                  share.strips, share.failure));
}

}  // namespace lenslet::cli
