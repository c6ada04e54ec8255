// Point functions that an op's result goes through in the op's own launch, before it is stored.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lenslet::op {

// They make a sample of the result's own type of each one. The lists are those of src/point/point.cl.
struct Epilogue {
  std::string name;     // of the ops, for people: "threshold + invert"
  std::string numbers;  // literals
  std::string steps;
  std::size_t last_value = 0;                                  // among the steps' values
  std::vector<std::pair<std::string, std::string>> functions;  // their files, each with the type of its arithmetic
};

}  // namespace lenslet::op
