// Says what is wrong with the values that a pipeline is launched with.
#include "pipeline/check_values.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/rect.hpp"

namespace lenslet::pipeline {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_count(const char* what, std::size_t given, std::size_t wanted) {
  if (given != wanted) refuse(fmt::format("{} {}s, this pipeline has {}", given, what, wanted));
}

}  // namespace

void check_counts(const op::DeviceValues& inputs, const op::DeviceValues& outputs, const Definition& definition) {
  check_count("input", inputs.size(), definition.inputs);
  check_count("output", outputs.size(), definition.outputs.size());
  if (!inputs.is_image(0)) refuse("input 0 is an array, this pipeline takes an image");
}

void check_inputs(const op::DeviceValues& inputs, const Typed& typed, const Needs& needs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& type = std::get<ImageType>(typed.types[i]);
    if (!inputs.is_image(i)) refuse(fmt::format("input {} is an array, this pipeline takes an image", i));
    const DeviceImage& image = inputs.image(i);
    if (image.format() != type.format || image.whole() != needs.wholes[i])
      refuse(fmt::format("input {} is {}, of an image of {} x {}; this pipeline takes {} of {} x {}", i,
                         to_string(image.format()), image.whole().width, image.whole().height, to_string(type.format),
                         needs.wholes[i].width, needs.wholes[i].height));
    if (!is_inside(needs.rectangles[i], image.held()))
      refuse(fmt::format("the region reads {} of an input that holds {}", to_string(needs.rectangles[i]),
                         to_string(image.held())));
  }
}

void check_outputs(const op::DeviceValues& outputs, const Typed& typed, const Needs& needs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ValueId id = typed.definition->outputs[i];
    const ValueType& type = typed.types[id];
    const Rect& region = needs.wanted[id];
    if (const auto* image = std::get_if<ImageType>(&type)) {
      if (!outputs.is_image(i) || outputs.image(i).format() != image->format ||
          outputs.image(i).size() != region.size())
        refuse(fmt::format("output {} is {}; this pipeline makes {} of {} x {}", i, to_string(outputs.type(i)),
                           to_string(image->format), region.width, region.height));
      if (!outputs.image(i).in_buffer()) refuse("an output in an image object; allowed: buffer, image_buffer");
    } else if (outputs.type(i) != type) {
      refuse(fmt::format("output {} is {}; this pipeline makes {}", i, to_string(outputs.type(i)), to_string(type)));
    }
  }
}

}  // namespace lenslet::pipeline
