// What a launch costs the host: the time in Plan::launch_into, with the plan made and the images in device memory.
// The wait for the device is not counted, and each launch finds the queue empty.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

#include <lenslet/lenslet.hpp>

namespace lenslet {
namespace {

// Larger than the frame that split edges need, small enough that the device is soon done.
constexpr Size size{256, 64};

void measure_launches(benchmark::State& state, const char* schedule) {
  using Seconds = std::chrono::duration<double>;
  static const Session session;
  const PixelFormat format{PixelType::f32, 1};
  FilterOptions options;
  options.schedule = parse_schedule(schedule);
  const Plan plan = session.plan({"gaussian"}, format, options);
  const DeviceImage input = session.upload(Image(size, format));
  const std::vector<DeviceImage> outputs = plan.run(input);
  std::vector<double> times;
  int kernels = 0;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const Launch launch = plan.launch_into(input, outputs);
    times.push_back(Seconds(std::chrono::steady_clock::now() - begin).count());
    state.SetIterationTime(times.back());
    kernels = launch.timing().launches;
  }
  // The device of a CPU takes the host's cores: its threads stretch some launches and so the mean.
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  state.counters["median_us"] = times[times.size() / 2] * 1e6;
  state.counters["kernels"] = kernels;
  state.SetLabel(session.device().name);
}

BENCHMARK_CAPTURE(measure_launches, one_kernel, "buffer.window.single.literal.branch.v4.x1.y2.g16x4")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(measure_launches, two_kernels, "buffer.window.single.literal.split.v4.x1.y2.g16x4")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace lenslet

BENCHMARK_MAIN();
