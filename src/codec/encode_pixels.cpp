// Launches the kernel of jpeg_forward.cl for each image.
#include "codec/encode_pixels.hpp"

#include "codec/kernels.hpp"
#include "ocl/values.hpp"
#include "rounding.hpp"

namespace lenslet::codec {
namespace {

constexpr std::int64_t tile_width = 128;  // pixels, of jpeg_planes.cl
constexpr ocl::Range tile_group{64};

// Reciprocals of eight times a table's entries, row by row, each row followed by what rounds: the DCT's results are
// eight times the coefficients. Half more than half an entry keeps products of f32 away from whole numbers.
void add_divisors(const QuantTable& table, std::vector<float>& to) {
  std::vector<float> shares(block_samples), halves(block_samples);
  for (std::size_t i = 0; i < block_samples; ++i) {
    shares[i] = static_cast<float>(1.0 / (8.0 * table[i]));
    halves[i] = static_cast<float>((4.0 * table[i] + 0.5) / (8.0 * table[i]));
  }
  to.insert(to.end(), shares.begin(), shares.end());
  to.insert(to.end(), halves.begin(), halves.end());
}

ocl::Buffer divisors_of(const ocl::Queue& queue, const std::vector<QuantTable>& tables) {
  std::vector<float> divisors;
  for (const QuantTable& table : tables) add_divisors(table, divisors);
  return queue.copy_of(ocl::bytes_of(divisors));
}

ocl::Range groups_over(const Frame& frame) {
  const std::int64_t tiles = divide_up(frame.mcus.width * frame.mcu.width, tile_width);
  return {static_cast<std::size_t>(tiles) * tile_group.x, static_cast<std::size_t>(frame.mcus.height)};
}

}  // namespace

void add_pixel_stage(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue scans,
                     op::GraphValue coefficients) {
  std::string source;
  for (const char* file : {"jpeg_scan.cl", "jpeg_planes.cl", "jpeg_forward.cl"}) source += kernel_source(file);
  graph.commands("forward", {scans, coefficients},
                 [=, &call, queue = &graph.queue(), kernel = ocl::Kernel(maker.program(source), "forward"),
                  divisors = divisors_of(graph.queue(), call.quant)](const auto& bound, auto& launches) mutable {
                   for (std::uint32_t i = 0; i < call.batch.frames.size(); ++i) {
                     const DeviceImage& image = bound.device_image(op::Graph::input(i));
                     set_all(kernel, image.buffer(), image.offset(), image.stride(),
                             static_cast<std::int32_t>(image.size().width),
                             static_cast<std::int32_t>(image.size().height), std::int32_t{image.format().channels},
                             bound.buffer(scans), static_cast<std::int32_t>(i), divisors, bound.buffer(coefficients));
                     launches.push_back(queue->launch(kernel, groups_over(call.batch.frames[i]), tile_group));
                   }
                 });
}

}  // namespace lenslet::codec
