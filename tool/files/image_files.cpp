// The component lenslet::files reads and writes images.
#include "tool/files/image_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tool/components/files.hpp"
#include "tool/files/image_arrays.hpp"
#include "tool/files/memory_need.hpp"

namespace lenslet::cli {

namespace fs = std::filesystem;

// The decoded image stays until its array is whole. If the file was replaced, it may differ from the header.
ValueFile open_image_as_array(const std::string& name, const OpenOptions& options) {
  ReadOptions reading = read_options(options.limits);
  reading.max_memory = std::max<std::uint64_t>(room_left(options), 1);
  const ImageHeader header = files_component.get(name).read_image_header(name, reading);
  const ArrayType type = array_type({header.format, header.size});
  check_array(name, type, plus(header.memory_bytes, type.bytes()), options);
  FileImage image = files_component->read_image(name, reading);
  Array array = to_array(image.image);
  ValueFile file{name, array.type(), std::move(array)};
  file.metadata = std::move(image.metadata);
  file.format = image.image.format();
  file.notes = std::move(image.notes);
  return file;
}

ValueFile open_image(const std::string& name, const OpenOptions& options) {
  InputLimits limits = options.limits;
  if (std::ranges::count(options.of_one_page, name) > 0) limits.page.reset();
  Source source = open_source(name, limits, options.session, options.session_options, options.leaves_jpeg);
  const ImageHeader header = source.header();
  ValueFile file{name, ImageType{header.format, header.size}, std::move(source)};
  file.format = header.format;
  return file;
}

std::vector<FileFormat> image_formats() {
  return files_component ? files_component->writable_formats() : std::vector<FileFormat>();
}

bool is_image_name(const fs::path& path) {
  return files_component && files_component->is_writable(path);
}

bool has_type(const fs::path& path, SampleType type) {
  for (const FileFormat& format : image_formats())
    if (format.suffix == suffix_of(path)) return std::ranges::count(format.types, type) > 0;
  return true;
}

bool has_alpha(const fs::path& path) {
  return std::ranges::any_of(
      image_formats(), [&](const FileFormat& format) { return format.alpha && format.suffix == suffix_of(path); });
}

}  // namespace lenslet::cli
