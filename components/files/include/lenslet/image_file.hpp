// Image files: the component lenslet::files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/placement.hpp>

namespace lenslet {

// An image with what its file says beside the pixels.
struct FileImage {
  Image image;
  struct Metadata;
  std::shared_ptr<const Metadata> metadata;  // colour profile, resolution, EXIF, XMP; null for an image without a file
  std::vector<std::string> notes = {};       // what the user should know: "the first of 3 pages"

  // Of the image in the one that was read, whose metadata are written for it: as WorkOutput::placement says it. Absent:
  // pixel over pixel where the two have one size, else not known.
  std::optional<Placement> placement = {};
};

// Which files are read, and how large ones. Limits are compared with what a file's header says, before any pixel is
// decoded and before memory is taken for it.
struct ReadOptions {
  // Reads formats, too, whose loaders run programs, open other files or may never end: SVG, PDF, FITS, OpenEXR,
  // whole-slide formats, what ImageMagick reads.
  bool unsafe_loaders = false;
  std::int64_t max_pixels = std::int64_t{1} << 30;
  std::uint64_t max_memory = 0;  // bytes that reading may take, ImageHeader::memory_bytes; 0: half of what is free

  // Whether read_image refuses a JPEG file whose pixels are damaged. Else it gives what libjpeg-turbo makes of them:
  // what is lost is grey, and a note says so. Damage before a JPEG file's first scan, or to a file of another format,
  // is an error either way.
  bool strict = false;
};

// What a file says of its image.
struct ImageHeader {
  Size size;  // of the image once it is upright
  PixelFormat format;
  int pages = 1;                   // number of pages or frames, of which the first is read
  std::string file_format;         // libvips's word: "png", "jpeg", "tiff"
  std::uint64_t memory_bytes = 0;  // about what read_image takes at its peak, the image among them

  // GDAL's value of no data (TIFF's tag 42113), NaN where it is that: for OpOptions::nodata. Absent where the file
  // says none, and where samples that are read are not the file's numbers, as inverted ones are not.
  std::optional<double> nodata = {};
};

// Reads a file's header and no pixel. Throws as read_image does, but does not find damage or missing bytes after the
// header.
ImageHeader read_image_header(const std::filesystem::path& path, const ReadOptions& options = {});

// Throws io for what is found wrong at once, without libvips, which takes a while to start: no such file, no ordinary
// file, and PNG, JPEG, PNM and BMP files that have more pixels than are allowed or are too short for them (JPEG files
// only where ReadOptions::strict is set). The functions that read do this first. Returns false where the file is in
// another format, so that libvips has to look at its size.
bool check_image_file(const std::filesystem::path& path, const ReadOptions& options = {});

// Reads BMP and PNG, JPEG, TIFF, WebP, GIF, PNM, PFM, HEIF, AVIF, JPEG XL, JPEG 2000, Radiance and libvips's own .v, as
// far as libvips was built with them. Type, channels and alpha are kept; an image that EXIF rotates comes upright.
// Throws io for a missing, damaged, truncated or unknown file (of damaged JPEG files see ReadOptions::strict) and for
// one beyond the limits, unsupported for pixels that lenslet has no type for (complex numbers, more than 4 channels):
// the message names them.
FileImage read_image(const std::filesystem::path& path, const ReadOptions& options = {});

struct WriteOptions {
  int quality = 90;       // JPEG and WebP, 1 to 100
  bool overwrite = true;  // else an existing file is an error
  bool sync = true;       // wait until the disk has the file before it gets its name, so that no crash leaves it empty

  // Of JPEG files alone: what becomes of the two channels of colour ("4:4:4" keeps them whole, "4:2:0" halves them both
  // ways; empty: 4:2:0 up to the usual quality where the image had no more, else 4:4:4), Huffman tables for this image
  // instead of the standard's, and how many MCUs stand between restart markers, 0 (none) to 65535.
  std::string sampling = {};
  bool optimize = false;
  int restart = 0;
};

// Writes in the format of the path's suffix, under a temporary name in the same folder that is then renamed. f16 is
// written as f32. Throws unsupported where the format cannot hold the type or the channels, and says which can, and for
// a sampling that libvips does not write; invalid_argument for options out of their range; io where the file cannot be
// written. Returns what of the metadata could not be kept, and why: "the GeoTIFF tags are not kept: .png has no place
// for them".
std::vector<std::string> write_image(const std::filesystem::path& path, const FileImage& image,
                                     const WriteOptions& options = {});

// Returns about how many bytes of memory write_image takes beside the image that it is given: copies, and what some
// encoders hold whole.
std::uint64_t write_image_bytes(const std::filesystem::path& path, Size size, PixelFormat format);

// A suffix that write_image takes, and what its format holds: {".png", {u8, u16}, true}.
struct FileFormat {
  std::string suffix;
  std::vector<PixelType> types;
  bool alpha;
};
std::vector<FileFormat> writable_formats();

// Tells whether writable_formats() has the path's suffix; quicker than to list all.
bool is_writable(const std::filesystem::path& path);

}  // namespace lenslet
