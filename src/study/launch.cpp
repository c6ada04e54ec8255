// The clock of one launch, and the limits of a group.
#include "study/launch.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "rounding.hpp"
#include "study/program.hpp"

namespace lenslet::study {

ocl::Event enqueue(const ocl::Queue& queue, const ocl::Kernel& kernel, const Launch& launch) {
  return queue.launch(kernel, launch.global, launch.local, launch.offset);
}

double launch_ms(const ocl::Queue& queue, const ocl::Kernel& kernel, const Launch& launch) {
  return timed_ms([&] {
    std::vector<ocl::Event> events;
    events.push_back(enqueue(queue, kernel, launch));
    return events;
  });
}

std::size_t group_for(const ocl::Kernel& kernel, std::size_t wanted) {
  return std::bit_floor(std::min(wanted, kernel.max_group()));
}

Launch whole_groups(const ocl::Kernel& kernel, Extent items, Extent wanted) {
  const std::size_t most = kernel.max_group();
  for (std::size_t side = 1; wanted[0] * wanted[1] > most && wanted[0] * wanted[1] > 1; side = 1 - side)
    if (wanted[side] > 1) wanted[side] /= 2;
  return {{round_up(items[0], wanted[0]), round_up(items[1], wanted[1])}, {wanted[0], wanted[1]}};
}

}  // namespace lenslet::study
