// What a group's program is told, see point.cl.
#pragma once

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

struct Steps {
  std::string inputs, outputs, tables, numbers, steps;      // the lists of macros
  std::set<std::pair<std::string, std::string>> functions;  // files with the types of arithmetic
  std::set<std::string> types;                              // of images
  std::set<std::string> table_types;
  std::vector<Table> table_values;
  std::vector<float> number_values;
};

Steps steps_of(const Group& group);

}  // namespace lenslet::point
