// Times both JPEG codecs with a file, and stores the times.
#pragma once

#include <cstddef>
#include <filesystem>
#include <lenslet/jpeg.hpp>
#include <lenslet/way_times.hpp>
#include <string>

#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

struct JpegTrial {
  Size size;
  PixelFormat format;
  std::size_t at_a_time = 1;
  WayTimes decode, encode;
};

// Times the device's ways of decoding the file, and stores the times. Throws like try_codecs().
WayTimes try_ways(const Session& session, const std::filesystem::path& file, const InputLimits& limits);

// Decodes the file's image and encodes it again by both codecs in turns, so many at a time, each in a thread. Throws io
// if the file is damaged, and unsupported if the device's codec cannot take it.
JpegTrial try_codecs(const Session& session, JpegCoders& coders, const std::filesystem::path& file,
                     const FileOptions& options, std::size_t at_a_time);

void keep(const Session& session, const JpegTrial& trial);

}  // namespace lenslet::cli
