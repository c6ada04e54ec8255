// write_image: makes an image that the format accepts.
#include <optional>
#include <utility>

#include "files/formats.hpp"
#include "files/metadata.hpp"
#include "files/need.hpp"
#include "files/orientation.hpp"
#include "files/save.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

SampleType written_type(SampleType type) {
  return type == SampleType::f16 ? SampleType::f32 : type;
}

// Turns over the rows of a PFM file, which begins with the lowest: libvips writes rows in the order in which it gets
// them.
Image upside_down(const Image& image) {
  Image turned(image.size(), {SampleType::f32, image.format().channels});
  const bool is_f32 = image.format().type == SampleType::f32;
  io::turn_upright(is_f32 ? image : convert(image, SampleType::f32), io::upside_down, turned);
  return turned;
}

bool is_pfm(const io::Format& format, SampleType type) {
  return std::string_view(format.saver) == "ppmsave" && type == SampleType::f32;
}

// Copies the image if libvips needs another form: it wants rows without gaps and has no f16. Returns nothing if the
// image can be written as it is.
std::optional<Image> prepared(const Image& image, const io::Format& row) {
  if (is_pfm(row, written_type(image.format().type))) return upside_down(image);
  const bool gaps = image.stride() != image.width() * static_cast<std::int64_t>(image.format().bytes());
  if (!gaps && image.format().type != SampleType::f16) return std::nullopt;
  return convert(image, written_type(image.format().type));
}

std::vector<std::string> write(const fs::path& path, const FileImage& file, const WriteOptions& options) {
  const PixelFormat format = file.image.format();
  const FileImage::Metadata* metadata = file.metadata.get();
  const io::Layout layout = io::layout_of(format, io::is_cmyk(metadata));
  const io::Format& row = io::format_for(path, {written_type(format.type), layout, file.image.size()});
  const std::optional<Image> copy = prepared(file.image, row);
  const Image& image = copy ? *copy : file.image;
  vips::VImage source = io::wrapped(path, image, layout);
  const ImageType type{{written_type(format.type), format.channels, format.alpha}, image.size()};
  io::Beside beside = io::apply_metadata(metadata, {path, row.saver, type, file.placement}, source);
  std::vector<std::string> notes = beside.notes;
  if (std::string note = io::note_of_coding(row, format.alpha); !note.empty()) notes.push_back(std::move(note));
  const bool half = io::keeps_half_colours(metadata, file.image.size(), file.placement.value_or(Placement()).turned());
  io::save(path, {row, source, half, layout, std::move(beside)}, options);
  return notes;
}

}  // namespace

std::vector<std::string> write_image(const fs::path& path, const FileImage& file, const WriteOptions& options) {
  return io::with_own_reasons([&] { return write(path, file, options); });
}

std::uint64_t write_image_bytes(const fs::path& path, Size size, PixelFormat format) {
  const io::Use use;
  const io::Format* row = io::find_format(path);
  if (row == nullptr) return 0;
  const std::uint64_t bytes = io::writing_bytes(row->saver, size, format);
  if (!is_pfm(*row, written_type(format.type))) return bytes;
  const auto samples = static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height) *
                       static_cast<std::uint64_t>(format.channels);
  // A PFM image is first made f32, then turned, and then copied for libvips.
  return bytes + samples * sizeof(float) * (format.type == SampleType::f32 ? 1 : 2);
}

bool is_writable(const fs::path& path) {
  const io::Use use;
  return io::find_format(path) != nullptr;
}

std::vector<FileFormat> writable_formats() {
  const io::Use use;
  std::vector<FileFormat> result;
  for (const io::Format* format : io::available_formats())
    for (const std::string_view suffix : format->suffixes)
      result.push_back({std::string(suffix), format->types, (format->layouts & (io::grey_alpha | io::rgba)) != 0});
  return result;
}

}  // namespace lenslet
