// Counts samples, blocks and MCUs.
#include "jpeg/frame.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet::codec {
namespace {

struct NamedSampling {
  std::string_view name;
  int h, v;  // of luminance; those of colour are 1
};

constexpr NamedSampling samplings[] = {
    {"4:4:4", 1, 1}, {"4:2:2", 2, 1}, {"4:2:0", 2, 2}, {"4:4:0", 1, 2}, {"4:1:1", 4, 1}};

[[noreturn]] void refuse_frame(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_specs(const std::vector<ComponentSpec>& specs) {
  if (specs.empty() || specs.size() > max_components)
    refuse_frame(fmt::format("{} components of a JPEG frame, allowed: 1 to {}", specs.size(), max_components));
  int blocks = 0;
  for (const ComponentSpec& spec : specs) {
    if (spec.h < 1 || spec.h > 4 || spec.v < 1 || spec.v > 4)
      refuse_frame(fmt::format("sampling factors {} x {} of a JPEG component, allowed: 1 to 4", spec.h, spec.v));
    blocks += spec.h * spec.v;
  }
  if (specs.size() > 1 && blocks > max_mcu_blocks)
    refuse_frame(fmt::format("{} blocks in a JPEG's MCU, allowed: up to {}", blocks, max_mcu_blocks));
}

Component component_of(const Frame& frame, const ComponentSpec& spec, bool alone) {
  Component component;
  component.spec = spec;
  component.h = alone ? 1 : spec.h;
  component.v = alone ? 1 : spec.v;
  component.samples = {divide_up(frame.size.width * spec.h, frame.max_h),
                       divide_up(frame.size.height * spec.v, frame.max_v)};
  component.real = {divide_up(component.samples.width, block_side), divide_up(component.samples.height, block_side)};
  component.blocks = alone ? component.real : Size{frame.mcus.width * spec.h, frame.mcus.height * spec.v};
  component.first_block = frame.blocks;
  return component;
}

}  // namespace

Frame make_frame(Size size, const std::vector<ComponentSpec>& specs, int restart) {
  check_specs(specs);
  const bool alone = specs.size() == 1;
  Frame frame;
  frame.size = size;
  frame.restart = restart;
  for (const ComponentSpec& spec : specs) {
    frame.max_h = std::max(frame.max_h, spec.h);
    frame.max_v = std::max(frame.max_v, spec.v);
  }
  frame.mcu = {block_side * (alone ? 1 : frame.max_h), block_side * (alone ? 1 : frame.max_v)};
  frame.mcus = {divide_up(size.width, frame.mcu.width), divide_up(size.height, frame.mcu.height)};
  for (const ComponentSpec& spec : specs) {
    frame.components.push_back(component_of(frame, spec, alone));
    frame.blocks += frame.components.back().block_count();
    frame.mcu_blocks += frame.components.back().h * frame.components.back().v;
  }
  return frame;
}

std::vector<ComponentSpec> components_for(int channels, const std::string& sampling) {
  const auto* found = std::ranges::find(samplings, std::string_view(sampling), &NamedSampling::name);
  if (found == std::end(samplings))
    refuse_frame(fmt::format("the sampling '{}', allowed: 4:4:4, 4:2:2, 4:2:0, 4:4:0, 4:1:1", sampling));
  if (channels == 1) return {{.id = 1}};
  return {{.id = 1, .h = found->h, .v = found->v}, {.id = 2, .quant = 1}, {.id = 3, .quant = 1}};
}

}  // namespace lenslet::codec
