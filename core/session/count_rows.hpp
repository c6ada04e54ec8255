// The pass over images in which an op that sees all of them counts what it must know.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/merging.hpp>

#include "op/problem.hpp"
#include "session/merging.hpp"

namespace lenslet {

using Counts = std::vector<std::uint64_t>;

// Where counted rows come from: images are there as a whole, and are sources, too.
struct CountedInputs {
  std::vector<ReadRows> sources;
  std::vector<ImageView> images = {};

  bool in_order() const { return images.empty(); }
};

// Of the rows of all processes. `devices`, where it is given, gets what each had a part in added.
Counts counts_of(const MakePlans& plans_of, const op::Merging& step, const std::vector<ImageType>& types,
                 const CountedInputs& inputs, StripOptions options, const CountShare& share,
                 std::vector<DeviceShare>* devices);

}  // namespace lenslet
