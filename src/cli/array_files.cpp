// Which suffix is what; images only where the tool has them.
#include "array_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <lenslet/array_file.hpp>
#include <lenslet/error.hpp>

#include "array_memory.hpp"
#include "exit.hpp"
#include "system/input_file.hpp"
#include "text_file.hpp"
#ifdef LENSLET_WITH_FILES
#include <lenslet/image_file.hpp>

#include "reading.hpp"
#endif

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

std::string suffix_of(const fs::path& path) {
  std::string suffix = path.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

bool is_csv(const std::string& suffix) {
  return suffix == ".csv" || suffix == ".txt";
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

#ifdef LENSLET_WITH_FILES
constexpr std::pair<PixelType, ElementType> same_types[] = {{PixelType::u8, ElementType::u8},
                                                            {PixelType::u16, ElementType::u16},
                                                            {PixelType::f16, ElementType::f16},
                                                            {PixelType::f32, ElementType::f32}};

ArrayType array_type(Size size, PixelFormat format) {
  const auto type = std::ranges::find(same_types, format.type, &std::pair<PixelType, ElementType>::first);
  ArrayType result{type->second, {size.height, size.width}};
  if (format.channels > 1) result.shape.push_back(format.channels);
  return result;
}

// The decoded image stays until its array is whole. It may be another than the header's, where the file was replaced.
Array read_image_array(const fs::path& path, const ReadOptions& options, const AcceptArray& accept) {
  const ImageHeader header = read_image_header(path, options);
  const ArrayType type = array_type(header.size, header.format);
  named(path, [&] { accept(type, plus(header.memory_bytes, type.bytes())); });
  const Image image = read_image(path, options).image;
  Array array(array_type(image.size(), image.format()));
  const std::size_t row = static_cast<std::size_t>(image.width()) * image.format().bytes();
  for (std::int64_t y = 0; y < image.height(); ++y)
    std::memcpy(array.bytes().data() + static_cast<std::size_t>(y) * row, image.row(y), row);
  return array;
}

std::int64_t channels_of(const ArrayType& type) {
  return type.shape.size() == 3 ? type.shape[2] : 1;
}

const std::pair<PixelType, ElementType>* same_type(ElementType type) {
  const auto* found = std::ranges::find(same_types, type, &std::pair<PixelType, ElementType>::second);
  return found == std::end(same_types) ? nullptr : found;
}

bool is_image(const ArrayType& type) {
  const std::int64_t channels = channels_of(type);
  return same_type(type.type) && (type.shape.size() == 2 || type.shape.size() == 3) && type.count() > 0 &&
         channels <= max_channels;
}

void write_image_array(const fs::path& path, const Array& array, bool sync) {
  const std::vector<std::int64_t>& shape = array.type().shape;
  const auto channels = static_cast<int>(channels_of(array.type()));
  const PixelFormat format{same_type(array.type().type)->first, channels, channels == 2 || channels == 4};
  Image image({shape[1], shape[0]}, format);
  std::memcpy(image.data(), array.bytes().data(), array.bytes().size());
  write_image(path, {image, nullptr}, {.sync = sync});
}
#endif

using Accept = std::function<void(const ArrayType&)>;

// Parsing takes `bytes` beside those that are held; later the array has a copy on the device.
AcceptArray checking(const InputLimits& limits, std::uint64_t held, const Accept& accept) {
  return [&limits, &accept, held](const ArrayType& type, std::uint64_t bytes) {
    accept(type);
    check_memory(to_string(type), plus(held, std::max(bytes, array_memory({&type, 1}))), limits);
  };
}

Array read_npy_file(const fs::path& path, const AcceptArray& accept) {
  system::InputFile file(path);
  const auto read = [&file](std::span<std::byte> to) { return file.read(to); };
  return named(path, [&] { return read_npy({read, file.size(), accept}); });
}

// The text stays until its array is whole.
Array read_csv_file(const fs::path& path, std::uint64_t most, const AcceptArray& accept) {
  const std::string text = system::read_input(path, most);
  const auto with_text = [&](const ArrayType& type, std::uint64_t bytes) { accept(type, plus(text.size(), bytes)); };
  return named(path, [&] { return parse_csv(text, with_text); });
}

}  // namespace

Array read_array(const fs::path& path, const InputLimits& limits, std::uint64_t held, const Accept& accept) {
  const std::string suffix = suffix_of(path);
  const AcceptArray check = checking(limits, held, accept);
  const std::uint64_t left = limits.max_memory - std::min(held, limits.max_memory);
  if (suffix == ".npy") return read_npy_file(path, check);
  if (is_csv(suffix)) return read_csv_file(path, left, check);
#ifdef LENSLET_WITH_FILES
  ReadOptions options = read_options(limits);
  options.max_memory = std::max<std::uint64_t>(left, 1);
  return read_image_array(path, options, check);
#else
  usage_error(fmt::format("{}: allowed are .npy, .csv and .txt: this tool was built without images", path.string()));
#endif
}

void check_array_file(const fs::path& path, const ArrayType& type) {
  const std::string suffix = suffix_of(path);
  if (suffix == ".npy") return;
  if (is_csv(suffix)) {
    if (type.shape.size() <= 2) return;
    usage_error(fmt::format("{}: an array of {} is no table; allowed: up to 2 sides, or a file that ends in .npy",
                            path.string(), to_string(type)));
  }
#ifdef LENSLET_WITH_FILES
  if (!is_writable(path))
    usage_error(fmt::format("{}: allowed are .npy, .csv, .txt and the suffixes of images", path.string()));
  if (!is_image(type))
    usage_error(
        fmt::format("{}: an array of {} is no image; allowed: u8, u16, f16 or f32 of [height, width] or "
                    "[height, width, 1 to 4], or a file that ends in .npy",
                    path.string(), to_string(type)));
#else
  usage_error(fmt::format("{}: allowed are .npy, .csv and .txt", path.string()));
#endif
}

void write_array(const fs::path& path, const Array& array, bool sync) {
  const std::string suffix = suffix_of(path);
  if (suffix == ".npy") return write_text(path, npy_bytes(array), sync);
  if (is_csv(suffix)) return write_text(path, csv_text(array), sync);
#ifdef LENSLET_WITH_FILES
  write_image_array(path, array, sync);
#endif
}

std::vector<Array> columns_of(const Array& array) {
  const std::int64_t rows = array.type().shape[0], count = array.type().shape[1];
  const std::size_t size = size_of(array.type().type);
  std::vector<Array> columns(static_cast<std::size_t>(count), Array({array.type().type, {rows}}));
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.count()); ++i)
    std::memcpy(columns[i % columns.size()].bytes().data() + i / columns.size() * size, array.bytes().data() + i * size,
                size);
  return columns;
}

}  // namespace lenslet::cli
