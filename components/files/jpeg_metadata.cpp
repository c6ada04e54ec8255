// EXIF data is a TIFF file: a directory of tags, one of which gives the place of another directory.
#include "files/jpeg_metadata.hpp"

#include <optional>

#include "files/bytes.hpp"

namespace lenslet::io {
namespace {

constexpr std::string_view first_marker = "\xff\xd8", exif_name{"Exif\0\0", 6};
constexpr std::size_t marker_bytes = 2, length_bytes = 2;

bool holds_metadata(unsigned char marker) {
  return (marker >= 0xe0 && marker <= 0xef) || marker == 0xfe;
}

// Returns the bytes of the segment at `at` with its marker; 0 unless it is a whole one with metadata.
std::size_t segment_bytes(std::string_view file, std::size_t at) {
  if (at + marker_bytes + length_bytes > file.size() || file[at] != '\xff' ||
      !holds_metadata(static_cast<unsigned char>(file[at + 1])))
    return 0;
  const auto bytes = marker_bytes + static_cast<std::size_t>(big_endian(file.substr(at + marker_bytes, length_bytes)));
  return bytes <= file.size() - at ? bytes : 0;
}

class Tiff {
 public:
  Tiff(std::string& file, std::size_t begin, std::size_t end)
      : file_(file), begin_(begin), end_(end), is_little_(file[begin] == 'I') {}

  // Returns the place in the file of a tag's entry.
  std::optional<std::size_t> find(std::size_t directory, std::int64_t tag) const {
    const std::int64_t count = number(directory, 2);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::size_t entry = directory + 2 + 12 * static_cast<std::size_t>(i);
      if (number(entry, 2) == tag) return entry;
    }
    return {};
  }

  // Returns a number; 0 if it lies outside the data.
  std::int64_t number(std::size_t at, std::size_t bytes) const {
    if (at > end_ - begin_ || bytes > end_ - begin_ - at) return 0;
    std::string text = file_.substr(begin_ + at, bytes);
    return big_endian(is_little_ ? std::string(text.rbegin(), text.rend()) : text);
  }

  // Sets the number of an entry. By its type it has 2 or 4 bytes, with or without a sign.
  void set(std::size_t entry, std::int64_t value) {
    constexpr int short_type = 3, long_type = 4, signed_short_type = 8, signed_long_type = 9;
    const std::int64_t type = number(entry + 2, 2);
    const bool is_short = type == short_type || type == signed_short_type;
    if ((!is_short && type != long_type && type != signed_long_type) || number(entry + 4, 4) != 1) return;
    const std::size_t bytes = is_short ? 2 : 4, at = begin_ + entry + 8;
    if (at + bytes > end_) return;
    for (std::size_t i = 0; i < bytes; ++i)
      file_[at + i] = static_cast<char>(value >> 8 * (is_little_ ? i : bytes - 1 - i) & 255);
  }

 private:
  std::string& file_;
  std::size_t begin_, end_;
  bool is_little_;
};

void set_size(Tiff tiff, Size size) {
  constexpr std::int64_t exif_directory = 0x8769, width = 0xa002, height = 0xa003;
  const auto pointer = tiff.find(static_cast<std::size_t>(tiff.number(4, 4)), exif_directory);
  if (!pointer) return;
  const auto directory = static_cast<std::size_t>(tiff.number(*pointer + 8, 4));
  if (const auto entry = tiff.find(directory, width)) tiff.set(*entry, size.width);
  if (const auto entry = tiff.find(directory, height)) tiff.set(*entry, size.height);
}

}  // namespace

std::size_t metadata_bytes(std::string_view file) {
  if (!file.starts_with(first_marker)) return 0;
  std::size_t at = first_marker.size();
  while (const std::size_t bytes = segment_bytes(file, at)) at += bytes;
  return at;
}

void set_exif_size(std::string& beginning, Size size) {
  const std::string_view view = beginning;
  for (std::size_t at = first_marker.size(), bytes = 0; (bytes = segment_bytes(view, at)) > 0; at += bytes) {
    const std::size_t name = at + marker_bytes + length_bytes, data = name + exif_name.size();
    if (view.substr(name).starts_with(exif_name) && at + bytes > data) set_size({beginning, data, at + bytes}, size);
  }
}

}  // namespace lenslet::io
