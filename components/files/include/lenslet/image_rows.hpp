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

#pragma GCC visibility push(default)
namespace lenslet {

// Reads a file's rows from top to bottom. Formats that can only be decoded whole, such as WebP and progressive JPEG,
// take the memory of the whole image here, too.
class RowReader {
 public:
  // Opens the file. Throws as read_image() does. Throws unsupported where the file does not hold its rows from top to
  // bottom: for an image that its EXIF tag turns, for PFM files and for PBM files of text. ReadOptions::max_memory and
  // ReadOptions::strict have no effect: damage is always an error.
  explicit RowReader(const std::filesystem::path& path, const ReadOptions& options = {});
  ~RowReader();
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) noexcept;

  const ImageHeader& header() const;
  std::shared_ptr<const FileImage::Metadata> metadata() const;
  const std::vector<std::string>& notes() const;

  // Puts `rows` rows, from row `first` on, without gaps to `to`, as ReadRows does. Rows may be skipped; some decoders
  // have to decode skipped rows, too. Throws io where the file is damaged or has changed. Throws invalid_argument for
  // rows beyond the image, or above the end of the last read. Only one thread may call it at a time.
  void read(std::int64_t first, std::int64_t rows, std::byte* to);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What a FileImage has, but with a function that gives the rows while the file is written.
struct FileRows {
  ImageType type;
  ReadRows rows;
  std::shared_ptr<const FileImage::Metadata> metadata = {};
  std::optional<Placement> placement = {};  // as FileImage::placement
};

// Writes an image. Asks for its rows in order, each once, by threads that take turns. TIFF files get tiles of 256 x
// 256. Otherwise it works as write_image() does. Throws what `rows` throws, and unsupported for f16 and for PFM files.
std::vector<std::string> write_image_rows(const std::filesystem::path& path, const FileRows& file,
                                          const WriteOptions& options = {});

}  // namespace lenslet
#pragma GCC visibility pop
