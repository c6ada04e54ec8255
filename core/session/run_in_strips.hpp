// Runs of images in host memory that take more memory than they may, or than the device has: strip by strip.
#pragma once

#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Whether the inputs and results of the work, and this much beside them, are more than OpOptions::memory or than
// the device holds, so that the whole cannot be run. Only works of images on images are, which alone have strips.
bool needs_strips(const Session& session, const op::Problem& problem, std::uint64_t scratch = 0);

// The types of images, and sources of their rows, which live as long as the images do.
std::vector<ImageType> types_of(const std::vector<ImageView>& images);
std::vector<ReadRows> sources_of(const std::vector<ImageView>& images);

// Throws what Strips does; unsupported with why the whole is not run, too.
Result run_in_strips(const Session& session, const op::Problem& problem, const std::vector<ImageView>& inputs);

}  // namespace lenslet
