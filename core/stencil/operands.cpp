// Reads the table of operands.cl, and sets arguments at its places.
#include "stencil/operands.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "stencil/operands.cl"

namespace lenslet::stencil {
namespace {

using ParameterNames = std::vector<std::string_view>;

#define NAME(type, name) names.emplace_back(#name);
#define WHERE_LAYERED(operands) \
  if (layered) {                \
    operands                    \
  }
#define WHERE_TAPS(operands)                                       \
  if (taps == TapArguments::masks || taps == TapArguments::list) { \
    operands                                                       \
  }                                                                \
  if (taps == TapArguments::network) {                             \
    NETWORK_OPERANDS(NAME)                                         \
  }                                                                \
  if (taps == TapArguments::body) {                                \
    BODY_OPERANDS(NAME, WHERE_OTHER1, WHERE_OTHER2, WHERE_OTHER3)  \
  }
#define WHERE_OTHER1(operands) \
  if (inputs > 1) {            \
    operands                   \
  }
#define WHERE_OTHER2(operands) \
  if (inputs > 2) {            \
    operands                   \
  }
#define WHERE_OTHER3(operands) \
  if (inputs > 3) {            \
    operands                   \
  }
#define WHERE_GENERAL(operands) \
  if (general) {                \
    operands                    \
  }
#define WHERE_CHORDS(operands)        \
  if (taps == TapArguments::chords) { \
    operands                          \
  }
#define WHERE_TWO_OUTPUTS(operands) \
  if (outputs == 2) {               \
    operands                        \
  }

ParameterNames stencil_names(bool layered, bool general, TapArguments taps, std::size_t inputs, int outputs) {
  ParameterNames names;
  STENCIL_OPERANDS(NAME, NAME, WHERE_LAYERED, WHERE_TAPS, WHERE_GENERAL, WHERE_CHORDS, WHERE_TWO_OUTPUTS)
  return names;
}

ParameterNames padding_names(bool layered) {
  ParameterNames names;
  PADDING_OPERANDS(NAME, NAME, WHERE_LAYERED)
  return names;
}

#undef NAME
#undef WHERE_LAYERED
#undef WHERE_TAPS
#undef WHERE_OTHER1
#undef WHERE_OTHER2
#undef WHERE_OTHER3
#undef WHERE_GENERAL
#undef WHERE_CHORDS
#undef WHERE_TWO_OUTPUTS

// A name's place. A name that the kernel lacks gets the place behind the last one, whose argument is never set.
unsigned place_of(const ParameterNames& names, std::string_view name) {
  return static_cast<unsigned>(std::ranges::find(names, name) - names.begin());
}

Operands operands_of(const ParameterNames& names, bool layered) {
  const auto place = [&](std::string_view name) { return place_of(names, name); };
  Operands operands{.layered = layered,
                    .input = {place("input"), place("offset"), place("stride"), place("layer_stride")},
                    .width = place("width"),
                    .height = place("height"),
                    .border_value = place("border_value"),
                    .region = place("region"),
                    .interior = place("interior"),
                    .taps = place("taps"),
                    .tap_counts = place("tap_counts"),
                    .reach = place("reach"),
                    .rank = place("rank"),
                    .scale = place("scale"),
                    .delta = place("delta"),
                    .chords = place("chords"),
                    .numbers = place("numbers"),
                    .place = place("place"),
                    .others = {},
                    .outputs = {}};
  operands.others = {
      OtherPlaces{place("other1"), place("other_offset1"), place("other_stride1"), place("other_held1")},
      OtherPlaces{place("other2"), place("other_offset2"), place("other_stride2"), place("other_held2")},
      OtherPlaces{place("other3"), place("other_offset3"), place("other_stride3"), place("other_held3")}};
  operands.outputs = {RowPlaces{place("dst0"), place("offset0"), place("stride0"), place("layer_stride0")},
                      RowPlaces{place("dst1"), place("offset1"), place("stride1"), place("layer_stride1")}};
  return operands;
}

void set_rows(ocl::Kernel& kernel, const RowPlaces& places, const DeviceImage& image, std::int64_t offset,
              Storage written = Storage::buffer) {
  if (written == Storage::image_buffer)
    kernel.set(places.memory, image.object());
  else
    kernel.set(places.memory, image.buffer());
  kernel.set(places.offset, offset);
  kernel.set(places.stride, image.stride());
}

}  // namespace

TapArguments tap_arguments(const Problem& problem, const Schedule& schedule) {
  if (schedule.passes == Passes::chords) return TapArguments::chords;
  if (!problem.stencil.numbers.empty()) return TapArguments::body;
  const bool general = schedule.coefficients == Coefficients::general;
  if (problem.linear() && schedule.coefficients != Coefficients::literal)
    return general ? TapArguments::list : TapArguments::masks;
  const bool has_network = problem.stencil.rank && schedule.selection == Selection::network;
  return general && has_network ? TapArguments::network : TapArguments::none;
}

Operands stencil_operands(const Problem& problem, const Schedule& schedule, int outputs) {
  const bool general = schedule.coefficients == Coefficients::general;
  const TapArguments taps = tap_arguments(problem, schedule);
  const ParameterNames names = stencil_names(problem.layered, general, taps, problem.stencil.inputs, outputs);
  Operands operands = operands_of(names, problem.layered);
  const std::size_t images = problem.epilogue ? problem.epilogue->beside.size() : 0;
  for (auto place = static_cast<unsigned>(names.size()); operands.beside.size() < images; place += 3)
    operands.beside.push_back({place, place + 1, place + 2});
  operands.tables = static_cast<unsigned>(names.size() + 3 * images);
  operands.general = general;
  operands.taps_as = taps;
  return operands;
}

Operands padding_operands(bool layered) {
  const ParameterNames names = padding_names(layered);
  Operands operands = operands_of(names, layered);
  operands.outputs.front() = {place_of(names, "copy"), place_of(names, "copy_offset"), place_of(names, "copy_stride"),
                              place_of(names, "copy_layer_stride")};
  return operands;
}

void set_input(ocl::Kernel& kernel, const Operands& operands, const Rows& input) {
  if (input.image.storage() == Storage::buffer)
    kernel.set(operands.input.memory, input.image.buffer());
  else
    kernel.set(operands.input.memory, input.image.object());
  const bool is_array = input.image.storage() == Storage::image_array;
  kernel.set(operands.input.offset, is_array ? input.image.offset() : input.offset);
  kernel.set(operands.input.stride, input.image.stride());
  if (operands.layered) kernel.set(operands.input.layer_stride, input.image.layer_stride());
  kernel.set(operands.width, static_cast<std::int32_t>(input.size.width));
  kernel.set(operands.height, static_cast<std::int32_t>(input.size.height));
}

void set_other(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& image) {
  const OtherPlaces& places = operands.others[index];
  const Rect held = image.held();
  kernel.set(places.memory, image.buffer());
  kernel.set(places.offset, image.held_offset());
  kernel.set(places.stride, image.stride());
  kernel.set(places.held, Area{static_cast<std::int32_t>(held.x), static_cast<std::int32_t>(held.y),
                               static_cast<std::int32_t>(held.width), static_cast<std::int32_t>(held.height)});
}

void set_output_object(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& output,
                       std::array<std::int32_t, 2> origin) {
  const RowPlaces& places = operands.outputs[index];
  const Rect &part = output.rectangle(), &held = output.held();
  const std::int64_t left = (part.x - held.x) * output.format().channels, top = part.y - held.y;
  kernel.set(places.memory, output.object());
  kernel.set(places.offset, left - origin[0]);
  kernel.set(places.stride, (output.offset() << 32) | static_cast<std::uint32_t>(top - origin[1]));
  if (operands.layered) kernel.set(places.layer_stride, std::int64_t{0});  // of buffers
}

void set_output(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& output,
                std::int64_t offset, Storage written) {
  const RowPlaces& places = operands.outputs[index];
  set_rows(kernel, places, output, offset, written);
  if (operands.layered) kernel.set(places.layer_stride, output.layer_stride());
}

void set_beside(ocl::Kernel& kernel, const Operands& operands, std::size_t index, const DeviceImage& image,
                std::int64_t offset) {
  set_rows(kernel, operands.beside[index], image, offset);
}

}  // namespace lenslet::stencil
