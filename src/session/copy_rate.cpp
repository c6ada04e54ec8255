// Measures the yardstick of --explain: how fast this device copies one buffer into another.
#include <algorithm>
#include <vector>

#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t largest_copy = std::uint64_t{256} << 20;  // bytes; far over any cache
constexpr int repeats = 7;

double seconds(const ocl::Event& event) {
  event.wait();
  return static_cast<double>(event.end_ns() - event.start_ns()) * 1e-9;
}

double measure(const ocl::Queue& queue) {
  const DeviceInfo& device = queue.device().info();
  const std::uint64_t bytes = std::min({largest_copy, device.max_allocation, device.global_memory / 8});
  const ocl::Buffer from = queue.allocate(bytes), to = queue.allocate(bytes);
  const std::vector<std::byte> contents(bytes, std::byte{42});
  queue.write(from, 0, contents);
  queue.copy(from, to, bytes).wait();
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) times.push_back(seconds(queue.copy(from, to, bytes)));
  std::ranges::nth_element(times, times.begin() + repeats / 2);
  return 2.0 * static_cast<double>(bytes) / times[repeats / 2];
}

}  // namespace

double Session::copy_rate() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->copy_rate == 0) state_->copy_rate = measure(ocl::timed(state_->queue));
  return state_->copy_rate;
}

}  // namespace lenslet
