// Launches the kernels of jpeg_planes.cl and jpeg_forward.cl for each image.
#include "codec/encode_pixels.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "codec/kernels.hpp"
#include "rounding.hpp"

namespace lenslet::codec {
namespace {

constexpr std::size_t run = 16;  // of jpeg_planes.cl
constexpr ocl::Range plane_group{32, 2}, block_group{32, 2};

// Where an image's planes lie: luminance, then those of colour, which are an h-th as wide and a v-th as high.
struct Planes {
  explicit Planes(const Frame& frame)
      : h(frame.max_h),
        v(frame.max_v),
        pitch(round_up(frame.mcus.width * frame.mcu.width, std::int64_t{run})),
        rows(frame.mcus.height * block_side),
        colors(frame.components.size() > 1) {}

  std::int64_t begin(std::size_t component) const {
    return component == 0 ? 0 : pitch * rows * v + static_cast<std::int64_t>(component - 1) * (pitch / h) * rows;
  }
  std::int64_t pitch_of(std::size_t component) const { return component == 0 ? pitch : pitch / h; }
  std::int64_t bytes() const { return colors ? begin(3) : pitch * rows; }

  int h, v;
  std::int64_t pitch, rows;
  bool colors;
};

// What is added to the sum of h x v samples, in turns: libjpeg's means of 1 x 2 and 2 x 2 do not always round up.
std::array<std::int32_t, 2> bias_of(int h, int v) {
  if (h == 2) return v == 2 ? std::array{1, 2} : std::array{0, 1};
  return {h * v / 2, h * v / 2};
}

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

ocl::Buffer divisors_of(const ocl::Queue& queue, const QuantTable& table) {
  std::vector<float> divisors;
  add_divisors(table, divisors);
  return queue.copy_of(std::as_bytes(std::span(divisors)));
}

ocl::Range groups_over(std::int64_t x, std::int64_t y, const ocl::Range& group) {
  return {static_cast<std::size_t>(round_up(x, group.x)), static_cast<std::size_t>(round_up(y, group.y))};
}

// A launch's kernels with what they share.
struct PixelStage {
  const ocl::Queue* queue;
  EncodeCall* call;
  ocl::Kernel planes, forward;
  std::array<ocl::Buffer, 2> divisors;  // of luminance and of chrominance

  ocl::Event put_planes(const DeviceImage& image, const Planes& layout, const ocl::Buffer& memory) {
    const int shift = std::countr_zero(static_cast<unsigned>(layout.h * layout.v));
    set_all(planes, image.buffer(), image.offset(), image.stride(), static_cast<std::int32_t>(image.size().width),
            static_cast<std::int32_t>(image.size().height), std::int32_t{image.format().channels},
            std::int32_t{layout.h}, std::int32_t{layout.v}, bias_of(layout.h, layout.v), std::int32_t{shift}, memory,
            static_cast<std::int32_t>(layout.pitch), static_cast<std::int32_t>(layout.rows));
    return queue->launch(planes, groups_over(layout.pitch / std::int64_t{run}, layout.rows, plane_group), plane_group);
  }

  ocl::Event put_forward(const Component& component, std::int64_t plane, std::int64_t pitch, std::int64_t first_block,
                         const ocl::Buffer& memory, const ocl::Buffer& coefficients) {
    set_all(forward, memory, plane, static_cast<std::int32_t>(pitch), static_cast<std::int32_t>(component.real.width),
            static_cast<std::int32_t>(component.real.height), static_cast<std::int32_t>(component.blocks.width),
            divisors[static_cast<std::size_t>(component.spec.quant)], coefficients, first_block);
    return queue->launch(forward, groups_over(component.real.width, component.real.height, block_group), block_group);
  }

  void put(std::size_t i, const DeviceImage& image, const ocl::Buffer& memory, const ocl::Buffer& coefficients,
           op::Launches& launches) {
    const Frame& frame = call->batch.frames[i];
    const Planes layout(frame);
    launches.push_back(put_planes(image, layout, memory));
    for (std::size_t c = 0; c < frame.components.size(); ++c)
      launches.push_back(put_forward(frame.components[c], layout.begin(c), layout.pitch_of(c),
                                     call->batch.scans[i].component[c].first_block, memory, coefficients));
  }
};

}  // namespace

void add_pixel_stages(op::Graph& graph, const op::Maker& maker, EncodeCall& call, op::GraphValue coefficients) {
  const ocl::Program program =
      maker.program(std::string(kernel_source("jpeg_planes.cl")) + std::string(kernel_source("jpeg_forward.cl")));
  const op::GraphValue planes = graph.scratch([&call](const op::LaunchShape&) {
    std::int64_t most = 0;  // they are an image's until the next image has them
    for (const Frame& frame : call.batch.frames) most = std::max(most, Planes(frame).bytes());
    return static_cast<std::uint64_t>(most);
  });
  PixelStage stage{&graph.queue(),
                   &call,
                   ocl::Kernel(program, "planes"),
                   ocl::Kernel(program, "forward"),
                   {divisors_of(graph.queue(), call.quant[0]), divisors_of(graph.queue(), call.quant[1])}};
  graph.commands("planes and forward", {planes, coefficients},
                 [stage, planes, coefficients](const op::Bound& bound, op::Launches& launches) mutable {
                   for (std::uint32_t i = 0; i < stage.call->batch.frames.size(); ++i)
                     stage.put(i, bound.device_image(op::Graph::input(i)), bound.buffer(planes),
                               bound.buffer(coefficients), launches);
                 });
}

}  // namespace lenslet::codec
