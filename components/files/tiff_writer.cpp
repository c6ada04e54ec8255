// Rows gather to a row of tiles. Threads compress it while the next one gathers. The first process of a group has the
// file; the others have it open only for their tiles.
#include <lenslet/tiff_writer.hpp>

#include <algorithm>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "files/shared_file.hpp"
#include "files/tiff_output.hpp"
#include "files/tiff_turns.hpp"

namespace lenslet {

namespace fs = std::filesystem;

namespace {

// A run that may be killed has several turns, since it loses up to two.
std::int64_t most_in_turn(const io::SharedRows& rows, std::uint64_t row_bytes, const TiffOptions& options) {
  constexpr std::int64_t min_turns = 8;
  const auto most = static_cast<std::int64_t>(std::max<std::uint64_t>(options.turn_bytes / row_bytes, 1));
  const std::int64_t parts = options.group->count() * min_turns;
  return options.run.empty() ? most : std::clamp<std::int64_t>((rows.end - rows.first + parts - 1) / parts, 1, most);
}

}  // namespace

struct TiffWriter::State {
  State(const fs::path& path, const ImageType& type, const TiffOptions& options);
  template <class Work>
  void attempt(const Work& work);
  void check_arguments(const ImageView& rows) const;
  void take(const ImageView& rows);
  void finish();
  void begin(const TiffOptions& options);
  std::int64_t go_on();
  void share(const TiffOptions& options);
  void flush();  // starts the threads on the gathered rows, and writes their earlier result
  void write(std::vector<io::Bytes> tiles);
  std::int64_t next() const { return part < parts.size() ? parts[part].begin + in_part : type.size.height; }
  io::RowsOfTiles no_rows() const { return {type.format, type.size.width, 0}; }

  fs::path path;
  ImageType type;
  std::shared_ptr<WriterGroup> group;
  std::optional<io::TiffOutput> output = {};  // only on the first process
  std::optional<io::SharedFile> file = {};    // only on the others
  std::optional<io::TiffTurns> turns = {};
  std::optional<io::Levels> levels = {};
  std::vector<RowRange> parts = {};
  std::size_t part = 0;
  std::int64_t in_part = 0;  // rows
  io::RowsOfTiles gathered;
  std::optional<io::CodedTiles> coding = {};
  std::exception_ptr failure = {};  // tiles may be missing after it
};

TiffWriter::State::State(const fs::path& at, const ImageType& image_type, const TiffOptions& options)
    : path(at), type(image_type), group(options.group), gathered(no_rows()) {
  group ? share(options) : begin(options);
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

void TiffWriter::State::begin(const TiffOptions& options) {
  output.emplace(path, type, options);
  if (options.pyramid) levels.emplace(type, path);
  if (const std::int64_t next = go_on(); next < type.size.height) parts.push_back({next, type.size.height});
}

// Returns the first row that an earlier run has not written.
std::int64_t TiffWriter::State::go_on() {
  return output->go_on([this](const std::vector<io::Bytes>& tiles, std::int64_t rows) {
    if (!levels) return;
    const io::RowsOfTiles made = io::decoded(tiles, type.format, type.size.width, rows);
    const std::size_t row_bytes = made.samples.size() / static_cast<std::size_t>(rows);
    for (std::size_t at = 0; at < made.samples.size(); at += row_bytes) levels->take(made.samples.data() + at);
  });
}

void TiffWriter::State::share(const TiffOptions& options) {
  const auto tiles = static_cast<std::size_t>(io::tiles_over(type.size.width));
  io::SharedRows rows{0, io::tiles_over(type.size.height)};
  file.emplace(*group, path, options.write.sync, [&] {
    if (options.pyramid)
      throw Error(ErrorKind::unsupported,
                  fmt::format("a pyramid in a file of {} writers; allowed is one", group->count()));
    output.emplace(path, type, options);
    rows.first = io::tiles_over(go_on());
    rows.place = output->bytes();
    return io::SharedFile::Begun{output->file(), output->temporary(), rows.first, rows.place};
  });
  rows.first = file->begun().first;
  rows.place = file->begun().place;
  rows.most = most_in_turn(rows, tiles * io::tile_bytes(type.format), options);
  for (const RowRange& turn : io::turns_of(rows, group->rank(), group->count()))
    if (turn.count() > 0)
      parts.push_back({turn.begin * io::tile_side, std::min(turn.end * io::tile_side, type.size.height)});
  turns.emplace(
      *group, rows, tiles,
      io::TiffTurns::Output{[this](const io::Bytes& tile, std::int64_t place) { file->write(tile, place); },
                            [this, each = !options.run.empty()] {
                              if (each) file->sync();
                            },
                            [this](const std::vector<io::FinishedTiles>& written) { output->note(written); }});
}

void TiffWriter::State::write(std::vector<io::Bytes> tiles) {
  turns ? turns->add(std::move(tiles)) : output->append(tiles);
}

void TiffWriter::State::flush() {
  std::vector<io::Bytes> done;
  if (coding) done = coding->take();
  coding.reset();
  if (gathered.rows > 0) coding.emplace(std::exchange(gathered, no_rows()));
  if (!done.empty()) write(std::move(done));
}

void TiffWriter::State::check_arguments(const ImageView& rows) const {
  const bool fits = rows.format().type == type.format.type && rows.format().channels == type.format.channels;
  const std::int64_t left = part < parts.size() ? parts[part].count() - in_part : 0;
  if (!fits || rows.width() != type.size.width || rows.height() > left)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} x {} pixels from row {} on, where {} rows are next; the image has {} x {}, of {} x {}",
                            rows.width(), rows.height(), next(), left, type.size.width, type.size.height,
                            name_of(type.format.type), type.format.channels));
}

void TiffWriter::State::take(const ImageView& rows) {
  const auto bytes = static_cast<std::ptrdiff_t>(rows.width()) * static_cast<std::ptrdiff_t>(rows.format().bytes());
  gathered.samples.reserve(static_cast<std::size_t>(bytes * io::tile_side));
  for (std::int64_t y = 0; y < rows.height(); ++y) {
    const auto row = gathered.samples.insert(gathered.samples.end(), rows.row(y), rows.row(y) + bytes);
    if (levels) levels->take(&*row);
    if (++in_part == parts[part].count()) ++part, in_part = 0;
    if (++gathered.rows == io::tile_side) flush();
  }
}

void TiffWriter::State::finish() {
  flush();  // the last rows
  flush();  // waits for them
  if (turns) {
    turns->finish();
    file->finish();
  }
  if (output) output->finish(levels ? &*levels : nullptr);
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

const std::vector<RowRange>& TiffWriter::parts() const {
  return state_->parts;
}

std::vector<std::string> TiffWriter::notes() const {
  return state_->output ? state_->output->notes() : std::vector<std::string>();
}

std::int64_t TiffWriter::next() const {
  return state_->next();
}

void TiffWriter::write(const ImageView& rows) {
  if (state_->failure) std::rethrow_exception(state_->failure);
  state_->check_arguments(rows);
  state_->attempt([&] { state_->take(rows); });
}

void TiffWriter::finish() {
  if (state_->failure) std::rethrow_exception(state_->failure);
  if (state_->part < state_->parts.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("rows from {} on are not written, of {}", state_->next(), state_->type.size.height));
  state_->attempt([&] { state_->finish(); });
}

}  // namespace lenslet
