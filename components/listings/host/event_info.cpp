// What an event says of its command, and a loop that waits until that is complete.
#include "listings/host/steps.hpp"

namespace lenslet::listings {
namespace {

cl_int state_of(cl_event event) {
  return ask<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
}

std::string state_text(cl_int state) {
  constexpr const char* names[] = {"CL_COMPLETE", "CL_RUNNING", "CL_SUBMITTED", "CL_QUEUED"};
  return state < 0 || state > 3 ? fmt::format("{}", state) : names[state];
}

// The names of the two that CL/cl.h has, as options for a compiler.
std::string names_of_complete() {
  std::string options = fmt::format("-D CL_COMPLETE={}", CL_COMPLETE);
#ifdef CL_COMPLETED
  options += fmt::format(" -D CL_COMPLETED={}", CL_COMPLETED);
#endif
  return options;
}

constexpr const char* test_of_state = R"(
static int has_ended(int state) {
#ifdef AS_PRINTED
  return state == CL_COMPLETED;
#else
  return state == CL_COMPLETE;
#endif
}
)";

// A write that cannot begin before the user's event has ended.
struct HeldBack {
  explicit HeldBack(const opencl::SessionHandles& on)
      : queue(queue_of(on)), x(buffer_of(on.context, step_bytes)), values(step_items, 1) {
    cl_int code = CL_SUCCESS;
    gate = HeldEvent(clCreateUserEvent(on.context, &code));
    need(code, "clCreateUserEvent");
    write(queue, x, values, wrote.out(), {gate});
    need(clFlush(queue), "clFlush");
  }
  ~HeldBack() {
    clSetUserEventStatus(gate, CL_COMPLETE);
    clFinish(queue);
  }

  HeldQueue queue;
  HeldMemory x;
  std::vector<cl_int> values;
  HeldEvent gate, wrote;
};

}  // namespace

HostResult event_info(const Session& session) {
  const opencl::SessionHandles on = opencl::handles_of(session);
  const HeldBack held(on);
  const auto ask_of = [&](auto kind, cl_event_info name) {
    return ask<decltype(kind)>(clGetEventInfo, held.wrote, name);
  };
  Report report;
  report.holds("COMMAND_QUEUE", ask_of(cl_command_queue{}, CL_EVENT_COMMAND_QUEUE) == held.queue);
  report.holds("CONTEXT", ask_of(cl_context{}, CL_EVENT_CONTEXT) == on.context);
  report.holds("COMMAND_TYPE is WRITE_BUFFER",
               ask_of(cl_command_type{}, CL_EVENT_COMMAND_TYPE) == CL_COMMAND_WRITE_BUFFER);
  report.fact("REFERENCE_COUNT", fmt::format("{}", ask_of(cl_uint{}, CL_EVENT_REFERENCE_COUNT)));
  report.holds("while its event holds it back it is not running", state_of(held.wrote) >= CL_SUBMITTED);
  need(clSetUserEventStatus(held.gate, CL_COMPLETE), "clSetUserEventStatus");
  while (state_of(held.wrote) > CL_COMPLETE) continue;
  report.equal("its state after the loop", state_text(state_of(held.wrote)), "CL_COMPLETE");
  compile_host_code(session, test_of_state, names_of_complete());
  return report.take();
}

// The loop compares what the call returns, and not the state that it asked for: CL_SUCCESS and CL_COMPLETE are both 0.
HostResult event_info_as_printed(const Session& session) {
  const HeldBack held(opencl::handles_of(session));
  cl_int state = CL_QUEUED;
  while (clGetEventInfo(held.wrote, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, nullptr) != CL_COMPLETE)
    continue;
  Report report;
  report.equal("its state after the loop", state_text(state), "CL_COMPLETE");
  return report.take();
}

// The name that one line of the text has for CL_COMPLETE.
HostResult event_info_with_completed(const Session& session) {
  compile_host_code(session, test_of_state, names_of_complete() + " -D AS_PRINTED");
  return {};
}

}  // namespace lenslet::listings
