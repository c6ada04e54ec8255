// A stencil op made ready to launch, for images of every size.
#pragma once

#include "op/graph_pool.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

class StencilComputation final : public op::Computation {
 public:
  // No rule may exclude the schedule.
  StencilComputation(const ocl::Queue& queue, Problem problem, const Schedule& schedule, const op::Build& build);

  Launch launch(const op::DeviceValues& inputs, const op::DeviceValues& outputs,
                const std::optional<Rect>& region) const override;
  bool has_regions() const override { return true; }
  Rect reads(const Rect& region, Size whole) const override;
  std::vector<std::string> stages() const override { return graphs_.stages(); }
  Storage input_storage() const override;
  Storage output_storage() const override;

  // For images that are uploaded to the storage `buffer`.
  std::uint64_t scratch_bytes(const op::LaunchShape& shape) const override;
  void reserve(const op::LaunchShape& shape) const override { graphs_.reserve(shape_in_image(shape)); }

 private:
  // The shape's region is of results; stages count in pixels of the image.
  op::LaunchShape shape_in_image(const op::LaunchShape& shape) const;

  Problem problem_;
  Schedule schedule_;
  op::GraphPool graphs_;
};

// Throws unsupported for sides that kernels cannot count along: within a row and a column they do in 32 bits.
void check_sides(Size size, int channels);

// Throws invalid_argument for an array.
void check_image(const char* what, const op::DeviceValues& values, std::size_t place);

// Throws invalid_argument where the images are not of the problem's formats, the region's size and the storages that
// are allowed, or share memory, and where the input does not hold what the region reads.
void check_images(const Problem& problem, const DeviceImage& input, const op::DeviceValues& outputs, const Rect& region,
                  const Rect& reads, bool to_image);

// Likewise of the inputs behind the first: those of a window, which are to be like it, and those of an epilogue.
void check_others(const Problem& problem, const op::DeviceValues& inputs, const op::DeviceValues& outputs,
                  const Rect& region, const Rect& reads);

}  // namespace lenslet::stencil
