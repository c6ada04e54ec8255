// Makes the passes that ops of windows take over volumes.
#include "ops/volume_passes.hpp"

#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "stencil/masks.hpp"

namespace lenslet::ops {

using op::VolumePass;

int depth_side(const char* op, const op::VolumeCall& volume, int most) {
  if (volume.depth) return op::whole_depth(op, *volume.depth, 1, most);
  const int width = volume.arguments.integer("ksize"), height = volume.arguments.integer("ksize_y");
  return height == 0 ? width : height;
}

std::vector<VolumePass> extreme_passes(const char* op, const char* pass, const op::VolumeCall& volume) {
  const std::string& shape = volume.arguments.text("shape");
  if (shape != "rectangle" || volume.arguments.matrix("element").rows() > 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: {} in a volume; allowed: the shape rectangle", op,
                            shape != "rectangle" ? fmt::format("the shape {}", shape) : std::string("an element")));
  const std::int64_t depth = depth_side(op, volume, stencil::max_window);
  std::vector<VolumePass> passes{{.call = {pass, volume.given}}};
  if (depth > 1)
    passes.push_back({.call = {pass, {{"ksize", std::int64_t{1}}, {"ksize_y", depth}}}, .way = VolumePass::Way::depth});
  return passes;
}

namespace {

// In the words of the op that was called.
void check_cuboid_side(const char* op, const char* called, double side) {
  if (std::fmod(side, 2) == 1 && side <= max_cuboid_side) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} is {}; allowed in a volume: an odd number from 1 to {}",
                                                       op, called, side, max_cuboid_side));
}

}  // namespace

std::vector<VolumePass> rank_passes(const char* op, const op::VolumeCall& volume, std::optional<std::int64_t> rank) {
  const std::int64_t width = volume.arguments.integer("ksize"), height = volume.arguments.integer("ksize_y");
  check_cuboid_side(op, "ksize", static_cast<double>(width));
  if (height != 0) check_cuboid_side(op, "ksize_y", static_cast<double>(height));
  check_cuboid_side(op, "the depth", volume.depth.value_or(1));
  op::ArgumentMap arguments{
      {"ksize", width}, {"ksize_y", height}, {"ksize_z", std::int64_t{depth_side(op, volume, max_cuboid_side)}}};
  if (rank) arguments["rank"] = *rank;
  return {{.call = {"volume_rank", std::move(arguments)}, .way = VolumePass::Way::whole}};
}

}  // namespace lenslet::ops
