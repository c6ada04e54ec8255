// A stencil op made ready to launch, for images of every size.
#pragma once

#include "op/graph.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

class StencilComputation final : public op::GraphComputation {
 public:
  // The caller has checked that no rule excludes the schedule.
  StencilComputation(const ocl::Queue& queue, Problem problem, const Schedule& schedule, const op::Build& build);

  Launch launch(const DeviceValues& inputs, const DeviceValues& outputs,
                const std::optional<Rect>& region) const override;
  bool has_regions() const override { return true; }
  Rect reads(const Rect& region, Size whole, std::size_t input = 0) const override;
  Storage input_storage() const override;
  Storage output_storage() const override;

  // The bytes for images that are uploaded to the storage `buffer`.
  std::uint64_t scratch_bytes(const op::LaunchShape& shape) const override;
  void reserve(const op::LaunchShape& shape) const override { GraphComputation::reserve(shape_in_image(shape)); }

 private:
  // Converts the shape's region, which is of results, to pixels of the image, in which stages count.
  op::LaunchShape shape_in_image(const op::LaunchShape& shape) const;

  Problem problem_;
  Schedule schedule_;
};

// Throws unsupported for sides over what kernels count in 32 bits, within a row or a column.
void check_sides(Size size, int channels);

// Throws invalid_argument where the value is an array.
void check_image(const char* what, const DeviceValues& values, std::size_t place);

// Throws invalid_argument where the images lack the problem's formats, the region's size or an allowed storage, where
// they share memory, and where the input does not hold the part `reads` that the region needs. Kernels write the
// storage `written`.
void check_images(const Problem& problem, const DeviceImage& input, const DeviceValues& outputs, const Rect& region,
                  const Rect& reads, Storage written);

// The same for the inputs behind the first. Inputs of windows must be like the first. An epilogue may read images of
// other types.
void check_others(const Problem& problem, const DeviceValues& inputs, const DeviceValues& outputs, const Rect& region,
                  const Rect& reads);

}  // namespace lenslet::stencil
