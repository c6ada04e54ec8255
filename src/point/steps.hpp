// What a group's program is told, see point.cl.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "point/group.hpp"

namespace lenslet::point {

// A look-up table with an entry for each value of an integer type.
struct Table {
  PixelType type;
  std::function<double(double)> curve;
};

// A number that a function takes: of the call, or of the whole image, which only the launch knows.
struct Number {
  enum class Of : std::uint8_t { call, width, height };
  float value = 0;
  Of of = Of::call;
};

struct Steps {
  std::string inputs, outputs, tables, numbers, steps;         // the lists of macros
  std::vector<std::pair<std::string, std::string>> functions;  // files with the types of arithmetic, in order
  std::set<std::string> types;                                 // of images
  std::set<std::string> table_types;
  std::vector<Table> table_values;
  std::vector<Number> number_values;
  bool needs_place = false;
};

Steps steps_of(const Group& group);

}  // namespace lenslet::point
