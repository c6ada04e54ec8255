// A part of the tool: image files.
#include "tool/components/files.hpp"

namespace lenslet::cli {
namespace {

class Rows : public RowSource {
 public:
  Rows(const std::filesystem::path& path, const ReadOptions& options) : reader_(path, options) {}
  const ImageHeader& header() const override { return reader_.header(); }
  std::shared_ptr<const FileImage::Metadata> metadata() const override { return reader_.metadata(); }
  const std::vector<std::string>& notes() const override { return reader_.notes(); }
  void read(std::int64_t first, std::int64_t rows, std::byte* to) override { reader_.read(first, rows, to); }

 private:
  RowReader reader_;
};

class Tiff : public TiffSink {
 public:
  Tiff(const std::filesystem::path& path, const ImageType& type, const TiffOptions& options)
      : writer_(path, type, options) {}
  const std::vector<RowRange>& parts() const override { return writer_.parts(); }
  std::int64_t next() const override { return writer_.next(); }
  std::vector<std::string> notes() const override { return writer_.notes(); }
  void write(const ImageView& rows) override { writer_.write(rows); }
  void finish() override { writer_.finish(); }

 private:
  TiffWriter writer_;
};

std::unique_ptr<RowSource> open_rows(const std::filesystem::path& path, const ReadOptions& options) {
  return std::make_unique<Rows>(path, options);
}

std::unique_ptr<TiffSink> open_tiff(const std::filesystem::path& path, const ImageType& type,
                                    const TiffOptions& options) {
  return std::make_unique<Tiff>(path, type, options);
}

constexpr ImageFiles files{.check_image_file = check_image_file,
                           .read_image_header = read_image_header,
                           .read_image = read_image,
                           .read_file_facts = read_file_facts,
                           .write_image = write_image,
                           .write_image_bytes = write_image_bytes,
                           .write_image_rows = write_image_rows,
                           .writable_formats = writable_formats,
                           .is_writable = is_writable,
                           .jpeg_sampling = jpeg_sampling,
                           .write_jpeg = write_jpeg,
                           .is_tiff = TiffWriter::takes,
                           .open_rows = open_rows,
                           .open_tiff = open_tiff};

const Offer offer(files_component, files);

}  // namespace
}  // namespace lenslet::cli
