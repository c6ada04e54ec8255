// Queues a kernel with offset, range and group.
#include "toolkit/ocl/kernel_launch.hpp"

#include <utility>

#include <fmt/ranges.h>

#include "ocl/enqueue.hpp"
#include "toolkit/ocl/object_handles.hpp"

namespace lenslet::ocl {
namespace {

cl::NDRange sides_of(const std::vector<std::size_t>& sides) {
  switch (sides.size()) {
    case 0:
      return cl::NullRange;
    case 1:
      return cl::NDRange(sides[0]);
    case 2:
      return cl::NDRange(sides[0], sides[1]);
    default:
      return cl::NDRange(sides[0], sides[1], sides[2]);
  }
}

std::string note_of(const Kernel::Handle& kernel, const KernelRange& range) {
  bool uneven = false;
  for (std::size_t i = 0; i < range.group.size(); ++i) uneven = uneven || range.global[i] % range.group[i] != 0;
  return fmt::format("kernel {} over {} work-items in groups of {}{}", kernel.name, fmt::join(range.global, " x "),
                     range.group.empty() ? "the driver's choice" : fmt::format("{}", fmt::join(range.group, " x ")),
                     uneven
                         ? ", the last of them smaller: that needs a program compiled with -cl-std=CL2.0 or later, or "
                           "--round-up and KernelRange::round_up"
                         : "");
}

}  // namespace

Event launch(const Queue& queue, const Kernel& kernel, const KernelRange& range, const After& after) {
  cl::Event event;
  checked(
      [&] {
        const std::vector<cl::Event> list = wait_list(after);
        queue.handle().queue.enqueueNDRangeKernel(kernel.handle().kernel, sides_of(range.offset),
                                                  sides_of(range.global), sides_of(range.group),
                                                  list.empty() ? nullptr : &list, &event);
      },
      [&] { return note_of(kernel.handle(), range); });
  return noted(queue, kernel, sides_of(range.group), Event(std::exchange(event(), nullptr)));
}

Event launch_task(const Queue& queue, const Kernel& kernel, const After& after) {
  const auto note = [&] { return fmt::format("kernel {} as a task", kernel.handle().name); };
  return enqueue(
      "clEnqueueTask", after,
      [&](cl_uint count, const cl_event* list, cl_event* own) {
        return clEnqueueTask(queue.handle().queue(), kernel.handle().kernel(), count, list, own);
      },
      note);
}

}  // namespace lenslet::ocl
