// JPEG files whose pixels another codec reads and makes, such as that of lenslet::jpeg: all else is as read_image and
// write_image have it. A part of the component lenslet::files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/image_file.hpp>
#include <lenslet/value.hpp>

namespace lenslet {

// What read_image gives beside the pixels.
struct FileFacts {
  std::shared_ptr<const FileImage::Metadata> metadata;
  std::vector<std::string> notes;
  int orientation = 1;  // of EXIF, 1 to 8, by which read_image turns the pixels
};

// Reads these and no pixel. Throws as read_image_header does.
FileFacts read_file_facts(const std::filesystem::path& path, const ReadOptions& options = {});

// Returns the sampling that write_image gives the colours of an image in a JPEG file: "4:2:0" or "4:4:4" unless
// WriteOptions::sampling names it. `metadata` may be null.
std::string jpeg_sampling(const FileImage::Metadata* metadata, Size size, bool turned, const WriteOptions& options);

// A whole JPEG file without metadata, and the image that was coded.
struct CodedJpeg {
  std::span<const std::byte> bytes;
  ImageType type;
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<Placement> placement = {};  // as FileImage::placement
};

// Writes the file with the metadata that write_image would give it, in the same way. Throws as write_image does, and
// invalid_argument where the bytes do not begin as a JPEG file.
std::vector<std::string> write_jpeg(const std::filesystem::path& path, const CodedJpeg& image,
                                    const WriteOptions& options = {});

}  // namespace lenslet
