// Reads images: headers before the driver starts, and small images whole while programs are compiled.
#pragma once

#include <filesystem>
#include <future>
#include <lenslet/image_file.hpp>
#include <lenslet/session.hpp>
#include <optional>

#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

ReadOptions read_options(const InputLimits& limits);

// An image file whose header was read. Its memory depends on what is done with the image, so large images are decoded
// when that is known.
class Source {
 public:
  Source(const std::filesystem::path& path, const InputLimits& limits);

  // Begins to decode the image in another thread, if it is small.
  void read_ahead();

  // Throws what that thread threw. take() then decodes the image anew.
  void check_ahead();

  const std::filesystem::path& path() const { return path_; }
  const ImageHeader& header() const { return header_; }
  bool is_read_ahead() const { return ahead_.valid(); }

  // Returns roughly what take() needs at its peak.
  std::uint64_t taking_bytes(const ImageType& as) const;

  // Decodes what is not decoded yet, and converts it. Can be called once.
  FileImage take(SampleType type);

 private:
  std::filesystem::path path_;
  InputLimits limits_;
  ImageHeader header_;
  std::future<FileImage> ahead_;  // valid if the image is decoded ahead
};

// Opens the file, and the session if it is not open yet. Errors of the file come first. JPEG files that are left to the
// device are not decoded ahead.
Source open_source(const std::filesystem::path& path, const InputLimits& limits, std::optional<Session>& session,
                   const SessionOptions& options, bool leaves_jpeg);

}  // namespace lenslet::cli
