// A file's suffix tells what it holds.
#include "tool/files/value_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/read_files.hpp"
#include "tool/components/files.hpp"
#include "tool/files/image_arrays.hpp"
#include "tool/files/image_files.hpp"
#include "tool/files/memory_need.hpp"
#include "tool/files/text_file.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

bool is_csv(const std::string& suffix) {
  return suffix == ".csv" || suffix == ".txt";
}

// Tables with tabs are read but not written.
bool is_table(const std::string& suffix) {
  return is_csv(suffix) || suffix == ".tsv";
}

bool holds_array(const fs::path& path) {
  const std::string suffix = suffix_of(path);
  return suffix == ".npy" || is_csv(suffix);
}

// Adds the file's name to errors about its contents.
template <class Use>
auto named(const fs::path& path, Use use) {
  try {
    return use();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", path.string(), error.what()));
  }
}

// Checks that parsing has `bytes` beside the memory already held. Later the array also has a copy on the device.
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

// The text stays in memory until its array is whole.
CsvTable read_csv_file(const fs::path& path, const OpenOptions& options, const AcceptArray& accept) {
  const std::string text = system::read_input(path, room_left(options));
  const auto with_text = [&](const ArrayType& type, std::uint64_t bytes) { accept(type, plus(text.size(), bytes)); };
  return named(path, [&] { return parse_csv_table(text, options.columns, with_text); });
}

ImageType image_type_of(const std::string& name, const ArrayType& type) {
  if (const auto image = image_type(type)) return *image;
  usage_error(
      fmt::format("{}: an array of {} is no image; allowed: any type of [height, width] or [height, width, 1 to 4]",
                  name, to_string(type)));
}

ValueFile open_array(const std::string& name, ValueKind kind, const OpenOptions& options) {
  const AcceptArray accept = checking(options);
  CsvTable table;
  if (is_table(suffix_of(name)))
    table = read_csv_file(name, options, accept);
  else
    table.array = read_npy_file(name, accept);
  ValueType type = table.array.type();
  if (kind == ValueKind::image) type = image_type_of(name, table.array.type());
  ValueFile file{name, std::move(type), std::move(table.array)};
  file.columns = std::move(table.names);
  return file;
}

// Returns the type of the pixels in a file of an image.
std::optional<ImageType> as_image(const ValueType& type) {
  if (const auto* image = std::get_if<ImageType>(&type)) return *image;
  return image_type(std::get<ArrayType>(type));
}

ArrayType as_array(const ValueType& type) {
  const auto* image = std::get_if<ImageType>(&type);
  return image ? array_type(*image) : std::get<ArrayType>(type);
}

// An input with as many channels tells whether the last is alpha.
Image image_like(const Array& array, const ValueFile& like) {
  ImageType type = *image_type(array.type());
  if (like.format && like.format->channels == type.format.channels) type.format.alpha = like.format->alpha;
  return to_image(array, type);
}

HostValue take_content(ValueFile& file, const ValueType& as) {
  if (auto* source = std::get_if<Source>(&file.content)) {
    FileImage image = source->take(std::get<ImageType>(as).format.type);
    file.metadata = std::move(image.metadata);
    file.notes = std::move(image.notes);
    return std::move(image.image);
  }
  Array array = std::move(std::get<Array>(file.content));
  const SampleType type = as_array(as).type;
  if (type != array.type().type) array = converted(array, type);
  if (const auto* image = std::get_if<ImageType>(&as)) return to_image(array, *image);
  return array;
}

void check_table(const fs::path& path, const ArrayType& type) {
  if (is_csv(suffix_of(path)) && type.shape.size() > 2)
    usage_error(fmt::format("{}: an array of {} is no table; allowed: up to 2 sides, or a file that ends in .npy",
                            path.string(), to_string(type)));
}

}  // namespace

// Archives of arrays are refused by name.
bool may_hold_array(const fs::path& path) {
  return holds_array(path) || is_table(suffix_of(path)) || suffix_of(path) == ".npz";
}

void check_suffix(const fs::path& path, ValueKind kind) {
  if (holds_array(path) || is_image_name(path)) return;
  if (kind == ValueKind::array)
    usage_error(fmt::format("{}: allowed are .npy, .csv, .txt{}", path.string(),
                            files_component ? " and the suffixes of images" : ""));
  if (std::error_code unknown; fs::is_directory(path, unknown))
    throw Error(
        ErrorKind::unsupported,
        fmt::format("{0} is a folder; --out-dir {0} writes results into it, named as the inputs", path.string()));
  const auto known = mapped(files_component.get(path.string()).writable_formats(), &FileFormat::suffix);
  throw Error(ErrorKind::unsupported, fmt::format("{}: no image format has the suffix '{}'; known: {}", path.string(),
                                                  suffix_of(path), join(known, " ")));
}

std::string suffix_of(const fs::path& path) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

std::uint64_t room_left(const OpenOptions& options) {
  return options.limits.max_memory - std::min(options.held, options.limits.max_memory);
}

void check_array(const std::string& name, const ArrayType& type, std::uint64_t bytes, const OpenOptions& options) {
  named(name, [&] { checking(options)(type, bytes); });
}

std::uint64_t ValueFile::held_bytes() const {
  const auto* array = std::get_if<Array>(&content);
  return array ? array->type().bytes() : 0;
}

ValueFile open_value(const std::string& name, ValueKind kind, const OpenOptions& options) {
  if (name == "-") {
    const SpooledInput input = options.spooled ? *options.spooled : spool_input(room_left(options));
    ValueFile file = as_standard_stream(input.file, [&] { return open_value(input.file.string(), kind, options); });
    file.name = name;
    file.standard_input = input;
    return file;
  }
  if (!options.columns.empty() && !is_table(suffix_of(name)))
    usage_error(fmt::format("--columns: {} has none; allowed for .csv, .tsv and .txt", name));
  if (may_hold_array(name)) return open_array(name, kind, options);
  return kind == ValueKind::image ? open_image(name, options) : open_image_as_array(name, options);
}

std::optional<ArrayType> array_in(const std::string& name, const OpenOptions& options) {
  std::optional<ArrayType> found;
  OpenOptions looking = options;
  looking.accept = [&found](const ArrayType& type) {
    found = type;
    throw Error(ErrorKind::io, "enough is known");  // the elements need not be read
  };
  std::error_code unknown;
  if (!fs::is_regular_file(name, unknown)) return found;
  const system::OnlyLooking no_input;
  try {
    open_value(name, ValueKind::array, looking);
  } catch (const Error&) {  // a file that cannot be read was no input
  }
  return found;
}

std::uint64_t taking_bytes(const ValueFile& file, const ValueType& as) {
  if (const auto* source = std::get_if<Source>(&file.content)) return source->taking_bytes(std::get<ImageType>(as));
  return as_array(as) == std::get<Array>(file.content).type() ? 0 : bytes_of(as);
}

HostValue take_value(ValueFile& file, const ValueType& as) {
  return as_standard_stream(file.standard_input ? file.standard_input->file : fs::path(),
                            [&] { return take_content(file, as); });
}

void check_value_file(const fs::path& path, const ValueType& type) {
  if (holds_array(path)) return check_table(path, as_array(type));
  check_suffix(path, std::holds_alternative<ImageType>(type) ? ValueKind::image : ValueKind::array);
  if (const auto image = as_image(type); !image || bytes_of(*image) != bytes_of(type))
    usage_error(
        fmt::format("{}: an array of {} is no image; allowed: [height, width] or [height, width, 1 to 4], or a "
                    "file that ends in .npy",
                    path.string(), to_string(type)));
}

bool can_hold(const fs::path& path, SampleType type) {
  return holds_array(path) || has_type(path, type);
}

std::vector<std::string> write_value(const fs::path& path, HostValue value, const ValueFile& like,
                                     const WriteOptions& options, const Placement& placement,
                                     const std::vector<std::string>& columns) {
  auto* image = std::get_if<Image>(&value);
  const auto* array = std::get_if<Array>(&value);
  if (!holds_array(path)) {
    Image pixels = image ? std::move(*image) : image_like(*array, like);
    return files_component.get(path.string())
        .write_image(path, {.image = std::move(pixels), .metadata = like.metadata, .placement = placement}, options);
  }
  const Array pixels = image ? to_array(*image) : Array();
  const Array& elements = image ? pixels : *array;
  write_text(path, suffix_of(path) == ".npy" ? npy_bytes(elements) : csv_text(elements, columns), options.sync);
  return {};
}

std::uint64_t writing_bytes(const fs::path& path, const ValueType& type) {
  if (holds_array(path)) return bytes_of(type);
  const ImageType image = *as_image(type);
  return files_component->write_image_bytes(path, image.size, image.format);
}

}  // namespace lenslet::cli
