// What a plan of images refuses at a launch.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "stencil/computation.hpp"

namespace lenslet::stencil {
namespace {

void check_format(const char* what, PixelFormat given, PixelFormat wanted) {
  if (given == wanted) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the {} is {}, this plan is for {}", what, to_string(given), to_string(wanted)));
}

void check_layers(const DeviceImage& input, bool layered) {
  if (layered || input.layers() == 1) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("an image of {} layers, this plan is for single images: make it with FilterOptions::layered",
                          input.layers()));
}

void check_outputs(const Problem& problem, const DeviceImage& input, const std::vector<DeviceImage>& outputs) {
  const PixelFormat format{problem.output, problem.input.channels, problem.input.alpha};
  if (outputs.size() != problem.stencil.outputs.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} output images, this plan makes {}", outputs.size(), problem.stencil.outputs.size()));
  for (const DeviceImage& output : outputs) {
    check_format("output", output.format(), format);
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

void check_images(const Problem& problem, const DeviceImage& input, const std::vector<DeviceImage>& outputs) {
  check_format("input", input.format(), problem.input);
  check_layers(input, problem.layered);
  check_outputs(problem, input, outputs);
}

}  // namespace lenslet::stencil
