// Runs of images in host memory that take more memory than they may, or than the device has: strip by strip.
#pragma once

#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

// Whether the inputs and results of the work, and this much beside them, are more than FilterOptions::memory or than
// the device holds, so that the whole cannot be run. Only works of images on images are, which alone have strips.
bool needs_strips(const Session& session, const Work& work, std::uint64_t scratch = 0);

// Throws what Strips does; unsupported with why the whole is not run, too.
Result run_in_strips(const Session& session, const Work& work, const std::vector<ImageView>& inputs);

}  // namespace lenslet
