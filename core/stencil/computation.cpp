// The checks of a launch of images, and its memory.
#include "stencil/computation.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "image/rect.hpp"
#include "stencil/reads.hpp"
#include "stencil/speed.hpp"
#include "stencil/stages.hpp"

namespace lenslet::stencil {
namespace {

const DeviceImage& first_input(const Problem& problem, const op::DeviceValues& inputs) {
  const std::size_t wanted = count_inputs(problem);
  if (inputs.size() != wanted)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} inputs, this computation has {}", inputs.size(), wanted));
  check_image("input", inputs, 0);
  return inputs.image(0);
}

bool is_object(Storage storage) {
  return storage == Storage::image || storage == Storage::image_array;
}

// The bytes of an image object. Rows with gaps between them are packed first, which takes as much again.
std::uint64_t bytes_of_conversion(Size size, PixelFormat format) {
  const auto packed = static_cast<std::uint64_t>(size.width * size.height) * format.bytes();
  return aligned_stride(size.width, format) == size.width * format.channels ? packed : 2 * packed;
}

// The bytes of results as image objects, as buffers without gaps, and as rows of buffers.
std::uint64_t bytes_of_results(const Problem& problem, Size size) {
  const PixelFormat format = output_format(problem);
  return problem.stencil.outputs.size() * (bytes_of_conversion(size, format) + bytes_of_rows(size, format));
}

}  // namespace

StencilComputation::StencilComputation(const ocl::Queue& queue, Problem problem, const Schedule& schedule,
                                       const op::Build& build)
    : problem_(std::move(problem)),
      schedule_(schedule),
      graphs_(
          queue, [this](const op::Maker& maker) { return make_graph(problem_, schedule_, maker); }, build) {}

Rect StencilComputation::reads(const Rect& region, Size whole) const {
  return reads_of(in_image(problem_, region), radius_of(problem_), problem_.border, whole);
}

op::LaunchShape StencilComputation::shape_in_image(const op::LaunchShape& shape) const {
  return {in_image(problem_, shape.region), shape.whole, shape.layers};
}

std::uint64_t StencilComputation::scratch_bytes(const op::LaunchShape& shape) const {
  const Size read = reads(shape.region, shape.whole).size();
  const std::uint64_t objects = is_object(schedule_.storage) ? bytes_of_conversion(read, problem_.input) : 0;
  const std::uint64_t results =
      schedule_.stores == Stores::to_image ? bytes_of_results(problem_, shape.region.size()) : 0;
  return graphs_.scratch_bytes(shape_in_image(shape)) + objects * static_cast<std::uint64_t>(shape.layers) + results;
}

Storage StencilComputation::output_storage() const {
  return schedule_.stores == Stores::to_image ? Storage::image : Storage::buffer;
}

// An op of several inputs reads all of them from buffers.
Storage StencilComputation::input_storage() const {
  return count_inputs(problem_) > 1 ? Storage::buffer : schedule_.storage;
}

Launch StencilComputation::launch(const op::DeviceValues& inputs, const op::DeviceValues& outputs,
                                  const std::optional<Rect>& region) const {
  const DeviceImage& input = first_input(problem_, inputs);
  const Size all = result_size(problem_, input.whole());
  if (region) check_region(*region, all);
  const bool smaller = all != input.whole();
  const Rect results = region.value_or(smaller ? Rect{0, 0, all.width, all.height} : input.rectangle());
  const Rect computed = in_image(problem_, results), read = reads(results, input.whole());
  check_images(problem_, input, outputs, computed, read, schedule_.stores == Stores::to_image);
  check_others(problem_, inputs, outputs, computed, read);
  check_sides(read.size(), problem_.input.channels);
  const auto pixels = static_cast<std::uint64_t>(computed.width * computed.height * input.layers());
  return graphs_.launch(inputs, outputs, computed, pixels * bytes_of(problem_));
}

}  // namespace lenslet::stencil
