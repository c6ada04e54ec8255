// The component lenslet::files, as the tool uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <lenslet/image_file.hpp>
#include <lenslet/image_rows.hpp>
#include <lenslet/jpeg_file.hpp>
#include <lenslet/tiff_writer.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// The tool's form of RowReader.
class RowSource {
 public:
  virtual ~RowSource() = default;
  virtual const ImageHeader& header() const = 0;
  virtual std::shared_ptr<const FileImage::Metadata> metadata() const = 0;
  virtual const std::vector<std::string>& notes() const = 0;
  virtual void read(std::int64_t first, std::int64_t rows, std::byte* to) = 0;
};

// The tool's form of TiffWriter.
class TiffSink {
 public:
  virtual ~TiffSink() = default;
  virtual const std::vector<RowRange>& parts() const = 0;
  virtual std::int64_t next() const = 0;
  virtual std::vector<std::string> notes() const = 0;
  virtual void write(const ImageView& rows) = 0;
  virtual void finish() = 0;
};

// The functions of these names in <lenslet/image_file.hpp> and the headers beside it.
struct ImageFiles {
  decltype(lenslet::check_image_file)* check_image_file;
  decltype(lenslet::read_image_header)* read_image_header;
  decltype(lenslet::read_image)* read_image;
  decltype(lenslet::read_file_facts)* read_file_facts;
  decltype(lenslet::write_image)* write_image;
  decltype(lenslet::write_image_bytes)* write_image_bytes;
  decltype(lenslet::write_image_rows)* write_image_rows;
  decltype(lenslet::writable_formats)* writable_formats;
  decltype(lenslet::is_writable)* is_writable;
  decltype(lenslet::jpeg_sampling)* jpeg_sampling;
  decltype(lenslet::write_jpeg)* write_jpeg;
  decltype(lenslet::TiffWriter::takes)* is_tiff;
  std::unique_ptr<RowSource> (*open_rows)(const std::filesystem::path& path, const ReadOptions& options);
  std::unique_ptr<TiffSink> (*open_tiff)(const std::filesystem::path& path, const ImageType& type,
                                         const TiffOptions& options);
};

inline constinit Component<ImageFiles> files_component{
    {"lenslet::files", "which images need (.npy, .csv and .txt do not)", "LENSLET_FILES",
     "libvips (libvips-dev libtiff-dev libdeflate-dev)"}};

}  // namespace lenslet::cli
