// What the ops that weigh colours by alpha share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "point/point_op.hpp"

namespace lenslet::ops {

inline Parameter alpha_type_parameter() {
  return {.name = "to",
          .summary = "The type of the result; input: that of the image.",
          .kind = ParameterKind::choice,
          .initial = std::string("input"),
          .choices = {"input", "u8", "u16", "f16", "f32"}};
}

inline Parameter white_parameter() {
  return {.name = "white",
          .summary = "The alpha of what is opaque; 0: the type's white, 255 (u8), 65535 (u16) or 1 (f16, f32).",
          .kind = ParameterKind::real,
          .initial = 0.0,
          .minimum = 0,
          .maximum = 65535};
}

inline double white_of(const op::Arguments& arguments, SampleType type) {
  const double white = arguments.real("white");
  return white > 0 ? white : max_value(type);
}

// The point function `op`_pixel of `op`.cl. Its number is 1 / white, the opacity of one unit of alpha.
inline point::Function of_alpha(const std::string& op, const op::Arguments& arguments, const PixelFormat& format,
                                const point::Reference& reference) {
  if (!format.alpha) point::refuse(op, {format}, "2 or 4 channels, of which the last is alpha");
  const std::string& to = arguments.text("to");
  PixelFormat made = format;
  if (to != "input") made.type = parse_sample_type(to);
  return {.file = op + ".cl",
          .name = op + "_pixel",
          .layout = point::Layout::pixels,
          .numbers = {1 / white_of(arguments, format.type)},
          .outputs = {made},
          .reference = reference,
          .keeps_alpha = false};
}

// Images of two and of four channels, with each type in and out.
inline std::vector<point::Sample> samples_of_alpha() {
  const auto to = [](const char* type) { return std::map<std::string, Value>{{"to", std::string(type)}}; };
  return {{{}, {{SampleType::u8, 4, true}}},
          {to("f32"), {{SampleType::u8, 4, true}}},
          {to("f32"), {{SampleType::u16, 2, true}}},
          {{}, {{SampleType::f32, 4, true}}},
          {to("u16"), {{SampleType::f16, 4, true}}},
          {{{"to", std::string("u8")}, {"white", 255.0}}, {{SampleType::f32, 4, true}}},
          {to("f16"), {{SampleType::f32, 2, true}}},
          {{{"white", 100.0}}, {{SampleType::u8, 2, true}}}};
}

}  // namespace lenslet::ops
