// Waits for commands, and reads the device's clock.
#include <algorithm>
#include <thread>

#include "elapsed.hpp"
#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/queue.hpp"

namespace lenslet::ocl {
namespace {

// Makes a second owner of the event for the time of one call.
cl::Event shared(_cl_event* event) {
  return cl::Event(event, true);
}

}  // namespace

cl_int wait_whole(const cl::Event& event) {
  for (;;) {
    event.wait();
    const cl_int status = event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (status <= CL_COMPLETE) return status;
    std::this_thread::yield();
  }
}

std::vector<cl::Event> wait_list(const After& after) {
  std::vector<cl::Event> list;
  list.reserve(after.size());
  for (const Event& event : after) list.push_back(shared(event.handle()));
  return list;
}

void Event::Release::operator()(_cl_event* event) const {
  clReleaseEvent(event);
}

// Also asks for the command's status: some drivers return success from a wait for a command that failed.
void Event::wait() const {
  checked([&] {
    const cl_int status = wait_whole(shared(handle_.get()));
    if (status < 0) throw cl::Error(status, "a command on the device");
  });
}

bool Event::ended() const {
  return checked([&] { return shared(handle_.get()).getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE; });
}

// OpenCL's wait has no limit, so the status is polled.
bool Event::ends_before(std::chrono::steady_clock::time_point end) const {
  using std::chrono::microseconds;
  constexpr microseconds max_pause(1000);
  for (microseconds pause(10); !ended(); pause = std::min(2 * pause, max_pause)) {
    if (std::chrono::steady_clock::now() >= end) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

Event Event::share() const {
  checked([&] {
    if (const cl_int status = clRetainEvent(handle_.get())) throw cl::Error(status, "clRetainEvent");
  });
  return Event(handle_.get());
}

std::uint64_t Event::start_ns() const {
  wait();
  return checked([&] { return shared(handle_.get()).getProfilingInfo<CL_PROFILING_COMMAND_START>(); });
}

std::uint64_t Event::end_ns() const {
  wait();
  return checked([&] { return shared(handle_.get()).getProfilingInfo<CL_PROFILING_COMMAND_END>(); });
}

double Event::seconds(std::chrono::steady_clock::time_point begun) const {
  constexpr std::uint64_t no_time = 100;  // ns: rusticl gives 1 for whatever it does
  wait();
  const double by_host = milliseconds_since(begun) / 1e3;
  const std::uint64_t ns = end_ns() - start_ns();
  return ns > no_time ? static_cast<double>(ns) * 1e-9 : by_host;
}

}  // namespace lenslet::ocl
