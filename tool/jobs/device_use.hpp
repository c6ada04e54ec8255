// How much of a batch's time its device had something to do.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

#include "tool/records/json.hpp"

namespace lenslet::cli {

struct DeviceUse {
  std::size_t files = 0;
  std::size_t at_a_time = 1;
  double total_ms = 0;   // of the batch, by the host's clock
  double busy_ms = 0;    // while a file was uploaded, computed or downloaded
  double kernel_ms = 0;  // by the device's clock
  double copy_ms = 0;    // uploads and downloads

  double idle_ms() const { return busy_ms < total_ms ? total_ms - busy_ms : 0; }
};

// "20 files in 4.1 s, 3 at a time; the device was idle for 71 % of it (kernels 0.52 s, copies 0.31 s)"
std::string to_text(const DeviceUse& use);
Json to_json(const DeviceUse& use);

// Sums up the time in which at least one job was at work.
class BusyClock {
 public:
  void begin();
  void end();
  double ms() const;

  class Lap {
   public:
    explicit Lap(BusyClock& clock) : clock_(clock) { clock_.begin(); }
    ~Lap() { clock_.end(); }
    Lap(const Lap&) = delete;
    Lap& operator=(const Lap&) = delete;

   private:
    BusyClock& clock_;
  };

 private:
  using Clock = std::chrono::steady_clock;
  mutable std::mutex mutex_;
  std::size_t at_work_ = 0;
  Clock::time_point since_;
  std::chrono::duration<double, std::milli> all_{0};
};

}  // namespace lenslet::cli
