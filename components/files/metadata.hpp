// Keeps what a file says beside its pixels, and knows which of it still holds for another image.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <lenslet/image_file.hpp>
#include <lenslet/value.hpp>

#include "files/open.hpp"
#include "files/vips.hpp"

namespace lenslet {

struct FileImage::Metadata {
  vips::VImage fields;  // an image without pixels that carries the fields
  VipsInterpretation interpretation = VIPS_INTERPRETATION_ERROR;
  ImageType type = {};         // of the image that was read
  bool is_bands = false;       // of a TIFF, whose channels are neither three colours nor alpha
  bool has_own_type = true;    // that of the file's samples, and as many channels
  bool has_own_values = true;  // the file's numbers, neither scaled nor inverted
  std::optional<io::Geo> geo = {};
  io::PngColours png = {};
  double xres = 1;  // pixels per millimetre
  double yres = 1;
  Size halved = {};  // of a JPEG whose colours have half its resolution, upright; empty elsewhere
};

}  // namespace lenslet

namespace lenslet::io {

// Gathers the fields of an image as it was loaded, before it is turned upright.
std::shared_ptr<const FileImage::Metadata> gather_metadata(const OpenImage& file);

// An image that metadata are written for.
struct WrittenImage {
  std::filesystem::path path;
  std::string_view saver;  // of its format: "tiffsave"
  ImageType type;
  std::optional<Placement> placement = {};  // as FileImage::placement
};

// What else of the metadata holds for the image and has a place in its format, and what the user should know of the
// rest.
struct Beside {
  bool is_bands = false;
  std::optional<Geo> geo = {};
  PngColours png = {};
  std::vector<std::string> notes = {};
};

// Gives `target` the fields that hold for the image, and returns the rest. `metadata` may be null.
Beside apply_metadata(const FileImage::Metadata* metadata, const WrittenImage& image, vips::VImage& target);

// Tells whether a JPEG's colours have half its resolution both ways.
bool has_half_colours(const vips::VImage& image);

// Tells whether the pixels that the metadata came with were CMYK; false for null.
bool is_cmyk(const FileImage::Metadata* metadata);

// Tells whether a picture's colours were read at half its resolution, and it has its size still: then there is nothing
// finer to keep. False for null.
bool keeps_half_colours(const FileImage::Metadata* metadata, Size size, bool turned);

// Removes the fields that a .v file names as it likes: libvips's savers take what follows "exif-ifd" for an index that
// they do not check. The EXIF block itself stays, from which libvips makes these fields again.
void remove_exif_fields(const vips::VImage& image);

// Returns the field's bytes, which live as long as the image; none where the field is missing.
std::string_view blob(const vips::VImage& image, const char* name);

// Returns the field's number, or `otherwise` where the field is missing or no number.
int int_field(const vips::VImage& image, const char* name, int otherwise);

int orientation_of(const vips::VImage& image);  // 1 to 8
int pages_of(const vips::VImage& image);        // at least 1

}  // namespace lenslet::io
