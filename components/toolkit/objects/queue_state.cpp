// Opens queues, and knows which of their commands follow which.
#include "toolkit/objects/queue_state.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/commands.hpp"
#include "ocl/foreign.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

ocl::Queue opened(const Session& session, const QueueOptions& options) {
  const ocl::Queue& own = state_of(session).queue;
  if (options.out_of_order && !ocl::has_out_of_order(own))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} has no out-of-order queue; allowed: several queues in order, which events order among "
                            "each other",
                            session.device().name));
  return ocl::beside(own, options.out_of_order ? ocl::Order::out_of_order : ocl::Order::in_order, options.timing);
}

}  // namespace

Queue::State::State(Session of, const QueueOptions& wanted)
    : session(std::move(of)), options(wanted), queue(opened(session, wanted)) {}

ocl::After Queue::State::wait_list(const std::vector<Event>& after) const {
  ocl::After list;
  for (const Event& event : after)
    if (const ocl::Event* handle = event.handle()) {
      ocl::check_context(queue, *handle);
      list.emplace_back(*handle);
    }
  return list;
}

UseCheck::State::Predecessors Queue::State::predecessors(const UseCheck::State& check, const ocl::After& after,
                                                         QueuePlace place) const {
  UseCheck::State::Predecessors before = check.predecessors_of(after);
  before.known.push_back(last_);
  if (place != QueuePlace::anywhere && after.empty())
    before.known.insert(before.known.end(), since_.begin(), since_.end());
  return before;
}

void Queue::State::remember(std::uint64_t command, QueuePlace place) const {
  if (options.out_of_order && place != QueuePlace::barrier) return since_.push_back(command);
  last_ = command;
  since_.clear();
}

void Queue::State::unmapped(std::uint64_t place) const {
  if (!options.check) return;
  UseCheck::State& check = options.check->state();
  const std::lock_guard lock(check.mutex);
  check.remove(place);
}

void check_memory(const Queue::State& queue, const DeviceArray& array) {
  if (!ocl::share_context(queue.queue, array.buffer())) ocl::refuse_memory("the array", "the queue");
}

void check_memory(const Queue::State& queue, const ImageObject& image) {
  if (!ocl::share_context(queue.queue, image.handle())) ocl::refuse_memory("the image object", "the queue");
}

}  // namespace lenslet
