// Makes the passes that ops of windows take over volumes.
#include "ops/volume_passes.hpp"

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

std::vector<VolumePass> rank_passes(const char* op, const op::VolumeCall& volume, std::optional<std::int64_t> rank) {
  const std::int64_t width = volume.arguments.integer("ksize"), height = volume.arguments.integer("ksize_y");
  op::ArgumentMap arguments{
      {"ksize", width}, {"ksize_y", height}, {"ksize_z", std::int64_t{depth_side(op, volume, stencil::max_window)}}};
  if (rank) arguments["rank"] = *rank;
  return {{.call = {"volume_rank", std::move(arguments)}, .way = VolumePass::Way::whole}};
}

}  // namespace lenslet::ops
