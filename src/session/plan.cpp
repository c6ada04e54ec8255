// The public face of a plan.
#include <lenslet/plan.hpp>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/allocate.hpp"
#include "stencil/plan.hpp"

namespace lenslet {
namespace {

std::string describe(PixelFormat format) {
  return fmt::format("{} x {}{}", name_of(format.type), format.channels, format.alpha ? " with alpha" : "");
}

void check_format(const char* what, PixelFormat given, PixelFormat wanted) {
  if (given == wanted) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the {} is {}, this plan is for {}", what, describe(given), describe(wanted)));
}

void check_layers(const DeviceImage& input, bool layered) {
  if (layered || input.layers() == 1) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("an image of {} layers, this plan is for single images: make it with FilterOptions::layered",
                          input.layers()));
}

void check_outputs(const DeviceImage& input, const std::vector<DeviceImage>& outputs, const Plan& plan) {
  if (outputs.size() != plan.output_names().size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} output images, this plan makes {}", outputs.size(), plan.output_names().size()));
  for (const DeviceImage& output : outputs) {
    check_format("output", output.format(), plan.output_format());
    if (output.size() != input.size())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an output of {} x {} for an input of {} x {}", output.size().width, output.size().height,
                              input.size().width, input.size().height));
    if (output.layers() != input.layers())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an output of {} layers for an input of {}", output.layers(), input.layers()));
    if (!output.in_buffer())
      throw Error(
          ErrorKind::invalid_argument,
          fmt::format("an output in the storage '{}', allowed: buffer, image_buffer", name_of(output.storage())));
    if (output.shares_memory(input))
      throw Error(ErrorKind::invalid_argument, "the input cannot be an output: a window would read what it wrote");
    if (&output != &outputs.front() && output.shares_memory(outputs.front()))
      throw Error(ErrorKind::invalid_argument, "one image cannot take two outputs");
  }
}

}  // namespace

const Schedule& Plan::schedule() const {
  return state_->schedule;
}
Origin Plan::origin() const {
  return state_->origin;
}
const std::string& Plan::reason() const {
  return state_->reason;
}
const std::vector<std::string>& Plan::output_names() const {
  return state_->problem.stencil.outputs;
}
PixelFormat Plan::output_format() const {
  return state_->output_format();
}
double Plan::build_ms() const {
  return state_->build_ms;
}
CacheUse Plan::cache_use() const {
  return state_->cache;
}
std::uint64_t Plan::scratch_bytes(Size size, std::int64_t layers) const {
  return stencil::scratch_bytes(*state_, size, layers);
}
const std::string& Plan::source() const {
  return state_->source;
}

std::vector<DeviceImage> Plan::run(const DeviceImage& input, Timing* timing) const {
  std::vector<DeviceImage> outputs;
  for (std::size_t i = 0; i < output_names().size(); ++i)
    outputs.push_back(allocate_image(state_->queue, input.size(), output_format(), Storage::buffer, input.layers()));
  run_into(input, outputs, timing);
  return outputs;
}

void Plan::run_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs, Timing* timing) const {
  const Launch launch = launch_into(input, outputs);
  launch.wait();
  if (timing) *timing = launch.timing();
}

Launch Plan::launch_into(const DeviceImage& input, const std::vector<DeviceImage>& outputs) const {
  check_format("input", input.format(), state_->problem.input);
  check_layers(input, state_->problem.layered);
  check_outputs(input, outputs, *this);
  return stencil::launch(*state_, input, outputs);
}

}  // namespace lenslet
