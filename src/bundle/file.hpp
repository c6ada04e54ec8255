// Bundles whose code is run.
#pragma once

#include <filesystem>

#include <lenslet/bundle.hpp>

namespace lenslet::bundle {

// Reads a bundle as read_bundle() does. Throws io also for a file that others may have written.
Bundle read_to_run(const std::filesystem::path& file);

}  // namespace lenslet::bundle
