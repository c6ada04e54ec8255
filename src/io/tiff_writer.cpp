// Rows gather to a row of tiles, which threads compress while the next one gathers. What the file has is one row of
// tiles after the other, so that a journal of their lengths is all that a later run needs; the directory comes last.
#include <lenslet/tiff_writer.hpp>

#include <algorithm>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <libdeflate.h>
#include <unistd.h>

#include "io/halved_rows.hpp"
#include "io/metadata.hpp"
#include "io/save.hpp"
#include "io/tiff_journal.hpp"
#include "io/tiff_tags.hpp"
#include "io/tile_row.hpp"
#include "system/read_at.hpp"
#include "system/target_file.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

double tile_count(Size size) {
  return static_cast<double>(io::tiles_over(size.width)) * static_cast<double>(io::tiles_over(size.height));
}

// With room in the 4 GiB of a classic file for what is not samples. Levels that are one tile wide are as much together
// as the image.
bool is_large(const ImageType& type, bool pyramid) {
  double tiles = tile_count(type.size);
  for (Size size = type.size; pyramid && std::max(size.width, size.height) > io::tile_side;)
    tiles += tile_count(size = io::halved(size));
  return tiles * static_cast<double>(io::tile_bytes(type.format)) > 4e9;
}

io::TiffImage tiff_image(const fs::path& path, const ImageType& type, const TiffOptions& options) {
  const io::Use use;
  const FileImage::Metadata* metadata = options.metadata.get();
  const io::Layout layout = io::layout_of(type.format, io::is_cmyk(metadata));
  io::TiffImage image{type.format, layout, vips::VImage(vips_image_new(), vips::STEAL)};
  io::format_for(path, {type.format.type, layout, type.size});
  image.fields.get_image()->Xres = image.fields.get_image()->Yres = 1;
  if (metadata) io::apply_metadata(*metadata, type.format, options.turned, image.fields);
  return image;
}

// A run that goes on must have the tiles of the same image, at the same places.
std::optional<io::TiffJournal> journal_of(const fs::path& path, const ImageType& type, const TiffOptions& options,
                                          bool big) {
  if (options.run.empty()) return std::nullopt;
  const std::string file =
      fmt::format("file: {} x {}, {} x {}{}{}{}\n", type.size.width, type.size.height, name_of(type.format.type),
                  type.format.channels, type.format.alpha ? " with alpha" : "", big ? ", BigTIFF" : "",
                  options.pyramid ? ", pyramid" : "");
  return std::optional<io::TiffJournal>(std::in_place, path, file + options.run, options.write.sync);
}

std::uint32_t checksum(std::uint32_t before, const io::Bytes& bytes) {
  return libdeflate_crc32(before, bytes.data(), bytes.size());
}

}  // namespace

struct TiffWriter::State {
  State(const fs::path& path, const ImageType& type, const TiffOptions& options);
  template <class Work>
  void attempt(const Work& work);
  void check_arguments(const ImageView& rows) const;
  void take(const ImageView& rows);
  void finish();
  void go_on();
  void pass(const io::FinishedTiles& finished);
  void flush();  // starts the threads on the rows that have gathered, and appends what they had before
  void append(const std::vector<io::Bytes>& tiles);
  void write_levels();
  io::RowsOfTiles no_rows() const { return {type.format, type.size.width, 0}; }

  fs::path path;
  ImageType type;
  bool sync, big;
  io::TiffImage image;
  std::optional<io::TiffJournal> journal;
  system::TargetFile target;
  io::TiffFile file;
  std::optional<io::Levels> levels = {};
  std::int64_t next = 0;    // row
  std::int64_t passed = 0;  // rows that an earlier run wrote
  std::uint32_t tiles = 0;  // in the file
  io::RowsOfTiles gathered = {};
  std::optional<io::CodedTiles> coding = {};
  std::exception_ptr failure = {};  // after which tiles may be missing
};

TiffWriter::State::State(const fs::path& at, const ImageType& image_type, const TiffOptions& options)
    : path(at),
      type(image_type),
      sync(options.write.sync),
      big(options.big || is_large(type, options.pyramid)),
      image(tiff_image(path, type, options)),
      journal(journal_of(path, type, options, big)),
      target(path, {options.write.overwrite, options.write.sync, journal ? journal->part() : fs::path()}),
      file(target.file(), path, big),
      gathered(no_rows()) {
  io::set_tags(image, type.size, false, file);
  if (options.pyramid) levels.emplace(type, path);
  if (journal) go_on();
}

template <class Work>
void TiffWriter::State::attempt(const Work& work) {
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
    throw;
  }
}

void TiffWriter::State::go_on() {
  for (const io::FinishedTiles& finished : journal->finished()) pass(finished);
  passed = next;
  if (::ftruncate(target.file(), file.bytes()) != 0) throw io::file_error("write", path, io::system_reason());
}

// Reads what an earlier run wrote: what was damaged since is found now.
void TiffWriter::State::pass(const io::FinishedTiles& finished) {
  const std::int64_t rows = std::min(io::tile_side, type.size.height - next);
  const auto refuse = [&] {
    journal->refuse(fmt::format("rows {} to {} of the unfinished file are damaged", next, next + rows - 1));
  };
  if (rows <= 0 || finished.bytes.size() != static_cast<std::size_t>(io::tiles_over(type.size.width))) refuse();
  std::vector<io::Bytes> read;
  std::int64_t place = file.bytes();
  std::uint32_t sum = 0;
  for (const std::uint64_t bytes : finished.bytes) {
    if (bytes > 2 * io::tile_bytes(type.format)) refuse();
    io::Bytes& tile = read.emplace_back(bytes);
    const ssize_t count = system::read_at(target.file(), tile.data(), bytes, place);
    if (count < 0) throw io::file_error("read", journal->part(), io::system_reason());
    if (count != static_cast<ssize_t>(bytes)) refuse();
    sum = checksum(sum, tile);
    place += static_cast<std::int64_t>(bytes);
  }
  if (sum != finished.checksum) refuse();
  for (const io::Bytes& tile : read) file.pass(tiles++, tile);
  next += rows;
  if (!levels) return;
  const io::RowsOfTiles made = io::decoded(read, type.format, type.size.width, rows);
  const std::size_t row_bytes = made.samples.size() / static_cast<std::size_t>(rows);
  for (std::size_t at = 0; at < made.samples.size(); at += row_bytes) levels->take(made.samples.data() + at);
}

void TiffWriter::State::append(const std::vector<io::Bytes>& row) {
  io::FinishedTiles finished;
  for (const io::Bytes& tile : row) {
    file.append(tiles++, tile);
    if (!journal) continue;
    finished.checksum = checksum(finished.checksum, tile);
    finished.bytes.push_back(tile.size());
  }
  if (!journal) return;
  if (sync && ::fdatasync(target.file()) != 0) throw io::file_error("write", path, io::system_reason());
  journal->add(finished);
}

void TiffWriter::State::flush() {
  std::vector<io::Bytes> done;
  if (coding) done = coding->take();
  coding.reset();
  if (gathered.rows > 0) coding.emplace(std::exchange(gathered, no_rows()));
  if (!done.empty()) append(done);
}

// The tags of the image go with the directory that ends.
void TiffWriter::State::write_levels() {
  std::uint32_t tile = 0;
  levels->give(
      [&](Size size) {
        if (tile > 0) file.end_directory();
        tile = 0;
        io::set_tags(image, size, true, file);
      },
      [&](const io::Bytes& bytes) { file.append(tile++, bytes); });
  if (tile > 0) file.end_directory();
}

void TiffWriter::State::check_arguments(const ImageView& rows) const {
  const bool fits = rows.format().type == type.format.type && rows.format().channels == type.format.channels;
  if (!fits || rows.width() != type.size.width || rows.height() > type.size.height - next)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("{} x {} pixels from row {} on; the image has {} x {}, of {} x {}", rows.width(), rows.height(),
                    next, type.size.width, type.size.height, name_of(type.format.type), type.format.channels));
}

void TiffWriter::State::take(const ImageView& rows) {
  const auto bytes = static_cast<std::ptrdiff_t>(rows.width()) * static_cast<std::ptrdiff_t>(rows.format().bytes());
  gathered.samples.reserve(static_cast<std::size_t>(bytes * io::tile_side));
  for (std::int64_t y = 0; y < rows.height(); ++y) {
    const auto row = gathered.samples.insert(gathered.samples.end(), rows.row(y), rows.row(y) + bytes);
    if (levels) levels->take(&*row);
    ++next;
    if (++gathered.rows == io::tile_side) flush();
  }
}

void TiffWriter::State::finish() {
  flush();  // the last rows
  flush();  // waits for them
  file.end_directory();
  if (levels) write_levels();
  target.commit();
  journal.reset();  // removes it, as the file has its name
}

TiffWriter::TiffWriter(const fs::path& path, const ImageType& type, const TiffOptions& options)
    : state_(std::make_unique<State>(path, type, options)) {}

TiffWriter::~TiffWriter() = default;
TiffWriter::TiffWriter(TiffWriter&&) noexcept = default;
TiffWriter& TiffWriter::operator=(TiffWriter&&) noexcept = default;

bool TiffWriter::takes(const fs::path& path) {
  const io::Use use;
  const io::Format* format = io::find_format(path);
  return format != nullptr && std::string_view(format->saver) == "tiffsave";
}

std::int64_t TiffWriter::next() const {
  return state_->next;
}

void TiffWriter::write(const ImageView& rows) {
  if (state_->failure) std::rethrow_exception(state_->failure);
  state_->check_arguments(rows);
  state_->attempt([&] { state_->take(rows); });
}

void TiffWriter::finish() {
  if (state_->failure) std::rethrow_exception(state_->failure);
  if (state_->next != state_->type.size.height)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} of {} rows are written", state_->next, state_->type.size.height));
  state_->attempt([&] { state_->finish(); });
}

}  // namespace lenslet
