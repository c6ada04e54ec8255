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

#pragma GCC visibility push(default)
namespace lenslet {

// An image, and what its file says beside the pixels.
struct FileImage {
  Image image;
  struct Metadata;
  std::shared_ptr<const Metadata> metadata;  // colour profile, resolution, EXIF, XMP; null without a file
  std::vector<std::string> notes = {};       // what the user should know: "the first of 3 pages"

  // Where this image lies in the image that was read, as WorkOutput::placement has it. Writing adapts the metadata to
  // it. Absent: where both images have one size, every pixel is in its old place; else the placement is unknown.
  std::optional<Placement> placement = {};
};

// Which files may be read, and how large. Limits are compared with the file's header, before any pixel is decoded and
// before memory is taken.
struct ReadOptions {
  // Also read formats whose loaders run programs, open other files or may never end: SVG, PDF, FITS, OpenEXR,
  // whole-slide formats, and what ImageMagick reads.
  bool unsafe_loaders = false;
  std::int64_t max_pixels = std::int64_t{1} << 30;
  // Bytes that reading may take, as ImageHeader::memory_bytes; 0: half of the free memory.
  std::uint64_t max_memory = 0;

  // Whether read_image() refuses a JPEG file whose pixels are damaged. With false, it returns what libjpeg-turbo makes
  // of them: lost parts are grey, and a note says so. Other damage is always an error: before a JPEG file's first scan,
  // and in all other formats.
  bool strict = false;

  // The page or frame to read, from 0 on, as the file has them. Absent: the first that is no thumbnail. A page that the
  // file has not is an error of kind invalid_argument.
  std::optional<int> page = {};
};

// What a file's header says of its image.
struct ImageHeader {
  Size size;  // of the image after it is turned upright
  PixelFormat format;
  int pages = 1;                   // pages or frames; one is read, see stack_file.hpp for all
  std::string file_format;         // libvips's name of the format: "png", "jpeg", "tiff"
  std::uint64_t memory_bytes = 0;  // about what read_image() takes at its peak, with the image itself

  // GDAL's no-data value (TIFF's tag 42113), which may be NaN: for OpOptions::nodata. Absent where the file has none,
  // or where reading changes the file's numbers, for example by inverting them.
  std::optional<double> nodata = {};
};

// Reads a file's header without any pixel. Throws as read_image() does. Does not find damage or missing bytes after the
// header. The first reading function that is called starts libvips, which changes the process's environment (VIPSHOME):
// call it before threads that may read the environment begin. Drivers of OpenCL do the like as they start.
ImageHeader read_image_header(const std::filesystem::path& path, const ReadOptions& options = {});

// Reads BMP and, as far as libvips was built with them, PNG, JPEG, TIFF, WebP, GIF, PNM, PFM, HEIF, AVIF, JPEG XL, JPEG
// 2000, Radiance and libvips's own .v. Type, channels and alpha are kept. An image that EXIF rotates is turned upright.
// Throws io for a file that is missing, damaged, truncated, unknown or beyond the limits; for damaged JPEG files see
// ReadOptions::strict. Throws unsupported for pixels that Lenslet has no type for, such as complex numbers or more than
// 4 channels; the message names them.
FileImage read_image(const std::filesystem::path& path, const ReadOptions& options = {});

struct WriteOptions {
  int quality = 90;       // JPEG and WebP, 1 to 100
  bool overwrite = true;  // false: throws io where the file exists
  bool sync = true;       // wait until the disk has the file before renaming it, so that no crash leaves an empty file

  // For JPEG files only. `sampling` is the size of the two colour channels: "4:4:4" keeps them whole, "4:2:0" halves
  // both sides. Empty: 4:2:0 for a quality below 90, and for 90 if the image was read from a JPEG file with 4:2:0; else
  // 4:4:4. `optimize` makes Huffman tables for this image instead of the standard's. `restart` is the number of MCUs
  // between restart markers, 0 (no markers) to 65535.
  std::string sampling = {};
  bool optimize = false;
  int restart = 0;
};

// Writes a file in the format of the path's suffix. The file has a temporary name in the same folder until it is
// complete. f16 is written as f32. Throws unsupported where the format cannot hold the type or the channels, and names
// formats that can. Throws unsupported also for a sampling that libvips does not write, and for restart markers where
// this libvips writes none. Throws invalid_argument for options out of range, io where the file cannot be written.
// Returns which metadata could not be kept, and why: "the GeoTIFF tags are not kept: .png has no place for them".
std::vector<std::string> write_image(const std::filesystem::path& path, const FileImage& image,
                                     const WriteOptions& options = {});

// Returns about how many bytes write_image() takes beside the image itself. Some encoders hold a whole copy.
std::uint64_t write_image_bytes(const std::filesystem::path& path, Size size, PixelFormat format);

// A suffix that write_image() takes, and what the format can hold: {".png", {u8, u16}, true}.
struct FileFormat {
  std::string suffix;
  std::vector<SampleType> types;
  bool alpha;
};
std::vector<FileFormat> writable_formats();

// Tells whether writable_formats() has the path's suffix, faster than by listing all.
bool is_writable(const std::filesystem::path& path);

}  // namespace lenslet
#pragma GCC visibility pop
