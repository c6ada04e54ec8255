// How much memory a pyramid takes at its peak, beside what the program and the driver take for themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/pyramid.hpp>
#include <lenslet/session.hpp>

#include "cli/files/reading.hpp"

namespace lenslet::cli {

// What is done with an image file.
struct FileWork {
  const Session& session;
  const Source& source;
  PixelFormat format;            // the image is converted to it
  std::filesystem::path output;  // the suffix matters
};

std::uint64_t pyramid_need(const FileWork& work, const PyramidOptions& options);

}  // namespace lenslet::cli
