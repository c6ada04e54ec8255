// Point functions that an op's result goes through in the op's own launch, before it is stored, and that its input goes
// through when it is loaded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/pixel.hpp>

#include "op/table.hpp"

namespace lenslet::op {

// They make a sample of `type` of each one, and of the samples that other images have at its place. The
// lists are those of core/point/point.cl.
struct Epilogue {
  // An image of as many pixels and channels as the result: an input of the op with the epilogue, behind its own.
  struct Beside {
    PixelFormat format;
    std::size_t value;  // among the steps' values
    bool is_read;       // the op reads this image anyway: it is moved once
  };

  std::string name;     // of the ops, for people: "threshold + invert"
  std::string numbers;  // literals
  std::string steps;
  std::size_t result_value = 0;                                // among the steps' values
  std::size_t last_value = 0;                                  // likewise
  PixelType type = PixelType::u8;                              // of the last value
  std::vector<std::pair<std::string, std::string>> functions;  // their files, each with the type of its arithmetic
  std::vector<Beside> beside = {};
  std::vector<Table> tables = {};  // in the order of the steps' own list `table_list`
  std::string table_list = {};
  std::optional<double> cut = {};  // all that they ask of the result: whether it is so much or more
  bool needs_columns = false;      // its steps ask which lanes are alpha

  // Its functions may call what OpenCL C has for vectors of 16 lanes at most: they are users' own, or of floats.
  bool needs_standard_vectors = false;
};

// They make a sample of the input's type of each one in memory, which has a type of its own. Borders lie round what
// they make.
struct Prologue {
  Epilogue points;
  PixelType memory = PixelType::u8;
};

}  // namespace lenslet::op
