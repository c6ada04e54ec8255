// TIFF files whose rows come a few at a time, of any size; an interrupted run may go on with what it has written.
//
//   lenslet::TiffWriter file("slide.tif", type, {.run = "camera: 7\n"});
//   for (std::int64_t y = file.next(); y < type.size.height; y = file.next()) file.write(camera.rows_from(y));
//   file.finish();
//
// Several processes write one file with TiffOptions::group: each the parts() that are its own.
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

namespace lenslet {

struct TiffOptions {
  WriteOptions write = {};
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<Placement> placement = {};  // as FileImage::placement
  bool big = false;                         // BigTIFF, which is written anyway where samples take 4 GB
  bool pyramid = false;                     // halved levels are the next pages, down to one that fits into a tile

  // Where this is not empty, an unfinished file stays, as PATH.part, with a journal of what it holds, PATH.journal, and
  // the next writer of the same run and the same type of image goes on. The text says what run it is, in lines of
  // "name: value".
  std::string run = {};

  // The processes that write the file, each its own parts(): rows of tiles in turns, so that the file has the bytes of
  // one process. All have the same options and see the same folder; the first one makes the file and gives it its name.
  // A process holds the compressed tiles of at most two turns, of which a turn has so many bytes of samples, or one row
  // of tiles. Not with a pyramid.
  std::shared_ptr<WriterGroup> group = {};
  std::uint64_t turn_bytes = 128 << 20;
};

// Writes tiles of 256 x 256, which as many threads compress as there are cores: integers by Deflate, floats not at all.
// Where write or finish has failed for another reason than its arguments, the file is given up, and all later calls of
// both throw that error again; with TiffOptions::run a new writer goes on with what is finished.
class TiffWriter {
 public:
  // Begins a file beside `path`, or goes on with what the same run has written; collective in a group. Throws as
  // write_image does; unsupported for f16; io for an unfinished file of another run or with damage, and where another
  // process is writing it. In a group all throw what one does.
  TiffWriter(const std::filesystem::path& path, const ImageType& type, const TiffOptions& options = {});

  // Removes the unfinished file, unless a later run may go on with it.
  ~TiffWriter();
  TiffWriter(TiffWriter&&) noexcept;
  TiffWriter& operator=(TiffWriter&&) noexcept;

  static bool takes(const std::filesystem::path& path);  // whether the suffix is TIFF's

  const std::vector<RowRange>& parts() const;  // what there was to write at first, for StripOptions::parts

  std::int64_t next() const;  // the row that is written next; behind the last one the image's height

  // What of the metadata could not be kept, as write_image() returns it; of a group's others nothing.
  std::vector<std::string> notes() const;

  // Writes the next rows, of the image's width and format. Throws invalid_argument for others and for rows below the
  // part's last one; io where the file cannot be written.
  void write(const ImageView& rows);

  // Gives the file its name, when all rows are written; else throws invalid_argument. Collective in a group.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet
