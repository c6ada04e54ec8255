// A region of libvips belongs to the thread that made it, so each call makes its own.
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/image_rows.hpp>

#include "files/decode.hpp"
#include "files/metadata.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

// The limits of a region of libvips, which is held beside the caller's memory.
constexpr std::int64_t max_rows = 128, max_bytes = 4 << 20;

struct Release {
  void operator()(VipsRegion* region) const { g_object_unref(region); }
};

io::OpenImage open(const fs::path& path, ReadOptions options) {
  options.max_memory = std::numeric_limits<std::uint64_t>::max();
  io::OpenImage file = io::with_own_reasons([&] { return io::open_image(path, options); });
  if (file.orientation == 1 && (!file.pnm || file.pnm->kind != '1')) return file;
  throw io::file_error("read", path, "its rows do not come from top to bottom: it can only be read whole",
                       ErrorKind::unsupported);
}

// Damage is an error here and not a note: rows before it may be written already.
void check_damage(const io::OpenImage& file) {
  const std::string damage = file.jpeg->mistakes().damage;
  if (damage.empty()) return;
  throw io::file_error(
      "read", file.path,
      damage + "; row by row, as --memory, several devices and ranks need it, no damaged JPEG file is read");
}

}  // namespace

struct RowReader::State {
  void check(std::int64_t first, std::int64_t rows) const;
  std::int64_t row_bytes() const {
    return file.header.size.width * static_cast<std::int64_t>(file.header.format.bytes());
  }
  void read(VipsRegion& region, std::int64_t rows, std::byte* to);
  void read_region(std::int64_t rows, std::byte* to);
  void read_jpeg(std::int64_t rows, std::byte* to);

  io::OpenImage file;
  vips::VImage source;
  std::shared_ptr<const FileImage::Metadata> metadata;
  std::vector<std::string> notes;
  std::int64_t next = 0;  // row
  bool is_odd = false;    // a note says so
};

void RowReader::State::check(std::int64_t first, std::int64_t rows) const {
  const std::int64_t height = file.header.size.height;
  if (rows < 0 || first < next || first > height || rows > height - first)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("{} rows from row {} on; the image has {}, of which the next is {}", rows, first, height, next));
}

void RowReader::State::read(VipsRegion& region, std::int64_t rows, std::byte* to) {
  const VipsRect area{0, static_cast<int>(next), source.width(), static_cast<int>(rows)};
  if (vips_region_prepare(&region, &area) != 0) throw io::file_error("read", file.path, io::last_reason(io::damaged));
  const std::size_t bytes = static_cast<std::size_t>(source.width()) * file.header.format.bytes();
  for (int y = area.top; y < area.top + area.height; ++y, to += bytes)
    std::memcpy(to, VIPS_REGION_ADDR(&region, 0, y), bytes);
  next += rows;
}

void RowReader::State::read_region(std::int64_t rows, std::byte* to) {
  const io::Use use(io::Sharing::within);
  const std::unique_ptr<VipsRegion, Release> region(vips_region_new(source.get_image()));
  const std::int64_t row_samples = file.header.size.width * file.header.format.channels;
  const std::int64_t at_a_time = std::clamp<std::int64_t>(max_bytes / row_bytes(), 1, max_rows);
  for (std::int64_t done = 0; done < rows; done += at_a_time) {
    const std::int64_t count = std::min(rows - done, at_a_time);
    read(*region, count, to + done * row_bytes());
    io::stretch(file, to + done * row_bytes(), count * row_samples);
  }
}

void RowReader::State::read_jpeg(std::int64_t rows, std::byte* to) {
  file.jpeg->skip_to(next);
  for (std::int64_t row = 0; row < rows; ++row) file.jpeg->read(to + row * row_bytes());
  check_damage(file);
  next += rows;
  const io::JpegMistakes mistakes = file.jpeg->mistakes();  // oddities are found before the pixels
  if (!std::exchange(is_odd, !mistakes.oddity.empty()) && is_odd) notes.push_back(io::note_on(mistakes));
}

RowReader::RowReader(const fs::path& path, const ReadOptions& options) : state_(std::make_unique<State>()) {
  state_->file = open(path, options);
  state_->source = io::with_own_type(state_->file);
  state_->metadata = io::gather_metadata(state_->file);
  state_->notes = io::notes_on(state_->file);
}

RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;

const ImageHeader& RowReader::header() const {
  return state_->file.header;
}

std::shared_ptr<const FileImage::Metadata> RowReader::metadata() const {
  return state_->metadata;
}

const std::vector<std::string>& RowReader::notes() const {
  return state_->notes;
}

void RowReader::read(std::int64_t first, std::int64_t rows, std::byte* to) {
  state_->check(first, rows);
  state_->next = first;
  state_->file.jpeg ? state_->read_jpeg(rows, to) : state_->read_region(rows, to);
}

}  // namespace lenslet
