// The file has one row of tiles after the other, so that a later run needs only a journal of their lengths. The
// directory comes last.
#include "files/tiff_output.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "files/metadata.hpp"
#include "files/save.hpp"
#include "system/read_at.hpp"

namespace lenslet::io {
namespace {

namespace fs = std::filesystem;

double tile_count(Size size) {
  return static_cast<double>(tiles_over(size.width)) * static_cast<double>(tiles_over(size.height));
}

// Whether the file needs more than the 4 GiB of a classic one, with room for all but samples. Levels one tile wide can
// together be as large as the image.
bool is_large(const ImageType& type, bool pyramid) {
  double tiles = tile_count(type.size);
  for (Size size = type.size; pyramid && std::max(size.width, size.height) > tile_side;)
    tiles += tile_count(size = halved(size));
  return tiles * static_cast<double>(tile_bytes(type.format)) > 4e9;
}

TiffImage tiff_image(const fs::path& path, const ImageType& type, const TiffOptions& options) {
  const Use use;
  const FileImage::Metadata* metadata = options.metadata.get();
  const Layout layout = layout_of(type.format, is_cmyk(metadata));
  TiffImage image{type.format, layout, vips::VImage(vips_image_new(), vips::STEAL), {}};
  format_for(path, {type.format.type, layout, type.size});
  image.fields.get_image()->Xres = image.fields.get_image()->Yres = 1;
  image.beside = apply_metadata(metadata, {path, "tiffsave", type, options.placement}, image.fields);
  return image;
}

// A continued run must have the tiles of the same image at the same places.
std::optional<TiffJournal> journal_of(const fs::path& path, const ImageType& type, const TiffOptions& options,
                                      bool big) {
  if (options.run.empty()) return std::nullopt;
  const std::string file =
      fmt::format("file: {} x {}, {} x {}{}{}{}\n", type.size.width, type.size.height, name_of(type.format.type),
                  type.format.channels, type.format.alpha ? " with alpha" : "", big ? ", BigTIFF" : "",
                  options.pyramid ? ", pyramid" : "");
  return std::optional<TiffJournal>(std::in_place, path, file + options.run, options.write.sync);
}

}  // namespace

TiffOutput::TiffOutput(const fs::path& path, const ImageType& type, const TiffOptions& options)
    : path_(path),
      type_(type),
      sync_(options.write.sync),
      big_(options.big || is_large(type, options.pyramid)),
      image_(tiff_image(path, type, options)),
      journal_(journal_of(path, type, options, big_)),
      target_(path, {options.write.overwrite, options.write.sync, journal_ ? journal_->part() : fs::path()}),
      file_(target_.file(), path, big_) {
  set_tags(image_, type.size, false, file_);
}

// Reads back the finished tiles, which finds damage since the earlier run.
std::int64_t TiffOutput::go_on(const std::function<void(const std::vector<Bytes>&, std::int64_t)>& use) {
  if (!journal_) return 0;
  std::int64_t next = 0;
  for (const FinishedTiles& finished : journal_->finished()) {
    const std::int64_t rows = std::min(tile_side, type_.size.height - next);
    const std::vector<Bytes> tiles = read_back(finished, next, rows);
    for (const Bytes& tile : tiles) file_.pass(tiles_++, tile.size());
    next += rows;
    if (use) use(tiles, rows);
  }
  if (::ftruncate(target_.file(), file_.bytes()) != 0) throw file_error("write", path_, system_reason());
  return next;
}

std::vector<Bytes> TiffOutput::read_back(const FinishedTiles& finished, std::int64_t first, std::int64_t rows) const {
  const auto refuse = [&] {
    journal_->refuse(fmt::format("rows {} to {} of the unfinished file are damaged", first, first + rows - 1));
  };
  if (rows <= 0 || finished.bytes.size() != static_cast<std::size_t>(tiles_over(type_.size.width))) refuse();
  std::vector<Bytes> tiles;
  std::int64_t place = file_.bytes();
  for (const std::uint64_t bytes : finished.bytes) {
    if (bytes > 2 * tile_bytes(type_.format)) refuse();
    Bytes& tile = tiles.emplace_back(bytes);
    const ssize_t count = system::read_at(target_.file(), tile.data(), bytes, place);
    if (count < 0) throw file_error("read", journal_->part(), system_reason());
    if (count != static_cast<ssize_t>(bytes)) refuse();
    place += static_cast<std::int64_t>(bytes);
  }
  if (finished_tiles(tiles).checksum != finished.checksum) refuse();
  return tiles;
}

void TiffOutput::append(const std::vector<Bytes>& row) {
  for (const Bytes& tile : row) file_.append(tiles_++, tile);
  if (!journal_) return;
  if (sync_ && ::fdatasync(target_.file()) != 0) throw file_error("write", path_, system_reason());
  journal_->add({finished_tiles(row)});
}

void TiffOutput::note(const std::vector<FinishedTiles>& rows) {
  for (const FinishedTiles& row : rows)
    for (const std::uint64_t bytes : row.bytes) file_.pass(tiles_++, bytes);
  if (journal_) journal_->add(rows);
}

// The image's tags belong to the directory that ends here.
void TiffOutput::write_levels(Levels& levels) {
  std::uint32_t tile = 0;
  levels.give(
      [&](Size size) {
        if (tile > 0) file_.end_directory();
        tile = 0;
        set_tags(image_, size, true, file_);
      },
      [&](const Bytes& bytes) { file_.append(tile++, bytes); });
  if (tile > 0) file_.end_directory();
}

void TiffOutput::finish(Levels* levels) {
  file_.end_directory();
  if (levels != nullptr) write_levels(*levels);
  target_.commit();
  journal_.reset();  // removes it, since the file has its name
}

}  // namespace lenslet::io
