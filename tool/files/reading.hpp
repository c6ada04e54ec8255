// Reading images: their headers while the driver starts, and small ones whole, while programs are compiled, too.
#pragma once

#include <filesystem>
#include <future>
#include <lenslet/image_file.hpp>
#include <lenslet/session.hpp>
#include <optional>

#include "tool/options/shared_options.hpp"

namespace lenslet::cli {

ReadOptions read_options(const InputLimits& limits);

// An image file whose header was read. What is done with the image decides how much memory it takes, so large ones are
// decoded when that is known.
class Source {
 public:
  Source(const std::filesystem::path& path, const InputLimits& limits);

  // Begins to decode the image, if it is small, in a thread of its own.
  void read_ahead();

  // Throws what that threw; the image is decoded anew when it is taken.
  void check_ahead();

  const std::filesystem::path& path() const { return path_; }
  const ImageHeader& header() const { return header_; }
  bool is_read_ahead() const { return ahead_.valid(); }

  // Tells about what take() takes at its peak.
  std::uint64_t taking_bytes(const ImageType& as) const;

  // Decodes what is not decoded yet, and converts it, which can be done once.
  FileImage take(PixelType type);

 private:
  std::filesystem::path path_;
  InputLimits limits_;
  ImageHeader header_;
  std::future<FileImage> ahead_;  // valid where the image is decoded ahead
};

// Opens the file, and the session where it is not open yet. What is wrong with the file is said first. Headers that
// claim what the file may not have are read before the driver starts, which takes time and memory. JPEG files that are
// left to the device are not decoded meanwhile.
Source open_source(const std::filesystem::path& path, const InputLimits& limits, std::optional<Session>& session,
                   const SessionOptions& options, bool leaves_jpeg);

}  // namespace lenslet::cli
