// Launches the kernel of jpeg_forward.cl for each image.
#include "codec/encode_pixels.hpp"

#include <fmt/format.h>

#include "codec/encode_divisors.hpp"
#include "codec/kernels.hpp"
#include "ocl/values.hpp"
#include "rounding.hpp"

namespace lenslet::codec {
namespace {

// Wide tiles are read faster by a CPU's prefetchers, narrow ones leave room for more groups on a GPU.
std::int64_t tile_width_on(const DeviceInfo& device) {
  return device.kind == DeviceKind::cpu ? 1024 : 128;
}

ocl::Range groups_over(const Frame& frame, std::int64_t tile_width, const ocl::Range& group) {
  const std::int64_t tiles = divide_up(frame.mcus.width * frame.mcu.width, tile_width);
  return {static_cast<std::size_t>(tiles) * group.x, static_cast<std::size_t>(frame.mcus.height)};
}

}  // namespace

void add_pixel_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                     op::GraphValue coefficients) {
  const std::int64_t width = tile_width_on(maker.device());
  const ocl::Range group{static_cast<std::size_t>(width / 2)};
  std::string source = fmt::format("#define TILE_WIDTH {}\n", width);
  for (const char* file : {"jpeg_scan.cl", "jpeg_planes.cl", "jpeg_forward.cl"}) source += kernel_source(file);
  graph.commands("forward", {scans, coefficients},
                 [=, &call, queue = &graph.queue(), kernel = ocl::Kernel(maker.program(source), "forward"),
                  divisors = graph.queue().copy_of(ocl::bytes_of(divisors_of(call.quant)))](const auto& bound,
                                                                                            auto& launches) mutable {
                   for (std::uint32_t i = 0; i < call.batch.frames.size(); ++i) {
                     const DeviceImage& image = bound.device_image(op::Graph::input(i));
                     set_all(kernel, image.buffer(), image.offset(), image.stride(),
                             static_cast<std::int32_t>(image.size().width),
                             static_cast<std::int32_t>(image.size().height), std::int32_t{image.format().channels},
                             bound.buffer(scans), static_cast<std::int32_t>(i), divisors, bound.buffer(coefficients));
                     launches.push_back(queue->launch(kernel, groups_over(call.batch.frames[i], width, group), group));
                   }
                 });
}

}  // namespace lenslet::codec
