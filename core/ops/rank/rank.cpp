// Takes the sample of any rank in the window.
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/order_statistic.hpp"
#include "ops/volume_passes.hpp"

namespace lenslet::ops {
namespace {

constexpr double median_percentile = 50;
constexpr double max_samples = stencil::max_window * stencil::max_window;

std::vector<Parameter> rank_parameters() {
  std::vector<Parameter> list = window_parameters();
  list.push_back({.name = "rank",
                  .summary = "Place among the sorted samples, from 0, or from -1 backwards; auto: by percentile.",
                  .kind = ParameterKind::integer,
                  .initial = auto_number,
                  .minimum = -max_samples,
                  .maximum = max_samples - 1,
                  .automatic = true});
  list.push_back({.name = "percentile",
                  .summary = "Share of the samples below the result, where no rank is given.",
                  .kind = ParameterKind::real,
                  .initial = median_percentile,
                  .unit = "%",
                  .minimum = 0,
                  .maximum = 100});
  return list;
}

OpInfo describe_rank() {
  return {.name = "rank",
          .summary = "Sample of one rank in the window: minimum, maximum, median, or any percentile.",
          .details =
              "out = sorted samples[rank], exact for every type, of the n = ksize * ksize_y samples. A percentile p is "
              "the rank floor(n * p / 100), of 100 the last. A window with a NaN gives any of its samples. Equals "
              "SciPy's rank_filter and percentile_filter, and libvips' rank.",
          .parameters = rank_parameters(),
          .outputs = {"out"},
          .synonyms = {"rankfilter", "percentile", "percentilefilter", "ordfilt2"},
          .nearest_to = {"quantile", "modefilter"}};
}

int rank_of_percentile(double percentile, int samples) {
  const auto rank = static_cast<int>(std::floor(samples * percentile / 100));
  return rank < samples ? rank : samples - 1;
}

int rank_of(const Arguments& args, int samples) {
  const double percentile = args.real("percentile");
  const std::optional<int> rank = args.integer_or_auto("rank");
  if (!rank) return rank_of_percentile(percentile, samples);
  if (percentile != median_percentile)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("rank: rank is {} and percentile {}, allowed: one of them", *rank, percentile));
  if (*rank < -samples || *rank >= samples)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("rank: rank is {}, allowed in a window of {} samples: {} to {}", *rank, samples, -samples,
                            samples - 1));
  return *rank < 0 ? *rank + samples : *rank;
}

stencil::Stencil make_rank(const Arguments& args, SampleType) {
  const WindowSides window = window_sides("rank", args);
  return order_statistic(window, rank_of(args, window.samples()));
}

std::vector<op::VolumePass> passes_of_rank(const op::VolumeCall& volume) {
  const int samples = window_sides("rank", volume.arguments).samples() * depth_side("rank", volume, max_cuboid_side);
  return rank_passes("rank", volume, rank_of(volume.arguments, samples));
}

}  // namespace

op::Op rank() {
  op::Op op = filter_op(
      describe_rank(), make_rank,
      {{}, {{"ksize", 15L}, {"ksize_y", 9L}, {"percentile", 20.0}}, {{"ksize", 1L}, {"ksize_y", 255L}, {"rank", -2L}}});
  op.volume = [](const op::VolumeCall& volume) { return passes_of_rank(volume); };
  return op;
}

}  // namespace lenslet::ops
