// What a launch costs the host: the time in Plan::launch_into, with the plan made and the images in device memory.
// peers/bare_launch.cpp is the floor of it.
#include <benchmark/benchmark.h>

#include <lenslet/lenslet.hpp>

#include "launch.hpp"

namespace lenslet {
namespace {

// Larger than the frame that split edges need, small enough that the device is soon done.
constexpr Size size{256, 64};
constexpr char one_kernel[] = "buffer.window.single.literal.branch.v4.x1.y2.g16x4";
constexpr char two_kernels[] = "buffer.window.single.literal.split.v4.x1.y2.g16x4";

void planned(benchmark::State& state, const char* schedule, bool timed) {
  const Session session({.timing = timed});
  const PixelFormat format{SampleType::f32, 1};
  OpOptions options;
  options.schedule = schedule;
  const Plan plan = session.plan({"gaussian"}, format, options);
  const DeviceImage input = session.upload(Image(size, format));
  const DeviceResults outputs = plan.run(input);
  time_launches(
      state, [&] { return plan.launch_into(input, outputs); }, [](const Launch& launch) { launch.wait(); });
  state.counters["kernels"] = plan.launch_into(input, outputs).timing().launches;
  state.SetLabel(session.device().name);
}

BENCHMARK_CAPTURE(planned, one_kernel, one_kernel, false)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(planned, two_kernels, two_kernels, false)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(planned, one_kernel_timed, one_kernel, true)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(planned, two_kernels_timed, two_kernels, true)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace lenslet

BENCHMARK_MAIN();
