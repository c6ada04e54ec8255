// A launch of a plan, which it makes whenever it runs.
#pragma once

#include <vector>

#include <lenslet/device_image.hpp>

#include "op/maker.hpp"
#include "rounding.hpp"

namespace lenslet::op {

using Launches = std::vector<ocl::Event>;

// A kernel with its group. A plan never runs twice at a time, so that one kernel with its arguments is enough.
class Stage {
 public:
  Stage(const Maker& maker, const ocl::Program& program, const char* kernel, ocl::Range group)
      : queue_(maker.queue()), kernel_(program, kernel), group_(group) {}

  // `items`: whole groups. The arguments are the kernel's, from the first on: buffers, device arrays, device images
  // (see image.cl), scalars.
  template <class... Arguments>
  void launch(ocl::Range items, Launches& launches, const Arguments&... arguments) {
    unsigned index = 0;
    (set(index, arguments), ...);
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
  void set(unsigned& index, const Argument& argument) {
    kernel_.set(index++, argument);
  }
  void set(unsigned& index, const DeviceArray& array) { kernel_.set(index++, array.buffer()); }
  void set(unsigned& index, const DeviceImage& image) {
    kernel_.set(index++, image.buffer());
    kernel_.set(index++, image.offset());
    kernel_.set(index++, image.stride());
    kernel_.set(index++, static_cast<std::int32_t>(image.size().width));
    kernel_.set(index++, static_cast<std::int32_t>(image.size().height));
  }

  const ocl::Queue& queue_;
  ocl::Kernel kernel_;
  ocl::Range group_;
};

}  // namespace lenslet::op
