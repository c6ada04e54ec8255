// A launch of a plan, which it makes whenever it runs.
#pragma once

#include <type_traits>
#include <vector>

#include "array/maker.hpp"
#include "rounding.hpp"

namespace lenslet::array {

using Launches = std::vector<ocl::Event>;

// A kernel with its group. A plan never runs twice at a time, so that one kernel with its arguments is enough.
class Stage {
 public:
  Stage(const Maker& maker, const ocl::Program& program, const char* kernel, ocl::Range group)
      : queue_(maker.queue()), kernel_(program, kernel), group_(group) {}

  // `items`: whole groups. The arguments are the kernel's, from the first on: buffers, device arrays, scalars.
  template <class... Arguments>
  void launch(ocl::Range items, Launches& launches, const Arguments&... arguments) {
    unsigned index = 0;
    (set(index++, arguments), ...);
    launches.push_back(queue_.launch(kernel_, items, group_));
  }

  // In one dimension.
  template <class... Arguments>
  void launch_groups(std::uint64_t groups, Launches& launches, const Arguments&... arguments) {
    launch({groups * group_.x}, launches, arguments...);
  }

  // So many work-items or more.
  template <class... Arguments>
  void launch_items(std::uint64_t items, Launches& launches, const Arguments&... arguments) {
    launch({round_up(items, group_.x)}, launches, arguments...);
  }

 private:
  template <class Argument>
  void set(unsigned index, const Argument& argument) {
    if constexpr (std::is_same_v<Argument, DeviceArray>)
      kernel_.set(index, argument.buffer());
    else
      kernel_.set(index, argument);
  }

  const ocl::Queue& queue_;
  ocl::Kernel kernel_;
  ocl::Range group_;
};

}  // namespace lenslet::array
