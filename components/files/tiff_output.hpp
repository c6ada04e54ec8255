// The file that a TIFF writer makes: rows of tiles in order, what a journal says of them, and the directories.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <lenslet/tiff_writer.hpp>

#include "files/halved_rows.hpp"
#include "files/tiff_journal.hpp"
#include "files/tiff_tags.hpp"
#include "files/tile_row.hpp"
#include "system/target_file.hpp"

namespace lenslet::io {

// All functions throw Error of kind io where the file cannot be written.
class TiffOutput {
 public:
  // Begins the file, or opens the one of an earlier run. Throws as TiffWriter does.
  TiffOutput(const std::filesystem::path& path, const ImageType& type, const TiffOptions& options);

  // Reads what an earlier run wrote, and returns how many rows of pixels that are. Calls use() with each row of tiles.
  std::int64_t go_on(const std::function<void(const std::vector<Bytes>& tiles, std::int64_t rows)>& use);

  void append(const std::vector<Bytes>& row);         // of tiles, the next
  void note(const std::vector<FinishedTiles>& rows);  // the next, which processes have put at their places

  // Ends the image's directory, adds those of the levels, if any, and gives the file its name.
  void finish(Levels* levels);

  const std::vector<std::string>& notes() const { return image_.beside.notes; }
  std::int64_t bytes() const { return file_.bytes(); }  // with the last row of tiles
  int file() const { return target_.file(); }
  const std::filesystem::path& temporary() const { return target_.temporary(); }

 private:
  std::vector<Bytes> read_back(const FinishedTiles& finished, std::int64_t first, std::int64_t rows) const;
  void write_levels(Levels& levels);

  std::filesystem::path path_;
  ImageType type_;
  bool sync_, big_;
  TiffImage image_;
  std::optional<TiffJournal> journal_;
  system::TargetFile target_;
  TiffFile file_;
  std::uint32_t tiles_ = 0;  // in the file
};

}  // namespace lenslet::io
