// The clock of one launch, and the limits of a group.
#include "study/launch.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "study/program.hpp"

namespace lenslet::study {

double launch_ms(const ocl::Queue& queue, const ocl::Kernel& kernel, const Launch& launch) {
  return timed_ms([&] {
    std::vector<ocl::Event> events;
    events.push_back(queue.launch(kernel, launch.global, launch.local));
    return events;
  });
}

std::size_t group_for(const ocl::Kernel& kernel, std::size_t wanted) {
  return std::bit_floor(std::min(wanted, kernel.max_group()));
}

}  // namespace lenslet::study
