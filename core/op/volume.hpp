// How an op computes volumes: pages of a stack that are neighbours in depth.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <lenslet/op.hpp>
#include <lenslet/sample.hpp>

namespace lenslet::op {

class Arguments;

// One step from a volume to the result. It takes what the step before made, at first the volume.
struct VolumePass {
  enum class Way : std::uint8_t {
    pages,  // each page by itself
    depth,  // an image with a column for each place of a page and a row for each page: its windows are one pixel wide
    whole,  // an image with the pages one below another; the call says how many there are
  };

  enum class Takes : std::uint8_t { made, volume_and_made, made_and_volume };

  Call call;
  Way way = Way::pages;
  bool fine = false;          // the result is of f32 where another pass follows, so that nothing is rounded twice
  Takes takes = Takes::made;  // whether the volume itself is an input, beside what the pass before made
};

// A call for a volume.
struct VolumeCall {
  const Arguments& arguments;
  const std::map<std::string, Value>& given;  // those arguments that differ from their defaults
  SampleType type;                            // of the volume
  std::int64_t pages;
  std::optional<double> depth;  // what the op's size, sigma or order is along depth; absent: the op says
};

// Throws invalid_argument, in the op's name, for a depth that is no whole number from `least` to `most`.
int whole_depth(const char* op, double depth, int least, int most);

}  // namespace lenslet::op
