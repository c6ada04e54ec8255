// A turn has two exchanges. The first tells each process its place, by the bytes of all parts. The second tells the
// first process what the journal and the directory need, once the file has the tiles.
#include "files/tiff_turns.hpp"

#include <algorithm>
#include <utility>

namespace lenslet::io {
namespace {

std::uint64_t bytes_of(const std::vector<std::vector<Bytes>>& rows) {
  std::uint64_t sum = 0;
  for (const std::vector<Bytes>& row : rows)
    for (const Bytes& tile : row) sum += tile.size();
  return sum;
}

}  // namespace

// Turns and parts are as equal as whole rows of tiles allow. If there are few, the first processes have them.
std::vector<RowRange> turns_of(const SharedRows& rows, int rank, int count) {
  const std::int64_t all = rows.end - rows.first, at_most = count * rows.most;
  const std::int64_t turns = (all + at_most - 1) / at_most, parts = turns * count;
  std::vector<RowRange> mine;
  const auto begin = [&](std::int64_t part) { return rows.first + (all * part + parts - 1) / parts; };
  for (std::int64_t part = rank; part < parts; part += count) mine.push_back({begin(part), begin(part + 1)});
  return mine;
}

TiffTurns::TiffTurns(WriterGroup& group, const SharedRows& rows, std::size_t tiles, Output output)
    : group_(group), tiles_(tiles), output_(std::move(output)), end_(rows.place) {
  for (int rank = 0; rank < group.count(); ++rank) shares_.push_back(turns_of(rows, rank, group.count()));
  end_turns();
}

std::int64_t TiffTurns::rows_in(std::size_t turn, int rank) const {
  return shares_[static_cast<std::size_t>(rank)][turn].count();
}

// A process without rows in a turn still takes part in its exchanges.
void TiffTurns::end_turns() {
  const std::size_t turns = shares_.front().size();
  for (; begun_ < turns && std::ssize(gathered_) == rows_in(begun_, group_.rank()); ++begun_)
    ready_.push_back(std::exchange(gathered_, {}));
}

void TiffTurns::add(std::vector<Bytes> row) {
  const std::size_t before = begun_;
  gathered_.push_back(std::move(row));
  end_turns();
  go_on(1, begun_ > before);
}

void TiffTurns::finish() {
  go_on(0, true);
}

// Does the steps of turns until `left` turns remain. Without `waits` it stops where other processes are not as far.
void TiffTurns::go_on(std::size_t left, bool waits) {
  while (!ready_.empty()) {
    if (step_ == Step::none) {
      group_.begin_exchange({bytes_of(ready_.front())}, true);
      step_ = Step::placing;
    }
    if (!(waits && ready_.size() > left) && !group_.has_ended()) return;
    const std::vector<std::uint64_t> words = group_.take_exchanged();
    step_ == Step::placing ? place(words) : note(words);
  }
}

// All know the numbers of rows. Parts of a turn differ by at most one row.
void TiffTurns::place(const std::vector<std::uint64_t>& bytes) {
  std::int64_t place = end_;
  for (int rank = 0; rank < group_.rank(); ++rank)
    place += static_cast<std::int64_t>(bytes[static_cast<std::size_t>(rank)]);
  for (const std::uint64_t each : bytes) end_ += static_cast<std::int64_t>(each);
  std::vector<std::uint64_t> words;
  for (const std::vector<Bytes>& row : ready_.front()) {
    const FinishedTiles finished = finished_tiles(row);
    words.push_back(finished.checksum);
    words.insert(words.end(), finished.bytes.begin(), finished.bytes.end());
    for (const Bytes& tile : row) {
      output_.write(tile, place);
      place += static_cast<std::int64_t>(tile.size());
    }
  }
  output_.sync();
  std::int64_t most = 0;
  for (int rank = 0; rank < group_.count(); ++rank) most = std::max(most, rows_in(at_, rank));
  words.resize(static_cast<std::size_t>(most) * (1 + tiles_));
  group_.begin_exchange(std::move(words), false);
  step_ = Step::noting;
}

void TiffTurns::note(const std::vector<std::uint64_t>& words) {
  const std::size_t each = words.size() / static_cast<std::size_t>(group_.count());
  std::vector<FinishedTiles> rows;
  for (int rank = 0; rank < group_.count() && group_.rank() == 0; ++rank) {
    const std::uint64_t* from = words.data() + static_cast<std::size_t>(rank) * each;
    for (std::int64_t row = 0; row < rows_in(at_, rank); ++row, from += 1 + tiles_)
      rows.push_back({static_cast<std::uint32_t>(*from), {from + 1, from + 1 + tiles_}});
  }
  if (!rows.empty()) output_.note(rows);
  ready_.pop_front();
  ++at_;
  step_ = Step::none;
}

}  // namespace lenslet::io
