// Keeps what a file says beside its pixels, and knows what still holds for another image.
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
  vips::VImage fields;  // an image without pixels that carries them
  VipsInterpretation interpretation = VIPS_INTERPRETATION_ERROR;
  ImageType type = {};         // of the image that was read
  bool is_bands = false;       // a TIFF's channels are neither three colours nor alpha
  bool has_own_type = true;    // the file's own type and number of channels
  bool has_own_values = true;  // the file's numbers, neither scaled nor inverted
  std::optional<io::Geo> geo = {};
  io::PngColours png = {};
  double xres = 1;  // pixels per millimetre
  double yres = 1;
  bool has_other_unit = false;  // they are pixels per unit of a TIFF's own, which ImageJ's description may name
  Size halved = {};             // set for a JPEG with colours of half its resolution, upright; else empty
};

}  // namespace lenslet

namespace lenslet::io {

// Gathers the fields of a loaded image, before it is turned upright.
std::shared_ptr<const FileImage::Metadata> gather_metadata(const OpenImage& file);

// An image for which metadata are written.
struct WrittenImage {
  std::filesystem::path path;
  std::string_view saver;  // the saver of its format: "tiffsave"
  ImageType type;
  std::optional<Placement> placement = {};  // as FileImage::placement
};

// Other metadata that hold for the image and have a place in its format, and notes for the user on the rest.
struct Beside {
  bool is_bands = false;
  std::optional<Geo> geo = {};
  PngColours png = {};
  std::vector<std::string> notes = {};
};

// Sets in `target` the fields that hold for the image, and returns the rest. `metadata` may be null.
Beside apply_metadata(const FileImage::Metadata* metadata, const WrittenImage& image, vips::VImage& target);

// Tells whether a JPEG's colours have half its resolution in both directions.
bool has_half_colours(const vips::VImage& image);

// Tells whether the pixels that came with the metadata were CMYK; false for null.
bool is_cmyk(const FileImage::Metadata* metadata);

// Tells whether a picture's colours were read at half its resolution, and the picture still has its size. Then there is
// nothing finer to keep. False for null.
bool keeps_half_colours(const FileImage::Metadata* metadata, Size size, bool turned);

// Removes fields that a .v file can name at will. libvips's savers use the text after "exif-ifd" as an index without a
// check. The EXIF block itself stays; libvips makes the fields from it again.
void remove_exif_fields(const vips::VImage& image);

// Returns the field's bytes, which live as long as the image; empty if the field is missing.
std::string_view blob(const vips::VImage& image, const char* name);

// Returns the field's number, or `otherwise` if the field is missing or no number.
int int_field(const vips::VImage& image, const char* name, int otherwise);

// How many millimetres the file's unit of the resolution has; 1 if it has none.
double resolution_units(const vips::VImage& image);

// Tells whether a resolution is in no unit that TIFF knows.
bool has_other_unit(const vips::VImage& image);

int orientation_of(const vips::VImage& image);  // 1 to 8
int pages_of(const vips::VImage& image);        // at least 1
int page_height(const vips::VImage& image);     // of several pages in one image, else the image's

}  // namespace lenslet::io
