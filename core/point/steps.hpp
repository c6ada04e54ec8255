// What a group's program gets as macros and arguments, see point.cl.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "op/table.hpp"
#include "point/group.hpp"

namespace lenslet::point {

// A number that a function takes: a number of the call, or a side of the whole image, which only the launch knows.
struct Number {
  enum class Of : std::uint8_t { call, width, height };
  float value = 0;
  Of of = Of::call;
};

struct Steps {
  std::string inputs, outputs, tables, numbers, steps;         // lists for macros
  std::vector<std::pair<std::string, std::string>> functions;  // files and the types of their arithmetic, in order
  std::set<std::string> types;                                 // types of images
  std::set<std::string> table_types;
  std::vector<op::Table> table_values;
  std::vector<Number> number_values;
  bool needs_place = false;
  bool needs_columns = false;  // for lanes: which of them are alpha
};

Steps steps_of(const Group& group);

// For a group of lanes, whose values are single vectors of samples of any channels.
Steps steps_of_lanes(const Group& group);

}  // namespace lenslet::point
