// The tags of a TIFF file that TiffWriter makes.
#include "files/tiff_tags.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "files/metadata.hpp"
#include "files/tiff_channels.hpp"
#include "files/tile_row.hpp"

namespace lenslet::io {
namespace {

std::string_view text_of(const vips::VImage& image, const char* name) {
  const char* text = nullptr;
  if (image.get_typeof(name) == 0 || vips_image_get_string(image.get_image(), name, &text) != 0) return {};
  return text;
}

void set_samples(const TiffImage& image, TiffFile& file) {
  const SampleType type = image.format.type;
  file.set(TIFFTAG_SAMPLESPERPIXEL, image.format.channels);
  file.set(TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * size_of(type)));
  file.set(TIFFTAG_SAMPLEFORMAT, !is_integer(type)     ? SAMPLEFORMAT_IEEEFP
                                 : min_value(type) < 0 ? SAMPLEFORMAT_INT
                                                       : SAMPLEFORMAT_UINT);
  file.set(TIFFTAG_COMPRESSION, is_deflated(type) ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE);
  if (is_deflated(type)) file.set(TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
}

// A resolution of 0 or infinity confuses readers.
void set_resolution(const vips::VImage& image, TiffFile& file) {
  if (has_other_unit(image)) {
    const PlainResolution found = plain_resolution(image.xres(), image.yres());
    file.set(TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
    file.set(TIFFTAG_XRESOLUTION, found.x);
    file.set(TIFFTAG_YRESOLUTION, found.y);
    return;
  }
  const bool inches = text_of(image, VIPS_META_RESOLUTION_UNIT).starts_with("in");
  const double per_unit = inches ? 25.4 : 10;
  file.set(TIFFTAG_RESOLUTIONUNIT, inches ? RESUNIT_INCH : RESUNIT_CENTIMETER);
  file.set(TIFFTAG_XRESOLUTION, std::clamp(image.xres() * per_unit, 0.01, 1e6));
  file.set(TIFFTAG_YRESOLUTION, std::clamp(image.yres() * per_unit, 0.01, 1e6));
}

// libtiff takes IPTC for words of 32 bits.
void set_blobs(const vips::VImage& image, TiffFile& file) {
  const std::string_view profile = blob(image, VIPS_META_ICC_NAME), xmp = blob(image, VIPS_META_XMP_NAME);
  if (!profile.empty()) file.set(TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()), profile.data());
  if (!xmp.empty()) file.set(TIFFTAG_XMLPACKET, static_cast<std::uint32_t>(xmp.size()), xmp.data());
  const std::string_view iptc = blob(image, VIPS_META_IPTC_NAME);
  std::vector<std::uint32_t> words((iptc.size() + 3) / 4);
  if (words.empty()) return;
  std::memcpy(words.data(), iptc.data(), iptc.size());
  file.set(TIFFTAG_RICHTIFFIPTC, static_cast<std::uint32_t>(words.size()), words.data());
}

// Everything but what says where the samples are.
void set_picture(const TiffImage& image, Size size, TiffFile& file) {
  file.set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(size.width));
  file.set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(size.height));
  file.set(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  set_samples(image, file);
  file.set(channels_of(image.format.channels, image.format.alpha, image.layout == cmyk, image.beside.is_bands));
}

void set_description(const TiffImage& image, TiffFile& file) {
  const std::string description(text_of(image.fields, VIPS_META_IMAGEDESCRIPTION));
  if (!description.empty()) file.set(TIFFTAG_IMAGEDESCRIPTION, description.c_str());
}

}  // namespace

void set_tags(const TiffImage& image, Size size, bool is_level, TiffFile& file) {
  if (is_level) file.set(TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
  file.set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  set_picture(image, size, file);
  if (image.beside.geo && !is_level) file.set(*image.beside.geo);
  file.set(TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(tile_side));
  file.set(TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(tile_side));
  set_resolution(image.fields, file);
  set_blobs(image.fields, file);
  if (!is_level) set_description(image, file);
}

void set_strip_tags(const TiffImage& image, Size size, const StripTags& tags, TiffFile& file) {
  TiffImage page = image;
  if (tags.bands > 0) page.format = {image.format.type, tags.bands, false};
  file.set(TIFFTAG_PLANARCONFIG, tags.is_planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  set_picture(page, size, file);
  file.set(TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(tags.rows));
  set_resolution(image.fields, file);
  if (!tags.is_first) return;
  if (image.beside.geo) file.set(*image.beside.geo);
  set_blobs(image.fields, file);
  set_description(image, file);
}

}  // namespace lenslet::io
