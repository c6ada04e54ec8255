// One device, one queue in order: each command sees the results of those before, and no event is needed.
#include "listings/host/steps.hpp"

#include <type_traits>

namespace lenslet::listings {

HostResult queue_in_order(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldQueue queue = queue_of(on);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel twice = kernel_of(program, "twice");
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  write(queue, x, ones, nullptr);
  for (int i = 0; i < 5; ++i) enqueue(queue, twice, {x});
  need(clFlush(queue), "clFlush");
  need(clFinish(queue), "clFinish");
  Report report;
  report.equal("the queue's properties",
               ask<cl_command_queue_properties>(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES), 0);
  report.holds("doubled five times, 1 is 32", read(queue, x) == std::vector<cl_int>(step_items, 32));
  return report.take();
}

// Whether C compiles `devices[0]`, and `devices` where a list of devices is asked for.
template <class Devices>
constexpr bool has_elements = requires(Devices devices) {
  devices[0];
};
template <class Devices>
constexpr bool is_list = std::is_convertible_v<Devices, const cl_device_id*>;

// One device, declared as `cl_device_id devices`, in the place of a list.
HostResult queue_in_order_as_printed(const Session&) {
  Report report({"what", "one device", "a list"});
  report.equal("devices[0] compiles", has_elements<cl_device_id>, has_elements<cl_device_id[1]>);
  report.equal("clCreateContext takes devices", is_list<cl_device_id>, is_list<cl_device_id[1]>);
  return report.take();
}

// A CPU of the platform NULL.
HostResult queue_in_order_of_any_platform(const Session& session) {
  const cl_device_id own = opencl::handles_of(session).device;
  cl_device_id device = nullptr;
  Report report;
  report.code("clGetDeviceIDs(NULL, CL_DEVICE_TYPE_CPU)",
              clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_CPU, 1, &device, nullptr), CL_SUCCESS);
  report.holds("it is this device", device == own);
  return report.take();
}

}  // namespace lenslet::listings
