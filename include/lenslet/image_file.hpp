// Image files: the component lenslet::files.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/image.hpp>

namespace lenslet {

// An image with what its file says beside the pixels: colour profile, resolution, EXIF, XMP.
struct FileImage {
  Image image;
  struct Metadata;
  std::shared_ptr<const Metadata> metadata;  // null for an image that came from no file
  std::vector<std::string> notes = {};       // what the user should know: "the first of 3 pages"
};

struct WriteOptions {
  int quality = 90;       // JPEG and WebP, 1 to 100
  bool overwrite = true;  // else an existing file is an error
};

// Reads PNG, JPEG, TIFF, WebP, PNM and whatever else libvips was built with. Type, channels and alpha are kept; an
// image that its EXIF tag rotates comes upright. Throws io for a missing, damaged, truncated or unknown file,
// unsupported for pixels that lenslet has no type for (complex numbers, more than 4 channels): the message names them.
FileImage read_image(const std::filesystem::path& path);

// Writes by the suffix's format, under a temporary name in the same folder that is then renamed. f16 is written as f32.
// Throws unsupported where the format cannot hold the type or the channels, and says which can.
void write_image(const std::filesystem::path& path, const FileImage& image, const WriteOptions& options = {});

// Suffixes that write_image takes, with the sample types each holds: {".png", {u8, u16}}, ...
struct FileFormat {
  std::string suffix;
  std::vector<PixelType> types;
  bool alpha;
};
std::vector<FileFormat> writable_formats();

// Whether the path's suffix is one of them; quicker than to list all.
bool is_writable(const std::filesystem::path& path);

}  // namespace lenslet
