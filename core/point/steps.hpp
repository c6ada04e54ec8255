// What a group's program is told, see point.cl.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "op/table.hpp"
#include "point/group.hpp"

namespace lenslet::point {

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
  std::vector<op::Table> table_values;
  std::vector<Number> number_values;
  bool needs_place = false;
  bool needs_columns = false;  // of lanes: which of them are alpha
};

Steps steps_of(const Group& group);

// Of a group of lanes, whose values are single vectors of samples of any channels.
Steps steps_of_lanes(const Group& group);

}  // namespace lenslet::point
