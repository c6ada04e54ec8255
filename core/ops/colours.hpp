// Ops that make three colours of three others.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "point/point_op.hpp"

namespace lenslet::ops {

// Search words for all conversions of colours, which are one function in other libraries.
inline const std::vector<std::string> words_for_colours{"cvtcolor", "convertcolor", "colorspace", "colourspace"};

// Describes an op without parameters. Each type in `types` is verified.
inline OpInfo describe_colours(std::string name, std::string summary, std::string details,
                               std::vector<SampleType> types = {std::begin(filter_types), std::end(filter_types)}) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .details = std::move(details),
          .parameters = {},
          .outputs = {"out"},
          .inputs = {{"image", Reads::same, std::move(types)}},
          .nearest_to = words_for_colours};
}

// The point function NAME_pixel() of NAME.cl with these numbers. `uses` is a file that NAME.cl needs.
inline point::Function of_pixel(const std::string& name, const PixelFormat& format, std::vector<double> numbers,
                                point::Reference reference, const std::string& uses = {}) {
  point::check_colours(name, format);
  return {.file = name + ".cl",
          .uses = uses,
          .name = name + "_pixel",
          .layout = point::Layout::pixels,
          .numbers = std::move(numbers),
          .outputs = {format},
          .reference = std::move(reference)};
}

}  // namespace lenslet::ops
