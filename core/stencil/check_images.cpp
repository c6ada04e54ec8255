// The checks of a launch's images.
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/rect.hpp"
#include "stencil/computation.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::int64_t max_samples = std::numeric_limits<std::int32_t>::max() / 2;

void check_format(const char* what, PixelFormat given, PixelFormat wanted) {
  if (given == wanted) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("the {} is {}, this plan is for {}", what, to_string(given), to_string(wanted)));
}

void check_layers(const DeviceImage& input, bool layered) {
  if (layered || input.layers() == 1) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("an image of {} layers, this plan is for single images: make it with OpOptions::layered",
                          input.layers()));
}

void check_held(const DeviceImage& input, const Rect& region, const Rect& reads) {
  if (is_inside(reads, input.held())) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("the region {} reads {} of the input, of which {} is held",
                                                       to_string(region), to_string(reads), to_string(input.held())));
}

void check_storage(const DeviceImage& output, Storage written) {
  if (output.in_buffer() || output.storage() == written) return;
  const bool others = written == Storage::image || written == Storage::image_array;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("an output in the storage '{0}', allowed: buffer, image_buffer{1}", name_of(output.storage()),
                  others ? fmt::format(", {}", name_of(written))
                         : fmt::format(", and {0} with a schedule that has 'to_{0}'", name_of(output.storage()))));
}

// Kernels write the storage `written`.
void check_outputs(const Problem& problem, const DeviceImage& input, const DeviceValues& outputs, Size size,
                   Storage written) {
  const PixelFormat format = output_format(problem);
  if (outputs.size() != problem.stencil.outputs.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} output images, this plan makes {}", outputs.size(), problem.stencil.outputs.size()));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    check_image("output", outputs, i);
    const DeviceImage& output = outputs.image(i);
    check_format("output", output.format(), format);
    if (output.size() != size)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an output of {} x {} for results of {} x {}", output.size().width, output.size().height,
                              size.width, size.height));
    if (output.layers() != input.layers())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an output of {} layers for an input of {}", output.layers(), input.layers()));
    check_storage(output, written);
    if (output.shares_memory(input))
      throw Error(ErrorKind::invalid_argument, "the input cannot be an output: a window would read what it wrote");
    if (i > 0 && output.shares_memory(outputs.image(0)))
      throw Error(ErrorKind::invalid_argument, "one image cannot take two outputs");
  }
}

}  // namespace

void check_sides(Size size, int channels) {
  if (size.width * channels <= max_samples && size.height <= max_samples) return;
  throw Error(ErrorKind::unsupported,
              fmt::format("an image of {} x {} with {} channels: rows and columns are limited to {} samples",
                          size.width, size.height, channels, max_samples));
}

void check_image(const char* what, const DeviceValues& values, std::size_t place) {
  if (values.is_image(place)) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("the {} is an array, {}; this computation is for images", what,
                                                       to_string(values.type(place))));
}

void check_images(const Problem& problem, const DeviceImage& input, const DeviceValues& outputs, const Rect& region,
                  const Rect& reads, Storage written) {
  check_format("input", input.format(), format_in_memory(problem));
  check_layers(input, problem.layered);
  check_held(input, region, reads);
  check_outputs(problem, input, outputs, region.size(), written);
}

void check_others(const Problem& problem, const DeviceValues& inputs, const DeviceValues& outputs, const Rect& region,
                  const Rect& reads) {
  const std::size_t windows = problem.stencil.inputs;
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    check_image("input", inputs, i);
    const DeviceImage &first = inputs.image(0), &other = inputs.image(i);
    check_layers(other, problem.layered);
    const bool has_window = i < windows;
    check_format("input", other.format(), has_window ? problem.input : problem.epilogue->beside[i - windows].format);
    if (other.whole() != first.whole())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("inputs of {} x {} and of {} x {}, allowed: one size", first.whole().width,
                              first.whole().height, other.whole().width, other.whole().height));
    const Rect& read = has_window ? reads : region;
    check_held(other, read, read);
    if (!other.in_buffer())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("an input behind the first in the storage '{}', allowed: buffer, image_buffer",
                              name_of(other.storage())));
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (outputs.image(k).shares_memory(other))
        throw Error(ErrorKind::invalid_argument, "an input cannot be an output: the launch would read what it wrote");
  }
}

}  // namespace lenslet::stencil
