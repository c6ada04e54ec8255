// One launch of a study's kernel: how many work-items in which groups, and its time.
#pragma once

#include <cstddef>

#include "ocl/program.hpp"

namespace lenslet::study {

struct Launch {
  ocl::Range global, local;

  std::size_t items() const { return global.x * global.y; }
  std::size_t group() const { return local.x * local.y; }
  std::size_t groups() const { return items() / group(); }
};

// In one dimension.
inline Launch launch_of(std::size_t groups, std::size_t group) {
  return {{groups * group, 1}, {group, 1}};
}

double launch_ms(const ocl::Queue& queue, const ocl::Kernel& kernel, const Launch& launch);

// The largest power of two that is a group of this kernel's, `wanted` at most.
std::size_t group_for(const ocl::Kernel& kernel, std::size_t wanted);

// So many parts of a size hold all of `count`.
constexpr std::size_t parts(std::size_t count, std::size_t size) {
  return (count + size - 1) / size;
}

}  // namespace lenslet::study
