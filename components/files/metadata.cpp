// Keeps only known fields. Others say how the old file was coded (bit depth, palette, thumbnail, pages), and savers
// would act on them.
#include "files/metadata.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "files/description.hpp"
#include "files/imagej.hpp"
#include "files/orientation.hpp"
#include "files/page_description.hpp"

namespace lenslet::io {
namespace {

constexpr char other_unit[] = "none";  // as libvips calls that of EXIF
constexpr std::string_view orientation_tag = "exif-ifd0-Orientation";
constexpr std::string_view kept_names[] = {VIPS_META_EXIF_NAME, VIPS_META_XMP_NAME,        VIPS_META_IPTC_NAME,
                                           VIPS_META_ICC_NAME,  VIPS_META_RESOLUTION_UNIT, VIPS_META_IMAGEDESCRIPTION};
constexpr std::string_view kept_prefixes[] = {"exif-ifd", "png-comment-"};
constexpr std::string_view thumbnail_prefix = "exif-ifd1-";

bool is_kept(std::string_view name) {
  if (name == orientation_tag || name.starts_with(thumbnail_prefix)) return false;
  return std::ranges::find(kept_names, name) != std::end(kept_names) ||
         std::ranges::any_of(kept_prefixes, [&](auto prefix) { return name.starts_with(prefix); });
}

void* copy_field(VipsImage*, const char* name, GValue* value, void* target) {
  if (is_kept(name)) vips_image_set(static_cast<VipsImage*>(target), name, value);
  return nullptr;
}

void remove_fields(VipsImage* image, const auto& condition) {
  char** names = vips_image_get_fields(image);
  for (char** name = names; *name != nullptr; ++name)
    if (condition(std::string_view(*name))) vips_image_remove(image, *name);
  g_strfreev(names);
}

// Also copies the EXIF block. libvips unfolds a given block into fields, with the old orientation and thumbnail. Savers
// remove from the block what the fields lack.
void copy_fields(const vips::VImage& from, vips::VImage& to) {
  vips_image_map(from.get_image(), copy_field, to.get_image());
  remove_fields(to.get_image(), [](std::string_view name) { return !is_kept(name); });
}

// Sets the orientation to upright in XMP, which repeats it.
void set_upright_xmp(vips::VImage& image) {
  std::string text(blob(image, VIPS_META_XMP_NAME));
  bool changed = false;
  for (const std::string_view key : {"tiff:Orientation=\"", "tiff:Orientation='", "<tiff:Orientation>"}) {
    const std::size_t at = text.find(key);
    if (at == std::string::npos || at + key.size() >= text.size()) continue;
    text[at + key.size()] = '1';
    changed = true;
  }
  if (changed) vips_image_set_blob_copy(image.get_image(), VIPS_META_XMP_NAME, text.data(), text.size());
}

// Returns the number of colour channels of an ICC profile; 0 for an unknown kind.
int profile_channels(std::string_view profile) {
  constexpr std::size_t colour_space = 16;
  if (profile.size() < 128) return 0;
  const std::string_view name = profile.substr(colour_space, 4);
  if (name == "GRAY") return 1;
  if (name == "RGB ") return 3;
  return name == "CMYK" ? 4 : 0;
}

bool profile_fits(const FileImage::Metadata& metadata, PixelFormat format) {
  const int colours = format.channels - (format.alpha ? 1 : 0);
  return profile_channels(blob(metadata.fields, VIPS_META_ICC_NAME)) == colours &&
         is_integer(metadata.type.format.type) == is_integer(format.type);
}

std::string_view text_field(const vips::VImage& image, const char* name) {
  const char* text = nullptr;
  if (image.get_typeof(name) == 0 || vips_image_get_string(image.get_image(), name, &text) != 0) return {};
  return text;
}

// Pixels of ImageJ's unit are larger in a smaller image. Other resolutions are those of a print.
void scale_resolution(const Placement& p, vips::VImage& target) {
  VipsImage* image = target.get_image();
  if (!(image->Xres > 0) || !(image->Yres > 0)) return;
  const double x = 1 / image->Xres, y = 1 / image->Yres;
  image->Xres = 1 / (std::abs(p.xx) * x + std::abs(p.yx) * y);
  image->Yres = 1 / (std::abs(p.xy) * x + std::abs(p.yy) * y);
}

// A resolution in a unit of its own has a place in TIFF, and no meaning without the description that names the unit.
void apply_resolution(const FileImage::Metadata& metadata, const WrittenImage& written, const Placement& placement,
                      vips::VImage& target, Beside& beside) {
  const std::string_view old = text_field(metadata.fields, VIPS_META_IMAGEDESCRIPTION);
  const bool is_tiff = written.saver == "tiffsave", is_calibrated = is_imagej(old) && names_unit(old);
  const bool keeps_text = target.get_typeof(VIPS_META_IMAGEDESCRIPTION) != 0;
  VipsImage* image = target.get_image();
  image->Xres = metadata.xres;
  image->Yres = metadata.yres;
  if (is_calibrated && keeps_text && placement.is_known)
    scale_resolution(placement, target);
  else if (placement.turned())
    std::swap(image->Xres, image->Yres);
  if (is_calibrated && !is_tiff)
    beside.notes.push_back(fmt::format("the distances of pixels are not kept: {} has no place for them",
                                       written.path.extension().string()));
  if (!metadata.has_other_unit) return;
  if (is_tiff && (keeps_text || old.empty()))
    target.set(VIPS_META_RESOLUTION_UNIT, other_unit);
  else
    image->Xres = image->Yres = 1;
}

// Descriptions of scientific files state the image's size and the kind of its samples.
void apply_description(const FileImage::Metadata& metadata, const WrittenImage& image, const Placement& placement,
                       vips::VImage& target, Beside& beside) {
  const std::string_view old = text_field(metadata.fields, VIPS_META_IMAGEDESCRIPTION);
  if (old.empty()) return;
  const Description made = described(std::string(old), {metadata.type, image.type, placement, metadata.has_own_type});
  if (!made.lost.empty()) {
    beside.notes.push_back(made.lost);
    vips_image_remove(target.get_image(), VIPS_META_IMAGEDESCRIPTION);
  } else if (made.text != old) {
    vips_image_set_string(target.get_image(), VIPS_META_IMAGEDESCRIPTION, made.text.c_str());
  }
}

bool has_own_type(const OpenImage& file) {
  const PixelFormat format = file.header.format;
  if (file.tiff) return file.tiff->type() == name_of(format.type) && file.tiff->channels == format.channels;
  return format.type != SampleType::f32 || file.image.format() == VIPS_FORMAT_FLOAT;
}

void apply_geo(const FileImage::Metadata& metadata, const WrittenImage& image, const Placement& placement,
               Beside& beside) {
  if (!metadata.geo) return;
  if (image.saver != "tiffsave") {
    beside.notes.push_back(
        fmt::format("the GeoTIFF tags are not kept: {} has no place for them", image.path.extension().string()));
  } else if (!placement.is_known) {
    beside.notes.emplace_back("the GeoTIFF tags are not kept: where the pixels lie is not known");
  } else {
    beside.geo = moved(*metadata.geo, placement);
    if (beside.geo->rpc.size() != metadata.geo->rpc.size())
      beside.notes.emplace_back("the coefficients of RPC are not kept: the pixels lie elsewhere");
    if (!metadata.has_own_values && !beside.geo->nodata.empty()) {
      beside.notes.push_back(fmt::format(
          "GDAL's value of no data, {}, is not kept: the samples are not the file's numbers", beside.geo->nodata));
      beside.geo->nodata.clear();
    }
    for (std::string& note : fit_samples(*beside.geo, metadata.type.format, image.type.format))
      beside.notes.push_back(std::move(note));
  }
}

// An ICC profile takes precedence. If the chunks say sRGB, files without them mean the same.
void apply_png(const FileImage::Metadata& metadata, const WrittenImage& image, const vips::VImage& target,
               Beside& beside) {
  if (metadata.png.is_empty() || target.get_typeof(VIPS_META_ICC_NAME) != 0) return;
  if (image.saver == "pngsave" && is_integer(image.type.format.type)) {
    beside.png = metadata.png;
  } else if (!metadata.png.is_srgb()) {
    beside.notes.push_back(
        fmt::format("the PNG file's {} not kept: {} has no place for it, and viewers will take the "
                    "colours for those of sRGB",
                    metadata.png.words(), image.path.extension().string()));
  }
}

}  // namespace

std::string_view blob(const vips::VImage& image, const char* name) {
  const void* data = nullptr;
  std::size_t size = 0;
  if (image.get_typeof(name) == 0 || vips_image_get_blob(image.get_image(), name, &data, &size) != 0) return {};
  return {static_cast<const char*>(data), size};
}

bool has_half_colours(const vips::VImage& image) {
  constexpr const char* name = "jpeg-chroma-subsample";
  const char* sampling = nullptr;
  return image.get_typeof(name) != 0 && vips_image_get_string(image.get_image(), name, &sampling) == 0 &&
         std::string_view(sampling) == "4:2:0";
}

bool is_cmyk(const FileImage::Metadata* metadata) {
  return metadata != nullptr && metadata->interpretation == VIPS_INTERPRETATION_CMYK;
}

bool keeps_half_colours(const FileImage::Metadata* metadata, Size size, bool turned) {
  return metadata != nullptr && metadata->halved == (turned ? Size{size.height, size.width} : size);
}

void remove_exif_fields(const vips::VImage& image) {
  remove_fields(image.get_image(), [](std::string_view name) { return name.starts_with("exif-ifd"); });
}

int int_field(const vips::VImage& image, const char* name, int otherwise) {
  int value = otherwise;
  if (image.get_typeof(name) != 0 && vips_image_get_int(image.get_image(), name, &value) != 0) return otherwise;
  return value;
}

double resolution_units(const vips::VImage& image) {
  const std::string_view unit = text_field(image, VIPS_META_RESOLUTION_UNIT);
  return unit.starts_with("in") ? 25.4 : unit.starts_with("cm") ? 10 : 1;
}

bool has_other_unit(const vips::VImage& image) {
  return text_field(image, VIPS_META_RESOLUTION_UNIT) == other_unit;
}

int orientation_of(const vips::VImage& image) {
  const int tag = int_field(image, VIPS_META_ORIENTATION, 1);
  return tag >= 1 && tag <= 8 ? tag : 1;
}

int pages_of(const vips::VImage& image) {
  return std::max(1, int_field(image, VIPS_META_N_PAGES, 1));
}

int page_height(const vips::VImage& image) {
  const int height = int_field(image, VIPS_META_PAGE_HEIGHT, image.height());
  return height > 0 && height < image.height() && image.height() % height == 0 ? height : image.height();
}

namespace {

// ImageJ's files of more than 4 GB have one directory for all of their images.
bool describes_several(const vips::VImage& image) {
  const char* text = nullptr;
  if (image.get_typeof(VIPS_META_IMAGEDESCRIPTION) == 0 ||
      vips_image_get_string(image.get_image(), VIPS_META_IMAGEDESCRIPTION, &text) != 0 || !is_imagej(text))
    return false;
  try {
    return imagej_images(text) > 1;
  } catch (const Error&) {  // it is wrong as it is
    return false;
  }
}

// A description of a stack (by ImageJ or OME) would be wrong for only one of its pages. One that was chosen gets its
// own.
void describe_page(const OpenImage& file, FileImage::Metadata& page) {
  vips_image_remove(page.fields.get_image(), VIPS_META_IMAGEDESCRIPTION);
  if (!file.is_chosen || !file.tiff) return;
  const PageDescription found = page_description(file);
  if (found.text.empty()) return;
  vips_image_set_string(page.fields.get_image(), VIPS_META_IMAGEDESCRIPTION, found.text.c_str());
  if (page.xres != 1 || page.yres != 1) return;
  page.xres = found.xres;
  page.yres = found.yres;
}

}  // namespace

std::shared_ptr<const FileImage::Metadata> gather_metadata(const OpenImage& file) {
  const vips::VImage& image = file.image;
  auto result = std::make_shared<FileImage::Metadata>();
  result->fields = vips::VImage(vips_image_new(), vips::STEAL);
  copy_fields(image, result->fields);
  result->interpretation = image.interpretation();
  result->type = {file.header.format, file.header.size};
  result->xres = image.xres();
  result->yres = image.yres();
  result->png = file.png;
  result->has_own_type = has_own_type(file);
  const int orientation = orientation_of(image);
  if (pages_of(image) > 1 || describes_several(image)) describe_page(file, *result);
  if (file.tiff) {
    result->has_own_values = file.tiff->keeps_values();
    const bool has_all = file.tiff->channels == file.header.format.channels || file.tiff->channels > max_channels;
    result->is_bands = file.tiff->is_bands && has_all && file.tiff->photometric <= PHOTOMETRIC_MINISBLACK;
    result->has_other_unit =
        image.get_typeof(VIPS_META_RESOLUTION_UNIT) == 0 &&
        (result->xres != 1 || result->yres != 1 || is_imagej(text_field(image, VIPS_META_IMAGEDESCRIPTION)) ||
         is_imagej(text_field(result->fields, VIPS_META_IMAGEDESCRIPTION)));
    if (file.tiff->geo) result->geo = moved(*file.tiff->geo, placement_of(orientation, file.header.size));
  }
  if (has_half_colours(image)) result->halved = upright_size({image.width(), image.height()}, orientation);
  if (exchanges_sides(orientation)) std::swap(result->xres, result->yres);
  if (orientation != 1) set_upright_xmp(result->fields);
  return result;
}

Beside apply_metadata(const FileImage::Metadata* metadata, const WrittenImage& written, vips::VImage& target) {
  Beside beside;
  if (metadata == nullptr) return beside;
  VipsImage* image = target.get_image();
  const Placement placement =
      written.placement.value_or(Placement{.is_known = metadata->type.size == written.type.size});
  copy_fields(metadata->fields, target);
  beside.is_bands = metadata->is_bands && metadata->type.format.channels == written.type.format.channels;
  if (!profile_fits(*metadata, written.type.format)) vips_image_remove(image, VIPS_META_ICC_NAME);
  apply_description(*metadata, written, placement, target, beside);
  apply_resolution(*metadata, written, placement, target, beside);
  apply_geo(*metadata, written, placement, beside);
  apply_png(*metadata, written, target, beside);
  return beside;
}

}  // namespace lenslet::io
