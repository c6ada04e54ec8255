// Launches the kernels of jpeg_forward.cl and jpeg_code_pixels.cl for each image.
#include "jpeg/encode_pixels.hpp"

#include <initializer_list>
#include <string>

#include <fmt/format.h>

#include "jpeg/encode_divisors.hpp"
#include "jpeg/kernels.hpp"
#include "ocl/values.hpp"
#include "rounding.hpp"

namespace lenslet::codec {
namespace {

std::string pixel_source(std::int64_t tile_width, std::initializer_list<const char*> files) {
  std::string source = fmt::format("#define TILE_WIDTH {}\n", tile_width);
  for (const char* file : files) source += kernel_source(file);
  return source;
}

// Sets the arguments that describe the `i`th image of a call; returns the next argument's number.
unsigned set_image(ocl::Kernel& kernel, const op::Graph& bound, op::GraphValue scans, std::uint32_t i) {
  const DeviceImage& image = bound.device_image(op::Graph::input(i));
  return set_from(0, kernel, image.buffer(), image.offset(), image.stride(),
                  static_cast<std::int32_t>(image.size().width), static_cast<std::int32_t>(image.size().height),
                  std::int32_t{image.format().channels}, bound.buffer(scans), static_cast<std::int32_t>(i));
}

// A CPU's prefetchers read wide tiles faster. Narrow tiles leave room for more groups on a GPU. PoCL keeps the vectors
// of all work-items of a group on a thread's stack. Without optimisation, four times this width would fill it.
std::int64_t tile_width_on(const DeviceInfo& device) {
  return device.kind == DeviceKind::cpu ? 256 : 128;
}

ocl::Range groups_over(const Frame& frame, std::int64_t tile_width, const ocl::Range& group) {
  const std::int64_t tiles = divide_up(frame.mcus.width * frame.mcu.width, tile_width);
  return {static_cast<std::size_t>(tiles) * group.x, static_cast<std::size_t>(frame.mcus.height)};
}

// Tiles of 512 pixels have 48 KiB of samples and coefficients, which a core's own caches hold. Some drivers allow only
// 32.
std::int64_t coded_tile_width_on(const DeviceInfo& device) {
  return device.local_memory >= 96 * 512 ? 512 : 256;
}

}  // namespace

void add_pixel_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                     op::GraphValue coefficients) {
  const std::int64_t width = tile_width_on(maker.device());
  const ocl::Range group{static_cast<std::size_t>(width / 2)};
  const std::string source =
      pixel_source(width, {"jpeg_scan.cl", "jpeg_rows.cl", "jpeg_planes.cl", "jpeg_blocks.cl", "jpeg_forward.cl"});
  graph.commands("forward", {scans, coefficients},
                 [=, &call, queue = &graph.queue(), kernel = ocl::Kernel(maker.program(source), "forward"),
                  divisors = graph.queue().copy_of(ocl::bytes_of(divisors_of(call.quant)))](
                     const op::Graph& bound, op::Launches& launches) mutable {
                   for (std::uint32_t i = 0; i < call.batch.frames.size(); ++i) {
                     set_from(set_image(kernel, bound, scans, i), kernel, divisors, bound.buffer(coefficients));
                     launches.push_back(queue->launch(kernel, groups_over(call.batch.frames[i], width, group), group));
                   }
                 });
}

void add_pixels_to_code_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                              op::GraphValue codes, op::GraphValue words, op::GraphValue lengths) {
  const std::string source =
      pixel_source(coded_tile_width_on(maker.device()),
                   {"jpeg_local.cl", "jpeg_scan.cl", "jpeg_rows.cl", "jpeg_planes.cl", "jpeg_blocks.cl",
                    "jpeg_entropy.cl", "jpeg_code_mcus.cl", "jpeg_code_pixels.cl"});
  graph.commands(
      "pixels to code", {scans, codes, words, lengths},
      [=, &call, queue = &graph.queue(), kernel = ocl::Kernel(maker.program(source), "code_pixels"),
       divisors = graph.queue().copy_of(ocl::bytes_of(divisors_of(call.quant)))](const op::Graph& bound,
                                                                                 op::Launches& launches) mutable {
        const Batch& batch = call.batch;
        for (std::uint32_t i = 0; i < batch.scans.size(); ++i) {
          set_from(set_image(kernel, bound, scans, i), kernel, divisors, static_cast<std::int32_t>(batch.scans.size()),
                   bound.buffer(codes), bound.buffer(words), static_cast<std::int32_t>(batch.chunk_words),
                   bound.buffer(lengths));
          launches.push_back(queue->launch(kernel, {static_cast<std::size_t>(chunks_of(batch.scans[i]))}, {1}));
        }
      });
}

}  // namespace lenslet::codec
