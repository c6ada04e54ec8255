// Point functions inside another op's launch: applied to its result before it is stored, or to its input after it is
// loaded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/pixel.hpp>

#include "op/table.hpp"

namespace lenslet::op {

// Point functions that turn each result sample, together with the samples of other images at its place, into a sample
// of `type`. The lists are those of core/point/point.cl.
struct Epilogue {
  // Another image of as many pixels and channels as the result. It is an input of the op with the epilogue, behind the
  // op's own.
  struct Beside {
    PixelFormat format;
    std::size_t value;  // index among the steps' values
    bool is_read;       // the op reads this image anyway, so it is moved only once
  };

  std::string name;     // names of the ops, for people: "threshold + invert"
  std::string numbers;  // literals
  std::string steps;
  std::size_t result_value = 0;                                // index among the steps' values
  std::size_t last_value = 0;                                  // index among the steps' values
  SampleType type = SampleType::u8;                            // of the last value
  std::vector<std::pair<std::string, std::string>> functions;  // their files, each with the type of its arithmetic
  std::vector<Beside> beside = {};
  std::vector<Table> tables = {};  // in the order of `table_list`, the steps' own list
  std::string table_list = {};
  std::optional<double> cut = {};  // where the steps only ask whether the result is at least so large: that number
  bool needs_columns = false;      // the steps ask which lanes are alpha

  // The functions may use OpenCL C's functions for vectors, which have at most 16 lanes: they are users' own, or of
  // floats.
  bool needs_standard_vectors = false;
};

// Point functions that turn each sample in memory, whose type is `memory`, into a sample of the input's type. Borders
// lie round what they make.
struct Prologue {
  Epilogue points;
  SampleType memory = SampleType::u8;
};

}  // namespace lenslet::op
