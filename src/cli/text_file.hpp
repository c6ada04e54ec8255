// Writing text to whatever a path names: a file, a link to one, a pipe or a device.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::cli {

// An ordinary file is written under a temporary name that is then renamed; what is none is written into as it is.
// Throws io with the system's reason.
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace lenslet::cli
