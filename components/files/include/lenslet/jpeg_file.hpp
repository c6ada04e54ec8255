// JPEG files for another codec than libvips's, such as that of lenslet::jpeg. The codec handles the pixels. These
// functions do everything else as read_image() and write_image() do. Part of the component lenslet::files.
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

#pragma GCC visibility push(default)
namespace lenslet {

// What read_image() returns beside the pixels.
struct FileFacts {
  std::shared_ptr<const FileImage::Metadata> metadata;
  std::vector<std::string> notes;
  int orientation = 1;  // EXIF's, 1 to 8; read_image() turns the pixels by it
};

// Reads a file's facts without any pixel. Throws as read_image_header() does.
FileFacts read_file_facts(const std::filesystem::path& path, const ReadOptions& options = {});

// Returns the colour sampling with which write_image() writes a JPEG file: WriteOptions::sampling where it is set, else
// "4:2:0" or "4:4:4". `metadata` may be null; `size` is the image's. `turned` says whether rows of the image are
// columns of the one that was read, see Placement::turned().
std::string jpeg_sampling(const FileImage::Metadata* metadata, Size size, bool turned, const WriteOptions& options);

// A whole JPEG file without metadata, and the image that was encoded.
struct CodedJpeg {
  std::span<const std::byte> bytes;
  ImageType type;
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<Placement> placement = {};  // as FileImage::placement
};

// Writes the file and adds the metadata, as write_image() would. Throws as write_image() does, and invalid_argument
// where the bytes do not begin like a JPEG file.
std::vector<std::string> write_jpeg(const std::filesystem::path& path, const CodedJpeg& image,
                                    const WriteOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
