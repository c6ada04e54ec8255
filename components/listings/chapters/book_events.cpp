// Text 004, its chapter on events: queues, wait lists, barriers, markers, times.
#include "listings/chapters.hpp"
#include "listings/host/functions.hpp"

namespace lenslet::listings {
namespace {

Setup fences_setup(double scale) {
  constexpr std::int64_t group = 64;
  const std::int64_t n = scaled(1024, scale, group);
  const ArrayType type{SampleType::i32, {n}};
  const auto turned = [](const Values& before) {
    std::vector<double> values = before.at("in");
    for (auto part = values.begin(); part != values.end(); part += group) std::reverse(part, part + group);
    return values;
  };
  return {.memory = {{"in", type, [](std::int64_t i) { return static_cast<double>(3 * i + 1); }},
                     {"via_local", type, {}, true},
                     {"via_global", type, {}, true}},
          .steps = {{"turned",
                     {.global = {static_cast<std::size_t>(n)}, .group = {group}},
                     {Use{"in"}, Use{"via_local"}, Use{"via_global"}, LocalMemory{group * sizeof(std::int32_t)}}}},
          .checks = {{"via_local", turned}, {"via_global", turned}}};
}

constexpr const char* queue = "Queue of <lenslet/queue.hpp>, whose commands take events; docs/queues.md";

std::vector<Listing> orders_of_commands() {
  return {
      {.name = "wait-lists",
       .title = "Kernels that wait for writes and for each other",
       .what = "Kernel A waits for the writes of A and B, kernel B for the write of C and kernel A: 1 + 2 + 4 is 7.",
       .places = {{"004", 3700, 3727, "D01"}, {"004", 1427, 0, "D01"}},
       .host = wait_lists,
       .instead = queue},
      {.name = "queue-in-order",
       .title = "One device and a queue in order",
       .what = "Doubles numbers five times by commands that need no events.",
       .places = {{"004", 3733, 3755, "D02"}, {"004", 1480, 1502, "A12"}},
       .host = queue_in_order,
       .instead = queue,
       .faults = {{.what = "devices is declared as one cl_device_id, and then has an index and is passed as a list.",
                   .cure = "cl_device_id devices[1], or &device where a list of one is asked for.",
                   .effect = Effect::no_program,
                   .host = queue_in_order_as_printed},
                  {.what = "The platform is NULL, for which an implementation may take any, or none.",
                   .cure = "Ask for the platforms, and for the devices of one of them.",
                   .effect = Effect::maybe,
                   .host = queue_in_order_of_any_platform}}},
  };
}

std::vector<Listing> other_queues() {
  return {
      {.name = "queue-out-of-order",
       .title = "One device and a queue out of order",
       .what = "Doubles numbers five times, each time behind the event of the last one.",
       .places = {{"004", 3761, 3777, "D03"}},
       .host = queue_out_of_order,
       .instead = "Queue(session, {.out_of_order = true})",
       .faults = {{.what = "devices is declared as one cl_device_id, and then passed as a list and given an index.",
                   .cure = "cl_device_id devices[1], or &device where a list of one is asked for.",
                   .effect = Effect::no_program,
                   .host = queue_out_of_order_as_printed},
                  {.what = "The queue is made without asking whether the device has queues out of order.",
                   .cure = "Ask for CL_DEVICE_QUEUE_PROPERTIES first.",
                   .effect = Effect::maybe,
                   .host = queue_out_of_order_unasked}}},
      {.name = "separate-contexts",
       .title = "Contexts of their own",
       .what = "Carries numbers through the host from one context to another, which refuses the events of the first.",
       .places = {{"004", 3779, 3806, "D04"}},
       .host = separate_contexts,
       .instead = "A Session for each device; DeviceGroup divides work among them"},
      {.name = "one-context",
       .title = "Several devices in one context",
       .what = "Doubles a buffer in the queue of one device and then of another, in order by an event.",
       .places = {{"004", 3808, 3829, "D05"}},
       .host = one_context,
       .instead = "sessions_in_one_context(\"pocl/2\") of <lenslet/shared_context.hpp>"},
  };
}

std::vector<Listing> waits() {
  return {
      {.name = "flush-finish",
       .title = "clFlush and clFinish",
       .what = "Looks at a command's state after each of them.",
       .places = {{"004", 3831, 3851, "D06"}},
       .host = flush_finish,
       .instead = "queue.flush() and queue.finish()"},
      {.name = "barrier",
       .title = "A barrier between two kernels",
       .what = "Keeps a kernel behind another in a queue out of order, while the host goes on.",
       .places = {{"004", 3853, 3890, "D07"}, {"004", 3912, 3918, "D07"}},
       .host = barrier,
       .instead = "queue.barrier(); lenslet study sync"},
      {.name = "marker",
       .title = "A marker on two writes",
       .what = "Runs a kernel beside two writes, and another when a marker tells that they have ended.",
       .places = {{"004", 3920, 3946, "D08"}},
       .host = marker,
       .instead = "queue.marker({a, b}); lenslet study sync"},
      {.name = "wait-for-events",
       .title = "clWaitForEvents",
       .what = "Waits for two writes, and for an event that has failed.",
       .places = {{"004", 3948, 3955, "D09"}},
       .host = wait_for_events,
       .instead = "Event::wait(), which throws where the command failed"},
  };
}

std::vector<Listing> states_and_times() {
  return {
      {.name = "event-info",
       .title = "clGetEventInfo, and a loop that waits",
       .what = "Asks an event for its command and state, and waits in a loop until it is complete.",
       .places = {{"004", 3894, 3899, "D10"}, {"004", 3957, 4024, "D10"}},
       .host = event_info,
       .instead = "state_of(event), command_type_of(event) of <lenslet/event_info.hpp>",
       .faults =
           {{.what =
                 "The loop compares what clGetEventInfo returns, which is CL_SUCCESS, with CL_COMPLETE: both are 0.",
             .cure = "Compare the state that the call fills in, and flush the queue before the loop.",
             .host = event_info_as_printed},
            {.what = "Line 3995 calls the last state CL_COMPLETED, which is no constant of OpenCL.",
             .cure = "It is CL_COMPLETE.",
             .effect = Effect::no_program,
             .host = event_info_with_completed}}},
      {.name = "user-events",
       .title = "Events that the host ends",
       .what =
           "Holds a write back by a user's event, and ends that; and the text's undefined example, two writes of which "
           "a buffer is released, in the order that is defined.",
       .places = {{"004", 4040, 4069, "D11"}},
       .host = user_events,
       .instead = "UserEvent of <lenslet/event_info.hpp>, which fails where nobody ends it",
       .faults = {{.what = "Any state may be set, says the text.",
                   .cure = "Only CL_COMPLETE or a negative number may be set, and once.",
                   .effect = Effect::refused,
                   .host = user_events_as_printed}}},
      {.name = "profiling",
       .title = "Times of commands",
       .what = "Prints the times of two writes, a kernel and a read.",
       .places = {{"004", 4071, 4111, "D12"}, {"004", 4089, 4111, "D13"}, {"002", 1120, 1207, "Q03"}},
       .host = profiling,
       .instead = "times_of(event); Launch::timing(); lenslet kernel --repeats 20"},
  };
}

std::vector<Listing> clocks_and_fences() {
  return {
      {.name = "host-clocks",
       .title = "Clocks of the host",
       .what = "Measures 20 ms of work by clock() and by a clock that does not jump.",
       .places = {{"004", 4803, 4853, "R04"}},
       .host = host_clocks,
       .instead = "Result::timing; lenslet bench; lenslet run --verbose",
       .faults = {{.what = "time() and difftime() are to measure a kernel.",
                   .cure = "They count whole seconds: take a steady clock, or the times of events.",
                   .effect = Effect::maybe,
                   .host = host_clocks_as_printed}}},
      {.name = "fences",
       .title = "Barriers of a work-group",
       .what = "Turns the numbers of each group round, by way of local memory and of global memory.",
       .places = {{"004", 4113, 4137, "D15"}, {"004", 4761, 4783, "D15"}},
       .setup = fences_setup,
       .instead = "Kernels of ops have their barriers; lenslet study local-memory"},
  };
}

}  // namespace

std::vector<Listing> book_events() {
  return listed<Listing>(orders_of_commands(), other_queues(), waits(), states_and_times(), clocks_and_fences());
}

}  // namespace lenslet::listings
