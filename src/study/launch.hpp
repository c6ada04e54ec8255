// One launch of a study's kernel: how many work-items in which groups, and its time.
#pragma once

#include <array>
#include <cstddef>

#include "ocl/program.hpp"

namespace lenslet::study {

// Width and height.
using Extent = std::array<std::size_t, 2>;

struct Launch {
  ocl::Range global;
  ocl::Range local{0, 0, 1};   // 0 in x: the runtime's choice
  ocl::Range offset{0, 0, 0};  // the first item's global id

  std::size_t items() const { return global.x * global.y; }
  std::size_t group() const { return local.x * local.y; }
  std::size_t groups() const { return items() / group(); }
};

// In one dimension.
inline Launch launch_of(std::size_t groups, std::size_t group) {
  return {{groups * group, 1}, {group, 1}};
}

ocl::Event enqueue(const ocl::Queue& queue, const ocl::Kernel& kernel, const Launch& launch);
double launch_ms(const ocl::Queue& queue, const ocl::Kernel& kernel, const Launch& launch);

// The largest power of two that is a group of this kernel's, `wanted` at most.
std::size_t group_for(const ocl::Kernel& kernel, std::size_t wanted);

// So many items or more in groups of `wanted`, halved (the height first) until the kernel can have them.
Launch whole_groups(const ocl::Kernel& kernel, Extent items, Extent wanted);

}  // namespace lenslet::study
