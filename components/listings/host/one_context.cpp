// Several devices of a platform in one context, a queue each: they share buffers, and events order their commands.
// (The print has a stray exclamation mark.)
#include "listings/host/steps.hpp"

#include <algorithm>

namespace lenslet::listings {
namespace {

std::vector<cl_device_id> devices_of(cl_device_id device) {
  const auto platform = ask<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM);
  cl_uint count = 0;
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), "clGetDeviceIDs");
  std::vector<cl_device_id> devices(count);
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr), "clGetDeviceIDs");
  return devices;
}

}  // namespace

// With one device, two queues of it: the listing is the same.
HostResult one_context(const Session& session) {
  std::vector<cl_device_id> devices = devices_of(opencl::handles_of(session).device);
  const auto count = static_cast<cl_uint>(devices.size());
  devices.resize(2, devices.front());
  cl_int code = CL_SUCCESS;
  const HeldContext context(clCreateContext(nullptr, std::min(count, 2u), devices.data(), nullptr, nullptr, &code));
  need(code, "clCreateContext");
  const HeldQueue first = queue_of({context, devices[0], nullptr}), second = queue_of({context, devices[1], nullptr});
  const char* text = steps_text;
  const HeldProgram program(clCreateProgramWithSource(context, 1, &text, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  need(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), "clBuildProgram");
  const HeldKernel twice = kernel_of(program, "twice");
  const HeldMemory x = buffer_of(context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  HeldEvent wrote, ran;
  write(first, x, ones, wrote.out());
  enqueue(first, twice, {x}, {wrote}, ran.out());
  need(clFlush(first), "clFlush");
  HeldEvent ran_there;
  enqueue(second, twice, {x}, {ran}, ran_there.out());
  Report report;
  report.fact("devices of the platform", fmt::format("{}", count));
  report.holds("doubled in both queues, 1 is 4", read(second, x, {ran_there}) == std::vector<cl_int>(step_items, 4));
  return report.take();
}

}  // namespace lenslet::listings
