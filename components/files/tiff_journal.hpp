// The finished parts of an unfinished file, noted beside it so that a later run can go on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "files/tile_row.hpp"

namespace lenslet::io {

// A row of tiles in the unfinished file.
struct FinishedTiles {
  std::uint32_t checksum = 0;             // of all their bytes
  std::vector<std::uint64_t> bytes = {};  // of each tile
};

FinishedTiles finished_tiles(const std::vector<Bytes>& row);
std::string line_of(const FinishedTiles& tiles);  // in the journal's form

// Two files beside the target: TARGET.part has the tiles, and TARGET.journal is kept locked. All functions throw Error
// of kind io, "cannot write 'PATH': reason", or "cannot read".
class TiffJournal {
 public:
  // Continues the files of the run that the text describes, or begins the journal if there is no unfinished file.
  // Refuses files of another run, and a file without a journal. `path` is the user's name of the target. With `sync`
  // the disk has each line before the function that adds it returns.
  TiffJournal(const std::filesystem::path& path, const std::string& run, bool sync);

  // Removes the journal if there is no unfinished file, or if the file has got its name.
  ~TiffJournal();
  TiffJournal(const TiffJournal&) = delete;
  TiffJournal& operator=(const TiffJournal&) = delete;

  const std::filesystem::path& part() const { return part_; }
  const std::vector<FinishedTiles>& finished() const { return finished_; }
  void add(const std::vector<FinishedTiles>& rows);  // the file has these rows already

  // Refuses to go on, and says how to begin anew.
  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  void open();
  bool lock() const;
  std::string content() const;
  bool goes_on(const std::string& text, const std::string& head) const;
  void read(const std::string& head);
  void append(const std::string& text);
  void sync_folder() const;

  std::filesystem::path path_, part_, journal_;
  bool sync_;
  bool has_name_ = false;  // on the disk, as the unfinished file
  int file_ = -1;
  std::vector<FinishedTiles> finished_;
};

}  // namespace lenslet::io
