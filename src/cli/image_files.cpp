// The only file of the tool that knows whether it has image files: it is compiled for each tool by itself.
#include "image_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>

#include "exit.hpp"
#include "image_arrays.hpp"
#include "memory_need.hpp"
#include "text.hpp"

namespace lenslet::cli {

namespace fs = std::filesystem;

#ifdef LENSLET_WITH_FILES
namespace {

// Names the option that mends a result that the file format has no type for.
Error with_hint(const Error& error, const fs::path& path, PixelType type) {
  for (const FileFormat& format : writable_formats()) {
    if (format.suffix != suffix_of(path) || std::ranges::count(format.types, type) > 0) continue;
    std::vector<std::string> names;
    for (const PixelType each : format.types) names.emplace_back(name_of(each));
    return {error.kind(), fmt::format("{} (--ddepth {} makes a result that {} holds)", error.what(), join(names, "|"),
                                      format.suffix)};
  }
  return error;
}

}  // namespace

bool reads_images() {
  return true;
}

// The decoded image stays until its array is whole. It may be another than the header's, where the file was replaced.
ValueFile open_image_as_array(const std::string& name, const OpenOptions& options) {
  ReadOptions reading = read_options(options.limits);
  reading.max_memory = std::max<std::uint64_t>(room_left(options), 1);
  const ImageHeader header = read_image_header(name, reading);
  const ArrayType type = array_type({header.format, header.size});
  check_array(name, type, plus(header.memory_bytes, type.bytes()), options);
  FileImage image = read_image(name, reading);
  Array array = to_array(image.image);
  ValueFile file{name, array.type(), std::move(array)};
  file.metadata = std::move(image.metadata);
  file.format = image.image.format();
  file.notes = std::move(image.notes);
  return file;
}

ValueFile open_image(const std::string& name, const OpenOptions& options) {
  Source source = open_source(name, options.limits, options.session, options.session_options);
  const ImageHeader header = source.header();
  ValueFile file{name, ImageType{header.format, header.size}, std::move(source)};
  file.format = header.format;
  return file;
}

HostValue take_image(ValueFile& file, const ImageType& as) {
  FileImage image = std::get<Source>(file.content).take(as.format.type);
  file.metadata = std::move(image.metadata);
  file.notes = std::move(image.notes);
  return std::move(image.image);
}

std::uint64_t decoding_bytes(const Source& source, const ImageType& as) {
  const ImageHeader& header = source.header();
  const bool converts = header.format.type != as.format.type;
  return std::max(header.memory_bytes, converts ? bytes_of(ImageType{header.format, header.size}) + bytes_of(as) : 0);
}

std::vector<std::string> image_suffixes() {
  std::vector<std::string> known;
  for (const FileFormat& format : writable_formats()) known.push_back(format.suffix);
  return known;
}

bool is_image_suffix(const fs::path& path) {
  return is_writable(path);
}

bool has_type(const fs::path& path, PixelType type) {
  for (const FileFormat& format : writable_formats())
    if (format.suffix == suffix_of(path)) return std::ranges::count(format.types, type) > 0;
  return true;
}

std::uint64_t encoding_bytes(const fs::path& path, const ImageType& type) {
  return write_image_bytes(path, type.size, type.format);
}

void write_image_file(const fs::path& path, const FileImage& image, const WriteOptions& options) {
  try {
    write_image(path, image, options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    throw with_hint(error, path, image.image.format().type);
  }
}
#else
bool reads_images() {
  return false;
}

ValueFile open_image_as_array(const std::string& name, const OpenOptions&) {
  usage_error(fmt::format("{}: allowed are .npy, .csv and .txt: this tool was built without images", name));
}

ValueFile open_image(const std::string& name, const OpenOptions& options) {
  return open_image_as_array(name, options);
}

HostValue take_image(ValueFile&, const ImageType& as) {
  return Image(as.size, as.format);
}

std::uint64_t decoding_bytes(const Source&, const ImageType&) {
  return 0;
}

std::vector<std::string> image_suffixes() {
  return {};
}

bool is_image_suffix(const fs::path&) {
  return false;
}

bool has_type(const fs::path&, PixelType) {
  return true;
}

std::uint64_t encoding_bytes(const fs::path&, const ImageType&) {
  return 0;
}

void write_image_file(const fs::path&, const FileImage&, const WriteOptions&) {}
#endif

}  // namespace lenslet::cli
