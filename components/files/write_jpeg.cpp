// write_jpeg: libvips writes a picture of one pixel with the metadata. Everything before its tables goes before the
// other file's tables. So the same code makes the metadata of both codecs' files.
#include <string>
#include <string_view>

#include <lenslet/jpeg_file.hpp>

#include "files/formats.hpp"
#include "files/jpeg_metadata.hpp"
#include "files/metadata.hpp"
#include "files/save.hpp"
#include "system/target_file.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;

vips::VImage one_pixel(PixelFormat format) {
  vips::VImage pixel = vips::VImage::black(1, 1, vips::VImage::option()->set("bands", format.channels)).copy();
  pixel.get_image()->Type = io::interpretation_for(format.type, io::layout_of(format, false));
  return pixel;
}

std::string beginning_for(const fs::path& path, const CodedJpeg& image, std::vector<std::string>& notes) {
  vips::VImage pixel = one_pixel(image.type.format);
  notes = io::apply_metadata(image.metadata.get(), {path, "jpegsave", image.type, image.placement}, pixel).notes;
  io::Operation save("jpegsave_buffer");
  if (!save.set("in", pixel.get_image()).run()) throw io::file_error("write", path, io::last_reason());
  std::string beginning = save.file();
  beginning.resize(io::metadata_bytes(beginning));
  io::set_exif_size(beginning, image.type.size);
  return beginning;
}

}  // namespace

std::string jpeg_sampling(const FileImage::Metadata* metadata, Size size, bool turned, const WriteOptions& options) {
  return io::jpeg_sampling(io::keeps_half_colours(metadata, size, turned), options);
}

std::vector<std::string> write_jpeg(const fs::path& path, const CodedJpeg& image, const WriteOptions& options) {
  const std::string_view file(reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size());
  const std::size_t replaced = io::metadata_bytes(file);
  if (replaced == 0) throw io::file_error("write", path, "what was coded is no JPEG file", ErrorKind::invalid_argument);
  std::vector<std::string> notes;
  const std::string beginning = io::with_own_reasons([&] { return beginning_for(path, image, notes); });
  system::TargetFile target(path, {options.overwrite, options.sync});
  target.write(beginning);
  target.write(file.substr(replaced));
  target.commit();
  return notes;
}

}  // namespace lenslet
