// Kernels that listings of events put in order.
#pragma once

#include "listings/host/host.hpp"

namespace lenslet::listings {

inline constexpr const char* steps_text = R"(
__kernel void sum(__global const int* a, __global const int* b, __global int* out) {
  const int i = get_global_id(0);
  out[i] = a[i] + b[i];
}
__kernel void twice(__global int* x) { x[get_global_id(0)] *= 2; }
)";

inline constexpr std::size_t step_items = 256, step_bytes = step_items * sizeof(cl_int);

// Puts one of the kernels into the queue, on these buffers.
inline void enqueue(cl_command_queue queue, cl_kernel kernel, std::initializer_list<cl_mem> buffers,
                    const std::vector<cl_event>& after = {}, cl_event* event = nullptr) {
  cl_uint index = 0;
  for (const cl_mem buffer : buffers) set_argument(kernel, index++, buffer);
  need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &step_items, nullptr, static_cast<cl_uint>(after.size()),
                              after.empty() ? nullptr : after.data(), event),
       "clEnqueueNDRangeKernel");
}

inline void write(cl_command_queue queue, cl_mem buffer, const std::vector<cl_int>& values, cl_event* event,
                  const std::vector<cl_event>& after = {}) {
  need(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, step_bytes, values.data(), static_cast<cl_uint>(after.size()),
                            after.empty() ? nullptr : after.data(), event),
       "clEnqueueWriteBuffer");
}

inline std::vector<cl_int> read(cl_command_queue queue, cl_mem buffer, const std::vector<cl_event>& after = {}) {
  std::vector<cl_int> values(step_items);
  need(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, step_bytes, values.data(), static_cast<cl_uint>(after.size()),
                           after.empty() ? nullptr : after.data(), nullptr),
       "clEnqueueReadBuffer");
  return values;
}

inline bool has_out_of_order(cl_device_id device) {
  const auto properties = ask<cl_command_queue_properties>(clGetDeviceInfo, device, CL_DEVICE_QUEUE_PROPERTIES);
  return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

// An out-of-order queue, or one in order where the device has none.
inline HeldQueue free_queue(const opencl::SessionHandles& on) {
  return queue_of(on, has_out_of_order(on.device) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
}

}  // namespace lenslet::listings
