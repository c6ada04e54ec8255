// The states of events show when code is generated: a command is submitted then, and running afterwards.
#include "ocl/compiler_watch.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ocl/driver_limits.hpp"
#include "ocl/handles.hpp"
#include "ocl/order.hpp"

namespace lenslet::ocl {

void CompilerWatch::launched_first(Event event) {
  const std::lock_guard lock(mutex_);
  std::erase_if(first_launches_, [](const Event& each) { return each.ended(); });
  first_launches_.push_back(std::move(event));
}

bool CompilerWatch::compiles() {
  if (builds_ > 0) return true;
  const std::lock_guard lock(mutex_);
  std::erase_if(first_launches_, [](const Event& each) { return each.ended(); });
  return !first_launches_.empty() &&
         std::ranges::none_of(first_launches_, [](const Event& each) { return state_of(each) == EventState::running; });
}

Event noted(const Queue& queue, const Kernel& kernel, const cl::NDRange& group, Event event) {
  std::vector<std::array<std::size_t, 3>>& known = kernel.handle().groups;
  const std::array<std::size_t, 3> sides{group.get()[0], group.get()[1], group.get()[2]};
  if (std::ranges::find(known, sides) != known.end()) return event;
  known.push_back(sides);
  if (tells_begin(queue.device().info())) queue.watch().launched_first(event.share());
  return event;
}

bool compiles(const Queue& queue) {
  return queue.watch().compiles();
}

}  // namespace lenslet::ocl
