// A pipeline that is ready to launch: its units one after the other, for all rows or strip by strip, and the memory
// between them.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "op/arena.hpp"
#include "op/problem.hpp"
#include "pipeline/needs.hpp"
#include "pipeline/schedule.hpp"

namespace lenslet::pipeline {

class PipelineComputation final : public op::Computation {
 public:
  // The queue must outlive this object. No rule may exclude the units' schedules.
  PipelineComputation(Typed typed, Arrangement arrangement, const PipelineSchedule& schedule, const ocl::Queue& queue,
                      const op::Build& build);

  Launch launch(const DeviceValues& inputs, const DeviceValues& outputs,
                const std::optional<Rect>& region) const override;
  bool has_regions() const override;
  Rect reads(const Rect& region, Size whole, std::size_t input) const override;
  Storage input_storage() const override;
  std::vector<std::string> stages() const override;
  std::uint64_t scratch_bytes(const op::LaunchShape& shape) const override;
  void reserve(const op::LaunchShape& shape) const override;

 private:
  struct Run;

  // The memory between units, with the layout of the launch that used it last.
  struct Memory {
    op::Arena arena;
    op::LaunchShape shape = {};
    Needs needs = {};                                 // for the shape's region
    std::vector<std::pair<Rect, Needs>> strips = {};  // the strips of the region; empty before the first layout
  };

  op::Arena make_arena() const;
  Memory take_memory() const;
  void give_back(Memory memory) const;
  void lay_out(const Rect& computed, const DeviceImage& first, Memory& memory) const;
  bool lies_between(ValueId id, const Needs& needs) const;
  Needs needs(const Rect& region, Size whole) const {
    return needs_of(typed_, arrangement_, computations_, region, whole);
  }
  std::uint64_t bytes_between(ValueId id, const op::LaunchShape& shape) const;
  std::vector<op::LaunchShape> shapes_of_units(const op::LaunchShape& shape) const;
  std::uint64_t scratch_of_units(const op::LaunchShape& shape) const;
  Rect all_of(const DeviceImage& first) const;
  std::vector<Rect> strips_of(const Rect& region) const;
  void place_values(Run& run, const op::Arena& arena) const;
  void launch_strip(Run& run, const op::Arena& arena) const;
  void launch_unit(std::size_t unit, Run& run) const;
  void copy_outputs(Run& run) const;

  Typed typed_;
  Arrangement arrangement_;
  int strip_rows_;
  const ocl::Queue& queue_;
  std::vector<std::unique_ptr<op::Computation>> computations_;
  std::uint64_t min_bytes_per_pixel_;

  mutable std::mutex mutex_;  // guards what follows
  mutable std::vector<Memory> idle_;
};

}  // namespace lenslet::pipeline
