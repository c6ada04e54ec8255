// The file of a TIFF writer: rows of tiles in order, their journal, and the directories.
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

// All functions throw Error of kind io if the file cannot be written.
class TiffOutput {
 public:
  // Begins the file, or opens the one of an earlier run. Throws like TiffWriter.
  TiffOutput(const std::filesystem::path& path, const ImageType& type, const TiffOptions& options);

  // Reads what an earlier run wrote, and returns its number of rows of pixels. Calls use() with each row of tiles.
  std::int64_t go_on(const std::function<void(const std::vector<Bytes>& tiles, std::int64_t rows)>& use);

  void append(const std::vector<Bytes>& row);         // the next row of tiles
  void note(const std::vector<FinishedTiles>& rows);  // the next rows, which processes have written at their places

  // Ends the image's directory, adds those of any levels, and gives the file its name.
  void finish(Levels* levels);

  const std::vector<std::string>& notes() const { return image_.beside.notes; }
  std::int64_t bytes() const { return file_.bytes(); }  // up to the last row of tiles
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
