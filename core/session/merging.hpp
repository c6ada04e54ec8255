// The passes over images in which ops that see all of them count what they must know, and what merged() does before it
// reads a row.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/merging.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Makes a work's plan for each device that has strips of it.
using MakePlans = std::function<GroupPlan(const Work&)>;
MakePlans plans_on(const Session& session);  // which outlives it

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

// The work as merged() returns it, but for numbers that only the image tells.
Work as_merged(Work work);

// Throws what merged() does before the first row is read: for too little memory, and for works without strips.
void check_strips(const MakePlans& plans_of, const Work& work, const StripOptions& options, bool in_order = true);

// The same as merged() of images in host memory: their rows may be taken in any order, as results may be made in any.
Work merged_images(const Session& session, const Work& work, const std::vector<ImageView>& images,
                   const StripOptions& options);
Work merged_images(const DeviceGroup& group, const Work& work, const std::vector<ImageView>& images,
                   const StripOptions& options);

// The bytes of inputs whose rows merged() reads, in all passes.
std::uint64_t bytes_before(const Work& work);

// The inputs' types. Throws unsupported where one is no image.
std::vector<ImageType> images_of(const Work& work);

}  // namespace lenslet
