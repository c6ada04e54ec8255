// What OpenCL itself takes for a launch of one kernel or two, beside which bench/launch.cpp's is read: arguments set
// before, nothing but clEnqueueNDRangeKernel with an event for each and clFlush, on the same device and kind of queue.
#include <benchmark/benchmark.h>

#include <lenslet/lenslet.hpp>

#include "launch.hpp"
#include "opencl_device.hpp"

namespace {

constexpr char source[] = "kernel void fill(global float* out) { out[get_global_id(0)] = 1; }";
constexpr std::size_t items = 1024;

void bare(benchmark::State& state, int kernels, bool timed) {
  const cl::Device device = device_named(lenslet::Session().device().name);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device, timed ? CL_QUEUE_PROFILING_ENABLE : 0);
  const cl::Program program(context, source, true);
  const cl::Buffer out(context, CL_MEM_READ_WRITE, items * sizeof(float));
  cl::Kernel kernel(program, "fill");
  kernel.setArg(0, out);
  time_launches(
      state,
      [&] {
        std::vector<cl::Event> events(static_cast<std::size_t>(kernels));
        for (cl::Event& event : events) queue.enqueueNDRangeKernel(kernel, cl::NullRange, items, 64, nullptr, &event);
        queue.flush();
        return events;
      },
      [](const std::vector<cl::Event>& events) { events.back().wait(); });
}

BENCHMARK_CAPTURE(bare, one_kernel, 1, false)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bare, two_kernels, 2, false)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bare, one_kernel_timed, 1, true)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bare, two_kernels_timed, 2, true)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace
