// read_image: the first page of a file, upright, in the nearest type of ours that loses nothing.
#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/bits.hpp"
#include "io/bounds.hpp"
#include "io/metadata.hpp"
#include "io/open.hpp"
#include "io/orientation.hpp"
#include "io/vips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;
using io::file_error;

// An image whose rows come from top to bottom.
struct Rows {
  Size size;
  PixelFormat format;
  std::optional<Image> image = {};  // taken with the first rows: most files that are damaged have none
};

void store_rows(VipsRegion* region, const VipsRect& area, Rows& rows) {
  if (!rows.image) rows.image.emplace(rows.size, rows.format);
  const std::size_t bytes = static_cast<std::size_t>(area.width) * rows.format.bytes();
  for (int y = area.top; y < area.top + area.height; ++y)
    std::memcpy(rows.image->row(y), VIPS_REGION_ADDR(region, area.left, y), bytes);
}

int take_rows(VipsRegion* region, VipsRect* area, void* target) {
  try {
    store_rows(region, *area, *static_cast<Rows*>(target));
    return 0;
  } catch (const std::exception& error) {  // it must not pass through libvips
    vips_error("lenslet", "%s", error.what());
    return -1;
  }
}

Image decode(const fs::path& path, const vips::VImage& source, PixelFormat format) {
  Rows rows{{source.width(), source.height()}, format};
  if (vips_sink_disc(source.get_image(), take_rows, &rows) != 0)
    throw file_error("read", path, io::last_reason(io::damaged));
  return std::move(*rows.image);
}

vips::VImage with_type(const fs::path& path, const vips::VImage& image, PixelType type) {
  if (type != PixelType::f32 || image.format() == VIPS_FORMAT_FLOAT) return image;
  io::Operation cast("cast");
  cast.set("in", image.get_image()).set("format", VIPS_FORMAT_FLOAT);
  if (!cast.run()) throw file_error("read", path, io::last_reason());
  return cast.out();
}

Image turned_upright(Image stored, int orientation) {
  if (orientation == 1) return stored;
  Image upright(io::upright_size(stored.size(), orientation), stored.format());
  io::turn_upright(stored, orientation, upright);
  return upright;
}

template <class Sample>
void stretch_rows(Image& image, std::uint64_t greatest) {
  constexpr std::uint64_t most = std::numeric_limits<Sample>::max();
  const std::int64_t samples = image.width() * image.format().channels;
  for (std::int64_t y = 0; y < image.height(); ++y) {
    auto* row = reinterpret_cast<Sample*>(image.row(y));
    for (Sample& sample : std::span(row, static_cast<std::size_t>(samples)))
      sample = static_cast<Sample>((std::min<std::uint64_t>(sample, greatest) * most + greatest / 2) / greatest);
  }
}

std::int64_t greatest_of(PixelType type) {
  return type == PixelType::u8 ? 255 : 65535;
}

// Tells whether a PNM file's white is another value than the type's.
bool is_narrow(const io::OpenImage& file) {
  const PixelType type = file.header.format.type;
  return file.pnm && file.pnm->greatest > 1 && is_integer(type) && file.pnm->greatest != greatest_of(type);
}

void stretch(const io::OpenImage& file, Image& image) {
  if (!is_narrow(file)) return;
  const auto greatest = static_cast<std::uint64_t>(file.pnm->greatest);
  if (image.format().type == PixelType::u8)
    stretch_rows<std::uint8_t>(image, greatest);
  else
    stretch_rows<std::uint16_t>(image, greatest);
}

std::vector<std::string> notes_on(const io::OpenImage& file) {
  std::vector<std::string> notes;
  if (is_narrow(file))
    notes.push_back(fmt::format("samples of 0 to {} are scaled to 0 to {}", file.pnm->greatest,
                                greatest_of(file.header.format.type)));
  if (file.coding == VIPS_CODING_LABQ) notes.emplace_back("CIELAB samples of 8 bits are held as f32");
  if (file.header.pages > 1) notes.push_back(fmt::format("the first of {} pages", file.header.pages));
  const VipsBandFormat type = file.image.format();
  if (file.header.format.type == PixelType::f32 && type != VIPS_FORMAT_FLOAT)
    notes.push_back(fmt::format("samples of type {} are held as f32", vips_enum_nick(VIPS_TYPE_BAND_FORMAT, type)));
  return notes;
}

// Reads the file. What the codec holds is freed before another copy of the image is made.
FileImage read(io::OpenImage file) {
  const PixelFormat format = file.header.format;
  const bool bits = file.pnm && file.pnm->kind == '1';
  Image stored = bits ? io::read_bits(file.path, *file.pnm)
                      : decode(file.path, with_type(file.path, file.image, format.type), format);
  stretch(file, stored);
  FileImage result{std::move(stored), io::gather_metadata(file.image, format), notes_on(file)};
  file.image = vips::VImage();
  result.image = turned_upright(std::move(result.image), file.orientation);
  return result;
}

// Tells whether a warning of the JPEG library is one of two that cameras cause and that touch no pixel.
bool is_harmless(std::string_view reason) {
  return reason.find("extraneous bytes") != std::string_view::npos ||
         reason.find("Invalid SOS parameters") != std::string_view::npos;
}

}  // namespace

bool check_image_file(const fs::path& path, const ReadOptions& options) {
  return io::check_bounds(path, options);
}

ImageHeader read_image_header(const fs::path& path, const ReadOptions& options) {
  return io::with_own_reasons([&] { return io::open_image(path, options, io::Strictness::lenient).header; });
}

FileImage read_image(const fs::path& path, const ReadOptions& options) {
  const auto read_as = [&](io::Strictness strictness) {
    return io::with_own_reasons([&] { return read(io::open_image(path, options, strictness)); });
  };
  try {
    return read_as(io::Strictness::strict);
  } catch (const Error& error) {
    if (!is_harmless(error.what())) throw;
    FileImage file = read_as(io::Strictness::lenient);
    file.notes.emplace_back("the JPEG file breaks the format's rules where no pixel suffers");
    return file;
  }
}

}  // namespace lenslet
