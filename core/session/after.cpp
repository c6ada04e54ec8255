// Puts a barrier into the queue, so that later commands need not know what they wait for.
#include "session/after.hpp"

#include "ocl/foreign.hpp"
#include "ocl/order.hpp"

namespace lenslet {

std::vector<ocl::Event> wait_in_queue(const ocl::Queue& queue, const std::vector<Event>& events) {
  ocl::After after;
  for (const Event& event : events)
    if (const ocl::Event* handle = event.handle()) {
      ocl::check_context(queue, *handle);
      after.emplace_back(*handle);
    }
  std::vector<ocl::Event> begin;
  if (!after.empty()) begin.push_back(ocl::barrier(queue, after));
  return begin;
}

}  // namespace lenslet
