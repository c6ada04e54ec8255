// An op made ready to launch, as its graph.
#pragma once

#include "op/graph.hpp"
#include "op/op.hpp"

namespace lenslet::op {

class OpComputation final : public GraphComputation {
 public:
  // The schedule must be one that no rule excludes.
  OpComputation(OpPtr op, Instance problem, const DimensionSchedule& schedule, const ocl::Queue& queue,
                const Build& build);

  Launch launch(const DeviceValues& inputs, const DeviceValues& outputs,
                const std::optional<Rect>& region) const override;
  bool has_regions() const override;
  Rect reads(const Rect& region, Size whole, std::size_t input) const override;

 private:
  void check_region_of(const DeviceValues& inputs, const DeviceValues& outputs, const Rect& region) const;

  std::uint64_t bytes_for(Size size) const;

  OpPtr op_;
  Instance problem_;
  std::uint64_t min_bytes_;
};

// Throws invalid_argument where an output shares memory with an input or with another output.
void check_apart(const DeviceValues& inputs, const DeviceValues& outputs);

}  // namespace lenslet::op
