// Which of libvips's loaders reads a file.
#pragma once

#include <filesystem>

namespace lenslet::io {

// libvips's name of the operation. Without `unsafe` only loaders of our list are asked whether the file is theirs; with
// it all of them, in libvips's order. Throws Error, "cannot read 'PATH': ...". `path` is absolute, `name` is the
// user's.
const char* find_loader(const std::filesystem::path& path, const std::filesystem::path& name, bool unsafe);

}  // namespace lenslet::io
