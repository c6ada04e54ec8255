// Image files that are larger than memory, read and written row by row: the component lenslet::files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/image_file.hpp>
#include <lenslet/strips.hpp>

namespace lenslet {

// Reads a file's rows from top to bottom. Decoders that hold a whole image, as of WebP or of a progressive JPEG, do so
// here, too.
class RowReader {
 public:
  // Opens the file. Throws as read_image does; unsupported for an image that its EXIF tag turns, for PFM files and for
  // PBM files of text, whose pixels do not come in that order. ReadOptions::max_memory does not count, nor does
  // ReadOptions::strict: damage is always an error.
  explicit RowReader(const std::filesystem::path& path, const ReadOptions& options = {});
  ~RowReader();
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) noexcept;

  const ImageHeader& header() const;
  std::shared_ptr<const FileImage::Metadata> metadata() const;
  const std::vector<std::string>& notes() const;

  // Puts `rows` rows, from row `first` on, without gaps to `to`, as ReadRows does. Rows may be left out; decoders that
  // give rows in order alone decode them all the same. Throws io where the file is damaged or has changed,
  // invalid_argument before the row behind the last that was read, and beyond the image. One thread calls it at a time.
  void read(std::int64_t first, std::int64_t rows, std::byte* to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A FileImage whose pixels are made when they are written.
struct FileRows {
  ImageType type;
  ReadRows rows;
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<Placement> placement = {};  // as FileImage::placement
};

// Writes an image whose rows are asked for in order, each once, by threads that take turns; throws what `rows` throws.
// TIFF files have tiles of 256 x 256. Else as write_image; throws unsupported for f16 and for PFM files.
std::vector<std::string> write_image_rows(const std::filesystem::path& path, const FileRows& file,
                                          const WriteOptions& options = {});

}  // namespace lenslet
