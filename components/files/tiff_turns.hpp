// Several processes write rows of tiles into one file, in turns. In each turn all have a part of the rows, in the order
// of the processes. So the file is the same for any number of processes.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <vector>

#include <lenslet/strips.hpp>
#include <lenslet/tiff_writer.hpp>

#include "files/tiff_journal.hpp"
#include "files/tile_row.hpp"

namespace lenslet::io {

// The rows of tiles to share, and where in the file the first one begins.
struct SharedRows {
  std::int64_t first = 0, end = 0;
  std::int64_t most = 1;  // of a process in a turn
  std::int64_t place = 0;
};

// Returns for each turn the rows of tiles of a process, which may be none.
std::vector<RowRange> turns_of(const SharedRows& rows, int rank, int count);

class TiffTurns {
 public:
  // `write` puts bytes at a place in the file, and `sync` waits until the disk has them. `note` is called on the first
  // process with the rows of each turn, in order, once all are at their places.
  struct Output {
    std::function<void(const Bytes& tile, std::int64_t place)> write;
    std::function<void()> sync;
    std::function<void(const std::vector<FinishedTiles>& rows)> note;
  };

  TiffTurns(WriterGroup& group, const SharedRows& rows, std::size_t tiles, Output output);

  // Takes this process's next row of tiles. Waits if another process is two turns behind.
  void add(std::vector<Bytes> row);

  void finish();  // waits until the first process knows of all rows

 private:
  using Turn = std::vector<std::vector<Bytes>>;  // rows of tiles
  enum class Step { none, placing, noting };

  std::int64_t rows_in(std::size_t turn, int rank) const;
  void end_turns();
  void go_on(std::size_t left, bool waits);
  void place(const std::vector<std::uint64_t>& bytes);
  void note(const std::vector<std::uint64_t>& words);

  WriterGroup& group_;
  std::vector<std::vector<RowRange>> shares_;  // one for each process
  std::size_t tiles_;                          // in a row
  Output output_;
  std::int64_t end_;        // of the file, with the turns that have places
  Turn gathered_ = {};      // the incomplete turn
  std::deque<Turn> ready_;  // complete turns; the first one takes its step next
  std::size_t begun_ = 0;   // turns that are complete
  std::size_t at_ = 0;      // the first turn that is not written
  Step step_ = Step::none;
};

}  // namespace lenslet::io
