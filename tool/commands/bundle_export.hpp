// A bundle's parts as files of their own.
#pragma once

#include <filesystem>
#include <lenslet/bundle.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

// Writes sources, binaries, SPIR-V, logs and tuning results into a folder, which is made where it is missing. Throws io
// where one of the files is there already. Returns the files' names.
std::vector<std::string> export_bundle(const Bundle& bundle, const std::filesystem::path& folder);

}  // namespace lenslet::cli
