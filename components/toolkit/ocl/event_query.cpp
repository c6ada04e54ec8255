// Types of commands by OpenCL's numbers, and threads that wait.
#include "toolkit/ocl/event_query.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <utility>

#include <lenslet/error.hpp>

#include "ocl/enqueue.hpp"
#include "toolkit/ocl/object_handles.hpp"

namespace lenslet::ocl {
namespace {

// The order is that of CommandType.
constexpr std::array<cl_command_type, 25> command_types = {CL_COMMAND_NDRANGE_KERNEL,
                                                           CL_COMMAND_TASK,
                                                           CL_COMMAND_NATIVE_KERNEL,
                                                           CL_COMMAND_READ_BUFFER,
                                                           CL_COMMAND_WRITE_BUFFER,
                                                           CL_COMMAND_COPY_BUFFER,
                                                           CL_COMMAND_READ_BUFFER_RECT,
                                                           CL_COMMAND_WRITE_BUFFER_RECT,
                                                           CL_COMMAND_COPY_BUFFER_RECT,
                                                           CL_COMMAND_FILL_BUFFER,
                                                           CL_COMMAND_MAP_BUFFER,
                                                           CL_COMMAND_READ_IMAGE,
                                                           CL_COMMAND_WRITE_IMAGE,
                                                           CL_COMMAND_COPY_IMAGE,
                                                           CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                                                           CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                                                           CL_COMMAND_FILL_IMAGE,
                                                           CL_COMMAND_MAP_IMAGE,
                                                           CL_COMMAND_UNMAP_MEM_OBJECT,
                                                           CL_COMMAND_MARKER,
                                                           CL_COMMAND_BARRIER,
                                                           CL_COMMAND_USER,
                                                           CL_COMMAND_MIGRATE_MEM_OBJECTS,
                                                           CL_COMMAND_ACQUIRE_GL_OBJECTS,
                                                           CL_COMMAND_RELEASE_GL_OBJECTS};

template <class Value>
Value ask(const Event& event, cl_event_info what) {
  Value value{};
  checked([&] { check_status("clGetEventInfo", clGetEventInfo(event.handle(), what, sizeof value, &value, nullptr)); });
  return value;
}

}  // namespace

CommandType command_type_of(const Event& event) {
  const auto found = std::ranges::find(command_types, ask<cl_command_type>(event, CL_EVENT_COMMAND_TYPE));
  return static_cast<CommandType>(found - command_types.begin());
}

std::uint32_t references_of(const Event& event) {
  return ask<cl_uint>(event, CL_EVENT_REFERENCE_COUNT);
}

// Waits in threads and does not use OpenCL's callbacks. PoCL 3.1 does not call if a user event fails. Mesa's rusticl
// calls with a lock held that every question about the event needs.
void when_ended(const Event& event, std::function<void(bool failed)> call) {
  const auto known = std::make_shared<const Event>(event.share());
  std::thread([known, call = std::move(call)] {
    bool failed = false;
    try {
      known->wait();
    } catch (const Error&) {
      failed = true;
    }
    call(failed);
  }).detach();
}

}  // namespace lenslet::ocl
