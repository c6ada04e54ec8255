// One device, one queue out of order: only events keep five doublings behind each other.
#include "listings/host/steps.hpp"

namespace lenslet::listings {
namespace {

constexpr const char* list_of_devices = R"(
typedef struct _cl_device_id* cl_device_id;
typedef struct _cl_context* cl_context;
void get_devices(cl_device_id* devices);                    // clGetDeviceIDs
cl_context create_context(uint count, cl_device_id* list);  // clCreateContext
void create_queue(cl_context context, cl_device_id device); // clCreateCommandQueue

static void one_device(void) {
#ifdef AS_PRINTED
  cl_device_id devices;
#else
  cl_device_id devices[1];
#endif
  get_devices(devices);
  create_queue(create_context(1, devices), devices[0]);
}
)";

}  // namespace

HostResult queue_out_of_order(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  if (!has_out_of_order(on.device)) not_here("the device has no queues out of order");
  const HeldQueue queue = queue_of(on, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  const HeldProgram program = program_of(on, steps_text);
  const HeldKernel twice = kernel_of(program, "twice");
  const HeldMemory x = buffer_of(on.context, step_bytes);
  const std::vector<cl_int> ones(step_items, 1);
  std::vector<HeldEvent> events(6);
  write(queue, x, ones, events[0].out());
  for (std::size_t i = 1; i < events.size(); ++i) enqueue(queue, twice, {x}, {events[i - 1]}, events[i].out());
  Report report;
  report.holds("doubled five times, 1 is 32", read(queue, x, {events.back()}) == std::vector<cl_int>(step_items, 32));
  compile_host_code(session, list_of_devices, "");
  return report.take();
}

// One device is declared, and used as a list.
HostResult queue_out_of_order_as_printed(const Session& session) {
  compile_host_code(session, list_of_devices, "-D AS_PRINTED");
  return {};
}

// The device is not asked whether it has such queues.
HostResult queue_out_of_order_unasked(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  cl_int code = CL_SUCCESS;
  const HeldQueue queue(clCreateCommandQueue(on.context, on.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code));
  Report report;
  report.code("clCreateCommandQueue", code, CL_SUCCESS);
  return report.take();
}

}  // namespace lenslet::listings
