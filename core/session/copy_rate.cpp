// Measures the yardstick of --explain: how fast this device copies one buffer into another.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t largest_copy = std::uint64_t{256} << 20;   // bytes; far over any cache
constexpr std::uint64_t written_at_once = std::uint64_t{1} << 20;  // bytes
constexpr std::size_t fewest_copies = 3, most_copies = 7;
constexpr double enough_seconds = 0.1;  // a CPU's copies are long, and a few of them say as much

double seconds(const ocl::Event& event) {
  event.wait();
  return static_cast<double>(event.end_ns() - event.start_ns()) * 1e-9;
}

// Memory that nobody has written may be one page for the system, and quicker to read than memory is.
void touch(const ocl::Queue& queue, const ocl::Buffer& buffer, std::uint64_t bytes) {
  const std::vector<std::byte> contents(std::min(written_at_once, bytes), std::byte{42});
  for (std::uint64_t begin = 0; begin < bytes; begin += contents.size())
    queue.write(buffer, begin, std::span(contents).first(std::min<std::uint64_t>(contents.size(), bytes - begin)));
}

double measure(const ocl::Queue& queue) {
  const DeviceInfo& device = queue.device().info();
  const std::uint64_t bytes = std::min({largest_copy, device.max_allocation, device.global_memory / 8});
  const ocl::Buffer from = queue.allocate(bytes), to = queue.allocate(bytes);
  touch(queue, from, bytes);
  queue.copy(from, to, bytes).wait();
  std::vector<double> times;
  double sum = 0;
  while (times.size() < fewest_copies || (sum < enough_seconds && times.size() < most_copies)) {
    times.push_back(seconds(queue.copy(from, to, bytes)));
    sum += times.back();
  }
  const auto median = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, median);
  return 2.0 * static_cast<double>(bytes) / *median;
}

}  // namespace

double Session::copy_rate() const {
  const std::lock_guard lock(state_->mutex);
  if (state_->copy_rate == 0) state_->copy_rate = measure(ocl::timed(state_->queue));
  return state_->copy_rate;
}

}  // namespace lenslet
