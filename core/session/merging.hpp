// The passes of merged() over images: they count what ops must know of the whole image. Also the checks that merged()
// does before it reads a row.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <lenslet/device_group.hpp>
#include <lenslet/merging.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Makes a plan of a work for each device that computes strips.
using MakePlans = std::function<GroupPlan(const Work&)>;
MakePlans plans_on(const Session& session);  // the session must outlive the result

using Counts = std::vector<std::uint64_t>;

// Where counted rows come from: from whole images in memory, which can also be read as sources, or from sources alone.
struct CountedInputs {
  std::vector<ReadRows> sources;
  std::vector<ImageView> images = {};

  bool in_order() const { return images.empty(); }
};

// The counts of all processes' rows. Adds what each device did to `devices`, where not null.
Counts counts_of(const MakePlans& plans_of, const op::Merging& step, const std::vector<ImageType>& types,
                 const CountedInputs& inputs, StripOptions options, const CountShare& share,
                 std::vector<DeviceShare>* devices);

// The work that merged() returns, except for numbers that only the image can tell.
Work as_merged(Work work);

// Throws for too little memory and for works without strips, as merged() does before it reads a row.
void check_strips(const MakePlans& plans_of, const Work& work, const StripOptions& options, bool in_order = true);

// The same as merged() for images in host memory. Their rows may be read in any order, and so results may be made in
// any order.
Work merged_images(const Session& session, const Work& work, const std::vector<ImageView>& images,
                   const StripOptions& options);
Work merged_images(const DeviceGroup& group, const Work& work, const std::vector<ImageView>& images,
                   const StripOptions& options);

// Bytes of the input rows that merged() reads, in all passes.
std::uint64_t bytes_before(const Work& work);

// The inputs' types. Throws unsupported where one is not an image.
std::vector<ImageType> images_of(const Work& work);

}  // namespace lenslet
