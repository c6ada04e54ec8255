// Which suffix is what; images only where the tool has them.
#include "value_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>

#include "exit.hpp"
#include "image_arrays.hpp"
#include "memory_need.hpp"
#include "system/input_file.hpp"
#include "text.hpp"
#include "text_file.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

#ifdef LENSLET_WITH_FILES
constexpr bool has_images = true;
#else
constexpr bool has_images = false;
#endif

std::string suffix_of(const fs::path& path) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

bool is_csv(const std::string& suffix) {
  return suffix == ".csv" || suffix == ".txt";
}

bool holds_array(const fs::path& path) {
  const std::string suffix = suffix_of(path);
  return suffix == ".npy" || is_csv(suffix);
}

// Errors of what stands in a file get its name.
template <class Use>
auto named(const fs::path& path, Use use) {
  try {
    return use();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", path.string(), error.what()));
  }
}

// Parsing takes `bytes` beside those that are held; later the array has a copy on the device.
AcceptArray checking(const OpenOptions& options) {
  return [&options](const ArrayType& type, std::uint64_t bytes) {
    if (options.accept) options.accept(type);
    check_memory(to_string(type), plus(options.held, std::max(bytes, twice(type.bytes()))), options.limits);
  };
}

Array read_npy_file(const fs::path& path, const AcceptArray& accept) {
  system::InputFile file(path);
  const auto read = [&file](std::span<std::byte> to) { return file.read(to); };
  return named(path, [&] { return read_npy({read, file.size(), accept}); });
}

std::uint64_t room_left(const OpenOptions& options) {
  return options.limits.max_memory - std::min(options.held, options.limits.max_memory);
}

// The text stays until its array is whole.
Array read_csv_file(const fs::path& path, const OpenOptions& options, const AcceptArray& accept) {
  const std::string text = system::read_input(path, room_left(options));
  const auto with_text = [&](const ArrayType& type, std::uint64_t bytes) { accept(type, plus(text.size(), bytes)); };
  return named(path, [&] { return parse_csv(text, with_text); });
}

ImageType image_type_of(const std::string& name, const ArrayType& type) {
  if (const auto image = image_type(type)) return *image;
  usage_error(
      fmt::format("{}: an array of {} is no image; allowed: u8, u16, f16, f32 or f64 of [height, width] or "
                  "[height, width, 1 to 4]",
                  name, to_string(type)));
}

ValueFile open_array(const std::string& name, ValueKind kind, const OpenOptions& options) {
  const AcceptArray accept = checking(options);
  Array array = suffix_of(name).starts_with(".np") ? read_npy_file(name, accept) : read_csv_file(name, options, accept);
  ValueType type = array.type();
  if (kind == ValueKind::image) type = image_type_of(name, array.type());
  return {name, std::move(type), std::move(array)};
}

#ifdef LENSLET_WITH_FILES
// The decoded image stays until its array is whole. It may be another than the header's, where the file was replaced.
ValueFile open_image_as_array(const std::string& name, const OpenOptions& options) {
  ReadOptions reading = read_options(options.limits);
  reading.max_memory = std::max<std::uint64_t>(room_left(options), 1);
  const ImageHeader header = read_image_header(name, reading);
  const ArrayType type = array_type({header.format, header.size});
  named(name, [&] { checking(options)(type, plus(header.memory_bytes, type.bytes())); });
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

bool is_image_suffix(const fs::path& path) {
  return is_writable(path);
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

std::uint64_t encoding_bytes(const fs::path&, const ImageType&) {
  return 0;
}

void write_image_file(const fs::path&, const FileImage&, const WriteOptions&) {}
#endif

// The type that its pixels have in a file of an image.
std::optional<ImageType> as_image(const ValueType& type) {
  if (const auto* image = std::get_if<ImageType>(&type)) return *image;
  return image_type(std::get<ArrayType>(type));
}

ArrayType as_array(const ValueType& type) {
  const auto* image = std::get_if<ImageType>(&type);
  return image ? array_type(*image) : std::get<ArrayType>(type);
}

// An input with as many channels says whether the last is alpha.
Image image_like(const Array& array, const ValueFile& like) {
  ImageType type = *image_type(array.type());
  if (like.format && like.format->channels == type.format.channels) type.format.alpha = like.format->alpha;
  return to_image(array, type);
}

void check_table(const fs::path& path, const ArrayType& type) {
  if (is_csv(suffix_of(path)) && type.shape.size() > 2)
    usage_error(fmt::format("{}: an array of {} is no table; allowed: up to 2 sides, or a file that ends in .npy",
                            path.string(), to_string(type)));
}

}  // namespace

void check_suffix(const fs::path& path, ValueKind kind) {
  if (holds_array(path) || is_image_suffix(path)) return;
  if (kind == ValueKind::array)
    usage_error(fmt::format("{}: allowed are .npy, .csv, .txt{}", path.string(),
                            has_images ? " and the suffixes of images" : ""));
  throw Error(ErrorKind::unsupported, fmt::format("{}: no image format has the suffix '{}'; known: {}", path.string(),
                                                  suffix_of(path), join(image_suffixes(), " ")));
}

std::uint64_t ValueFile::held_bytes() const {
  const auto* array = std::get_if<Array>(&content);
  return array ? array->type().bytes() : 0;
}

ValueFile open_value(const std::string& name, ValueKind kind, const OpenOptions& options) {
  // Tables between tabs are read as CSV, and archives of arrays are refused by what they are.
  if (holds_array(name) || suffix_of(name) == ".tsv" || suffix_of(name) == ".npz")
    return open_array(name, kind, options);
  return kind == ValueKind::image ? open_image(name, options) : open_image_as_array(name, options);
}

std::uint64_t taking_bytes(const ValueFile& file, const ValueType& as) {
  if (const auto* source = std::get_if<Source>(&file.content)) return decoding_bytes(*source, std::get<ImageType>(as));
  return as_array(as) == std::get<Array>(file.content).type() ? 0 : bytes_of(as);
}

HostValue take_value(ValueFile& file, const ValueType& as) {
  if (std::holds_alternative<Source>(file.content)) return take_image(file, std::get<ImageType>(as));
  Array array = std::move(std::get<Array>(file.content));
  const ElementType type = as_array(as).type;
  if (type != array.type().type) array = converted(array, type);
  if (const auto* image = std::get_if<ImageType>(&as)) return to_image(array, *image);
  return array;
}

void check_value_file(const fs::path& path, const ValueType& type) {
  if (holds_array(path)) return check_table(path, as_array(type));
  check_suffix(path, std::holds_alternative<ImageType>(type) ? ValueKind::image : ValueKind::array);
  if (const auto image = as_image(type); !image || bytes_of(*image) != bytes_of(type))
    usage_error(
        fmt::format("{}: an array of {} is no image; allowed: u8, u16, f16 or f32 of [height, width] or "
                    "[height, width, 1 to 4], or a file that ends in .npy",
                    path.string(), to_string(type)));
}

void write_value(const fs::path& path, const HostValue& value, const ValueFile& like, const WriteOptions& options) {
  const auto* image = std::get_if<Image>(&value);
  const auto* array = std::get_if<Array>(&value);
  if (!holds_array(path)) {
    write_image_file(path, {image ? *image : image_like(*array, like), like.metadata}, options);
  } else {
    const Array pixels = image ? to_array(*image) : Array();
    const Array& elements = image ? pixels : *array;
    write_text(path, suffix_of(path) == ".npy" ? npy_bytes(elements) : csv_text(elements), options.sync);
  }
}

std::uint64_t writing_bytes(const fs::path& path, const ValueType& type) {
  if (holds_array(path)) return bytes_of(type);
  return encoding_bytes(path, *as_image(type));
}

}  // namespace lenslet::cli
