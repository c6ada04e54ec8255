// Finds out which of libvips's loaders reads a file.
#pragma once

#include <filesystem>

namespace lenslet::io {

// Returns libvips's name of the operation. Without `unsafe` only loaders of our list are asked whether the file is
// theirs; with it all of them are, in libvips's order. `path` is absolute, `name` is the user's. Throws Error, "cannot
// read 'PATH': ...".
const char* find_loader(const std::filesystem::path& path, const std::filesystem::path& name, bool unsafe);

}  // namespace lenslet::io
