// A stencil op made ready to launch: compiled kernels with every argument set that no image decides.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "image/conversion.hpp"
#include "ocl/program.hpp"
#include "ocl/queue.hpp"
#include "op/problem.hpp"
#include "stencil/operands.hpp"
#include "stencil/padding.hpp"
#include "stencil/problem.hpp"
#include "stencil/reads.hpp"
#include "stencil/views_in_use.hpp"

namespace lenslet::stencil {

// One program's launches, see Part.
struct Step {
  ocl::Kernel block;
  std::optional<ocl::Kernel> frame;  // only where blocks leave edges to it
  std::optional<ocl::Buffer> taps;   // an argument of both: OpenCL's kernels do not keep their buffers alive
  std::vector<int> outputs;
  Operands operands;  // of both
  int input = 0;
  Radius radius;
};

// For images of every size.
class Computation final : public op::Computation {
 public:
  // No rule may exclude the schedule.
  Computation(const ocl::Queue& on, Problem what, const Schedule& how, const op::Build& build);

  Launch launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const override;
  Launch launch_image(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const override;
  bool has_regions() const override { return true; }
  Rect reads(const Rect& region, Size whole) const override;
  Launch launch_region(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                       const Rect& region) const override;
  Launch launch_on(const DeviceImage& input, const std::vector<DeviceImage>& outputs, const Rect& region) const;

  std::vector<std::string> stages() const override;
  Storage input_storage() const override { return schedule.storage; }

  // For images that are uploaded to the storage `buffer`.
  std::uint64_t scratch_bytes(Size size, std::int64_t layers) const override;

  PixelFormat output_format() const { return {problem.output, problem.input.channels, problem.input.alpha}; }

  ocl::Queue queue;
  Problem problem;
  Schedule schedule;
  std::size_t frame_group = 1;

  // A kernel object holds its arguments until it is launched, so one thread at a time may use it.
  mutable std::mutex mutex;
  mutable std::vector<Step> steps;
  mutable std::optional<Conversion> conversion;    // of inputs in another storage than the schedule's
  mutable std::optional<Padding> padding;          // only with edges `pad`
  mutable std::vector<DeviceImage> intermediates;  // of the last launch's shape
  mutable std::vector<std::optional<ocl::Buffer>> intermediate_memory;
  mutable ViewsInUse views;  // of inputs that kernels read as an image_buffer
};

// Throws invalid_argument where the images are not of the problem's formats, the region's size and the storages that
// are allowed, or share memory, and where the input does not hold what the region reads.
void check_images(const Problem& problem, const DeviceImage& input, const std::vector<DeviceImage>& outputs,
                  const Rect& region, const Rect& reads);

}  // namespace lenslet::stencil
