// read_image: the first page of a file, upright, in our nearest type that loses nothing.
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <lenslet/jpeg_file.hpp>

#include "files/bits.hpp"
#include "files/bounds.hpp"
#include "files/decode.hpp"
#include "files/metadata.hpp"
#include "files/open.hpp"
#include "files/orientation.hpp"
#include "files/vips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;
using io::file_error;

// An image whose rows come from top to bottom.
struct Rows {
  Size size;
  PixelFormat format;
  std::optional<Image> image = {};  // allocated at the first rows: most damaged files have none
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
  } catch (const std::exception& error) {  // exceptions must not pass through libvips
    vips_error("lenslet", "%s", error.what());
    return -1;
  }
}

Image decode(const fs::path& path, const vips::VImage& source, PixelFormat format) {
  Rows rows{{source.width(), source.height()}, format};
  const io::Watched watched(source);
  if (vips_sink_disc(watched.image().get_image(), take_rows, &rows) != 0 || watched.has_failed())
    throw file_error("read", path, io::last_reason(io::damaged));
  return std::move(*rows.image);
}

Image turned_upright(Image stored, int orientation) {
  if (orientation == 1) return stored;
  Image upright(io::upright_size(stored.size(), orientation), stored.format());
  io::turn_upright(stored, orientation, upright);
  return upright;
}

Image decode_jpeg(const io::OpenImage& file) {
  Image image(io::upright_size(file.header.size, file.orientation), file.header.format);  // as stored
  for (std::int64_t y = 0; y < image.height(); ++y) file.jpeg->read(image.row(y));
  return image;
}

Image decode_stored(const io::OpenImage& file) {
  if (file.jpeg) return decode_jpeg(file);
  if (file.pnm && file.pnm->kind == '1') return io::read_bits(file.path, *file.pnm);
  return decode(file.path, io::with_own_type(file), file.header.format);
}

// Judges mistakes. All are known once the last row is decoded.
void judge(const io::OpenImage& file, const ReadOptions& options, std::vector<std::string>& notes) {
  if (!file.jpeg) return;
  const io::JpegMistakes mistakes = file.jpeg->mistakes();
  if (options.strict && !mistakes.damage.empty()) throw file_error("read", file.path, mistakes.damage);
  if (!mistakes.damage.empty() || !mistakes.oddity.empty()) notes.push_back(io::note_on(mistakes));
}

}  // namespace

FileImage io::read_opened(OpenImage file, const ReadOptions& options) {
  const PixelFormat format = file.header.format;
  Image stored = decode_stored(file);
  io::stretch(file, stored.data(), stored.width() * stored.height() * format.channels);
  FileImage result{std::move(stored), io::gather_metadata(file), io::notes_on(file)};
  judge(file, options, result.notes);
  file.jpeg.reset();
  file.image = vips::VImage();
  result.image = turned_upright(std::move(result.image), file.orientation);
  return result;
}

ImageHeader read_image_header(const fs::path& path, const ReadOptions& options) {
  return io::with_own_reasons([&] { return io::open_image(path, options, io::Wanted::header).header; });
}

FileFacts read_file_facts(const fs::path& path, const ReadOptions& options) {
  return io::with_own_reasons([&]() -> FileFacts {
    const io::OpenImage file = io::open_image(path, options, io::Wanted::header);
    return {io::gather_metadata(file), io::notes_on(file), file.orientation};
  });
}

FileImage read_image(const fs::path& path, const ReadOptions& options) {
  return io::with_own_reasons([&] { return io::read_opened(io::open_image(path, options), options); });
}

}  // namespace lenslet
