// Options whose values are names of the library or lists of values.
#pragma once

#include <lenslet/border.hpp>
#include <lenslet/pixel.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

template <class Values>
std::vector<std::string> names_of(const Values& values) {
  std::vector<std::string> names;
  for (const auto value : values) names.emplace_back(name_of(value));
  return names;
}

// Throw with the nearest name; `option` is how the value was given.
Border parse_border_option(const std::string& text);
PixelType parse_type_option(const std::string& option, const std::string& text);

// The parts between commas. Throws where one of them is empty.
std::vector<std::string> split_list(const std::string& option, const std::string& text);

}  // namespace lenslet::cli
