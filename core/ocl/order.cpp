// Commands with wait lists, and the ends of user events.
#include "ocl/order.hpp"

#include <utility>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::ocl {
namespace {

constexpr int failed_by_host = -1;  // OpenCL accepts any negative number

// Puts one command into the queue. `enqueue` gets its wait list and its event.
template <class Enqueue>
Event put(const After& after, const Enqueue& enqueue) {
  cl::Event event;
  checked([&] {
    const std::vector<cl::Event> list = wait_list(after);
    enqueue(list.empty() ? nullptr : &list, &event);
  });
  return Event(std::exchange(event(), nullptr));
}

Event make_user_event(const Queue& queue) {
  cl::UserEvent event = checked([&] { return cl::UserEvent(queue.handle().context); });
  return Event(std::exchange(event(), nullptr));
}

}  // namespace

Event write_later(const Queue& queue, const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes,
                  const After& after) {
  check_host(to, HostAccess::overwrite);
  return put(after, [&](const std::vector<cl::Event>* list, cl::Event* event) {
    queue.handle().queue.enqueueWriteBuffer(to.handle().buffer, CL_FALSE, offset, bytes.size(), bytes.data(), list,
                                            event);
  });
}

Event read_later(const Queue& queue, const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes,
                 const After& after) {
  check_host(from, HostAccess::read);
  return put(after, [&](const std::vector<cl::Event>* list, cl::Event* event) {
    queue.handle().queue.enqueueReadBuffer(from.handle().buffer, CL_FALSE, offset, bytes.size(), bytes.data(), list,
                                           event);
  });
}

Event marker(const Queue& queue, const After& after) {
  return put(after, [&](const std::vector<cl::Event>* list, cl::Event* event) {
    queue.handle().queue.enqueueMarkerWithWaitList(list, event);
  });
}

Event barrier(const Queue& queue, const After& after) {
  return put(after, [&](const std::vector<cl::Event>* list, cl::Event* event) {
    queue.handle().queue.enqueueBarrierWithWaitList(list, event);
  });
}

Drain::~Drain() {
  clFinish(queue_.handle().queue());
}

UserEvent::UserEvent(const Queue& queue) : event_(make_user_event(queue)) {}

UserEvent::~UserEvent() {
  if (!ended_) clSetUserEventStatus(event_.handle(), failed_by_host);
}

void UserEvent::end(int status) {
  if (ended_.exchange(true))
    throw Error(ErrorKind::invalid_argument, "a user event is ended twice; allowed: once, by complete() or fail()");
  checked([&] {
    if (const cl_int code = clSetUserEventStatus(event_.handle(), status))
      throw cl::Error(code, "clSetUserEventStatus");
  });
}

void UserEvent::complete() {
  end(CL_COMPLETE);
}

void UserEvent::fail() {
  end(failed_by_host);
}

// Intel's driver reports a command as complete although what it waited for has failed; only the wait fails.
EventState state_of(const Event& event) {
  const cl_event handle = event.handle();
  const cl_int status = checked([&] { return cl::Event(handle, true).getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>(); });
  switch (status) {
    case CL_QUEUED:
      return EventState::queued;
    case CL_SUBMITTED:
      return EventState::submitted;
    case CL_RUNNING:
      return EventState::running;
    case CL_COMPLETE:
      return clWaitForEvents(1, &handle) == CL_SUCCESS ? EventState::complete : EventState::failed;
    default:
      return EventState::failed;
  }
}

EventTimes times_of(const Event& event) {
  event.wait();
  return checked([&] {
    const cl::Event one(event.handle(), true);
    return EventTimes{
        one.getProfilingInfo<CL_PROFILING_COMMAND_QUEUED>(), one.getProfilingInfo<CL_PROFILING_COMMAND_SUBMIT>(),
        one.getProfilingInfo<CL_PROFILING_COMMAND_START>(), one.getProfilingInfo<CL_PROFILING_COMMAND_END>()};
  });
}

EventTimes times_if_known(const Event& event) {
  cl_ulong ended = 0;
  const bool known =
      clGetEventProfilingInfo(event.handle(), CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr) == CL_SUCCESS;
  return known ? times_of(event) : EventTimes{};
}

}  // namespace lenslet::ocl
