// How much memory a job takes at its peak, beside what the program and the driver take for themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/pyramid.hpp>
#include <lenslet/session.hpp>

namespace lenslet::cli {

// What is done with an image file.
struct FileWork {
  const Session& session;
  const ImageHeader& header;
  PixelFormat format;            // the image is converted to it
  std::filesystem::path output;  // the suffix matters
};

// `keeps_input`: on the device, until the results are downloaded.
std::uint64_t filter_need(const FileWork& work, const Plan& plan, bool keeps_input);

std::uint64_t pyramid_need(const FileWork& work, const PyramidOptions& options);

}  // namespace lenslet::cli
