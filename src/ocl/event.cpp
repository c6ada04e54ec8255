// Waiting for a command, and the device's clock.
#include <utility>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/queue.hpp"

namespace lenslet::ocl {

Event::Event(std::shared_ptr<Handle> handle) : handle_(std::move(handle)) {}

// Some drivers return success from the wait for a command that failed: its own status is asked too.
void Event::wait() const {
  checked([&] {
    handle_->event.wait();
    const cl_int status = handle_->event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (status < 0) throw cl::Error(status, "a command on the device");
  });
}

std::uint64_t Event::start_ns() const {
  wait();
  return checked([&] { return handle_->event.getProfilingInfo<CL_PROFILING_COMMAND_START>(); });
}

std::uint64_t Event::end_ns() const {
  wait();
  return checked([&] { return handle_->event.getProfilingInfo<CL_PROFILING_COMMAND_END>(); });
}

}  // namespace lenslet::ocl
