// Writes TIFF files of any size, a few rows at a time. A later run can continue after an interruption.
//
//   lenslet::TiffWriter file("slide.tif", type, {.run = "camera: 7\n"});
//   for (std::int64_t y = file.next(); y < type.size.height; y = file.next()) file.write(camera.rows_from(y));
//   file.finish();
//
// Several processes can write one file with TiffOptions::group: each writes its own parts().
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/image_file.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/value.hpp>
#include <lenslet/writer_group.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

struct TiffOptions {
  WriteOptions write = {};
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<Placement> placement = {};  // as FileImage::placement
  bool big = false;                         // BigTIFF; also written without this where samples take 4 GB
  bool pyramid = false;                     // also write halved levels as further pages, until one fits into a tile

  // Where this is not empty, an interrupted run leaves PATH.part and its journal PATH.journal. The next writer with the
  // same text and the same image type continues. The text describes the run in lines of "name: value".
  std::string run = {};

  // The processes that write the file. Each writes its own parts(): they take rows of tiles in turns, so that the file
  // has the same bytes as one process's. All must have the same options and see the same folder. The first process
  // makes the file and renames it at the end. A turn is `turn_bytes` of samples, or one row of tiles where that is
  // more. A process holds the compressed tiles of at most two turns. The writer's constructor throws unsupported where
  // `pyramid` is set, too.
  std::shared_ptr<WriterGroup> group = {};
  std::uint64_t turn_bytes = 128 << 20;
};

// Writes tiles of 256 x 256, compressed by as many threads as there are cores. Integers are compressed by Deflate,
// floats are not compressed. Where write() or finish() fails for another reason than its arguments, the file is given
// up, and later calls of both throw the same error. With TiffOptions::run a new writer can then continue.
class TiffWriter {
 public:
  // Begins a file beside `path`, or continues an unfinished one of the same run. Collective in a group. Throws as
  // write_image() does. Throws unsupported for f16. Throws io for an unfinished file that is damaged, belongs to
  // another run, or is being written by another process. In a group all processes throw what one throws.
  TiffWriter(const std::filesystem::path& path, const ImageType& type, const TiffOptions& options = {});

  // Removes the unfinished file, unless TiffOptions::run is set.
  ~TiffWriter();
  TiffWriter(TiffWriter&&) noexcept;
  TiffWriter& operator=(TiffWriter&&) noexcept;

  static bool takes(const std::filesystem::path& path);  // whether the suffix is TIFF's

  // The rows that this writer had to write when it was made, for StripOptions::parts.
  const std::vector<RowRange>& parts() const;

  std::int64_t next() const;  // the row to write next; the image's height after the last row

  // Which metadata could not be kept, as write_image() returns it. In a group only the first process has notes.
  std::vector<std::string> notes() const;

  // Writes the next rows. Throws invalid_argument for rows of another width or format, and for rows beyond the end of
  // the part. Throws io where the file cannot be written.
  void write(const ImageView& rows);

  // Renames the file to `path`. Throws invalid_argument where rows are missing. Collective in a group.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
#pragma GCC visibility pop
