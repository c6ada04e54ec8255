// The places of kernels' arguments, which operands.cl decides.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <lenslet/device_image.hpp>

#include "ocl/program.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

// A part of an image: first sample, first row, end sample, end row.
using Area = std::array<std::int32_t, 4>;

// The arguments for rows in memory: they begin `offset` samples behind its start. Only layered programs take
// `layer_stride`, the distance of layers.
struct RowPlaces {
  unsigned memory = 0;
  unsigned offset = 0;
  unsigned stride = 0;
  unsigned layer_stride = 0;
};

// An image that a window op reads beside the input.
struct OtherPlaces {
  unsigned memory = 0;
  unsigned offset = 0;
  unsigned stride = 0;
  unsigned held = 0;
};

// What a program takes as its taps: nothing, masks one after the other, a list of taps, the network of a rank, an
// element's chords, or the numbers of an op's own function.
enum class TapArguments : std::uint8_t { none, masks, list, network, chords, body };

TapArguments tap_arguments(const Problem& problem, const Schedule& schedule);

struct Operands {
  bool layered = false;
  bool general = false;
  TapArguments taps_as = TapArguments::none;
  RowPlaces input;
  unsigned width = 0;
  unsigned height = 0;
  unsigned border_value = 0;
  unsigned region = 0;
  unsigned interior = 0;
  unsigned taps = 0;
  unsigned tap_counts = 0;
  unsigned reach = 0;
  unsigned rank = 0;
  unsigned scale = 0;
  unsigned delta = 0;
  unsigned chords = 0;
  unsigned numbers = 0;
  unsigned place = 0;
  std::array<OtherPlaces, 3> others;
  std::array<RowPlaces, 2> outputs;
  std::vector<RowPlaces> beside = {};  // images that an epilogue reads
  unsigned tables = 0;                 // the first table of the epilogue; the prologue's tables follow
};

Operands stencil_operands(const Problem& problem, const Schedule& schedule, int outputs);

// The operands of the kernel that makes padded copies. It has one output.
Operands padding_operands(bool layered);

// A part of an image's memory as kernels see it.
struct Rows {
  const DeviceImage& image;
  std::int64_t offset;  // of its first sample
  Size size;
};

// The image may hold only a part of a whole one.
void set_other(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& image);

void set_input(ocl::Kernel& kernel, const Operands& operands, const Rows& input);

// `offset` is where the first sample of the kernel's image would lie; the kernel writes the buffer, or its view as an
// `image_buffer`. For an image object with memory of its own, `origin` is the first sample and row of the region that
// the object holds.
void set_output_object(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& output,
                       std::array<std::int32_t, 2> origin);
void set_output(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& output,
                std::int64_t offset, Storage written = Storage::buffer);

// Sets an image that an epilogue reads. `offset` is as in set_output().
void set_beside(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& image,
                std::int64_t offset);

}  // namespace lenslet::stencil
