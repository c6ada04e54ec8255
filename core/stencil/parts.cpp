// Finds the parts of a plan. `separated` passes are two ordinary problems: masks one pixel high, then masks one pixel
// wide.
#include "stencil/parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stencil/reads.hpp"

namespace lenslet::stencil {
namespace {

std::vector<int> all_masks(const Problem& problem) {
  std::vector<int> all(static_cast<std::size_t>(problem.masks()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Part whole(const Problem& problem, const Schedule& schedule) {
  Part part{problem, schedule, all_masks(problem), Part::plans_input, {}};
  part.outputs.resize(problem.stencil.outputs.size());
  std::iota(part.outputs.begin(), part.outputs.end(), 0);
  return part;
}

std::vector<Part> one_per_mask(const Problem& problem, const Schedule& schedule) {
  std::vector<Part> parts;
  for (const int mask : all_masks(problem)) parts.push_back({problem, schedule, {mask}, Part::plans_input, {mask}});
  return parts;
}

Problem row_problem(const Problem& problem) {
  Problem rows = problem;
  rows.fixed_point.reset();
  rows.half_sums.reset();
  rows.epilogue.reset();
  rows.stencil = {};
  rows.stencil.radius_x = problem.stencil.radius_x;
  for (const Factors& factors : problem.stencil.factors)
    rows.stencil.masks.push_back({static_cast<int>(factors.row.size()), 1, factors.row});
  rows.output = intermediate_type(problem);
  return rows;
}

// The sum of a row that lies outside the image, rounded as the device rounds sums.
double outside_sum(const std::vector<double>& row, float pixel, bool fast_fma) {
  float sum = 0;
  for (const double tap : row) {
    if (tap == 0) continue;
    const float factor = static_cast<float>(tap), product = factor * pixel;
    sum = fast_fma ? std::fma(factor, pixel, sum) : product + sum;
  }
  return sum;
}

Problem column_problem(const Problem& problem, std::size_t mask, bool fast_fma) {
  const Factors& factors = problem.stencil.factors[mask];
  Problem column = problem;
  column.fixed_point.reset();
  column.half_sums.reset();
  column.prologue.reset();
  column.stencil = {};
  column.stencil.radius_y = problem.stencil.radius_y;
  column.stencil.masks.push_back({1, static_cast<int>(factors.column.size()), factors.column});
  column.stencil.scale = problem.stencil.scale;
  column.stencil.delta = problem.stencil.delta;
  column.input.type = intermediate_type(problem);
  for (double& value : column.border_value)
    value = outside_sum(factors.row, static_cast<float>(store_value(value, problem.input.type)), fast_fma);
  return column;
}

// One launch along the rows for all masks, then one launch down the columns for each mask.
std::vector<Part> two_passes(const Problem& problem, Schedule schedule, bool fast_fma) {
  const int masks = problem.masks();
  schedule.passes = masks > 1 ? Passes::fused : Passes::single;
  std::vector<Part> parts{{row_problem(problem), schedule, all_masks(problem), Part::plans_input, {}}};
  schedule.passes = Passes::single;
  schedule.storage = Storage::buffer;  // of the image between the passes
  if (intermediate_type(problem) == SampleType::f32) schedule.lanes = Lanes::single;
  for (int mask = 0; mask < masks; ++mask) {
    const int intermediate = masks + mask;
    parts.front().outputs.push_back(intermediate);
    parts.push_back(
        {column_problem(problem, static_cast<std::size_t>(mask), fast_fma), schedule, {0}, intermediate, {mask}});
  }
  return parts;
}

}  // namespace

SampleType intermediate_type(const Problem& problem) {
  const auto fits = [&](const Factors& factors) {
    const double sum = std::accumulate(factors.row.begin(), factors.row.end(), 0.0);
    return std::ranges::all_of(factors.row, [](double tap) { return tap >= 0 && tap == std::rint(tap); }) &&
           sum * max_value(problem.input.type) <= max_value(SampleType::u16);
  };
  const bool whole = is_integer(problem.input.type) && std::ranges::all_of(problem.stencil.factors, fits);
  return whole ? SampleType::u16 : SampleType::f32;
}

Rect between_passes(const Problem& problem, const Rect& region, Size whole) {
  return reads_of(region, {0, problem.stencil.radius_y}, problem.border, whole);
}

std::vector<Part> parts_of(const Problem& problem, const Schedule& schedule, const DeviceInfo& device) {
  if (schedule.passes == Passes::separated) return two_passes(problem, schedule, device.fast_fma);
  if (schedule.passes == Passes::single && problem.masks() > 1) return one_per_mask(problem, schedule);
  return {whole(problem, schedule)};
}

}  // namespace lenslet::stencil
