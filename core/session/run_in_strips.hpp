// Runs images in host memory strip by strip, where the whole would take too much memory.
#pragma once

#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/strips.hpp>

#include "op/problem.hpp"

namespace lenslet {

// Tells whether the whole cannot be run: its inputs and results, and `scratch` bytes, are more than OpOptions::memory
// or than the device can hold. Always false for works that do not make images of images, since only these have strips.
bool needs_strips(const Session& session, const op::Problem& problem, std::uint64_t scratch = 0);

// The types of images, and sources of their rows. The sources must not outlive the images.
std::vector<ImageType> types_of(const std::vector<ImageView>& images);
std::vector<ReadRows> sources_of(const std::vector<ImageView>& images);

// Throws what Strips throws. For unsupported the message also says why the whole is not run.
Result run_in_strips(const Session& session, const op::Problem& problem, const std::vector<ImageView>& inputs);

}  // namespace lenslet
