// The component lenslet::files of a tool that is built without it: every image is refused.
#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/image_rows.hpp>
#include <lenslet/jpeg_file.hpp>
#include <lenslet/tiff_writer.hpp>

namespace lenslet {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: allowed are .npy, .csv and .txt: this tool was built without images", path.string()));
}

}  // namespace

bool check_image_file(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

ImageHeader read_image_header(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

FileImage read_image(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

std::vector<std::string> write_image(const std::filesystem::path& path, const FileImage&, const WriteOptions&) {
  refuse(path);
}

FileFacts read_file_facts(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

std::string jpeg_sampling(const FileImage::Metadata*, Size, bool, const WriteOptions& options) {
  return options.sampling;
}

std::vector<std::string> write_jpeg(const std::filesystem::path& path, const CodedJpeg&, const WriteOptions&) {
  refuse(path);
}

struct RowReader::State {};

RowReader::RowReader(const std::filesystem::path& path, const ReadOptions&) {
  refuse(path);
}

RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;

const ImageHeader& RowReader::header() const {
  refuse({});
}

std::shared_ptr<const FileImage::Metadata> RowReader::metadata() const {
  refuse({});
}

const std::vector<std::string>& RowReader::notes() const {
  refuse({});
}

void RowReader::read(std::int64_t, std::int64_t, std::byte*) {
  refuse({});
}

std::vector<std::string> write_image_rows(const std::filesystem::path& path, const FileRows&, const WriteOptions&) {
  refuse(path);
}

struct TiffWriter::State {};

TiffWriter::TiffWriter(const std::filesystem::path& path, const ImageType&, const TiffOptions&) {
  refuse(path);
}

TiffWriter::~TiffWriter() = default;
TiffWriter::TiffWriter(TiffWriter&&) noexcept = default;
TiffWriter& TiffWriter::operator=(TiffWriter&&) noexcept = default;

bool TiffWriter::takes(const std::filesystem::path&) {
  return false;
}

const std::vector<RowRange>& TiffWriter::parts() const {
  static const std::vector<RowRange> none;
  return none;
}

std::vector<std::string> TiffWriter::notes() const {
  return {};
}

std::int64_t TiffWriter::next() const {
  return 0;
}

void TiffWriter::write(const ImageView&) {}
void TiffWriter::finish() {}

std::uint64_t write_image_bytes(const std::filesystem::path&, Size, PixelFormat) {
  return 0;
}

std::vector<FileFormat> writable_formats() {
  return {};
}

bool is_writable(const std::filesystem::path&) {
  return false;
}

}  // namespace lenslet
