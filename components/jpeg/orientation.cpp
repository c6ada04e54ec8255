// Finds the orientation among the tags of EXIF data, which is a TIFF file.
#include "jpeg/parse.hpp"

namespace lenslet::codec {
namespace {

// Reads numbers of a TIFF file in its own byte order. A number outside the file is 0.
class Tiff {
 public:
  explicit Tiff(std::span<const std::byte> bytes)
      : bytes_(bytes), is_little_(bytes.size() > 1 && bytes[0] == std::byte{'I'}) {}

  std::uint32_t number(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || bytes_.size() - at < count) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[at + (is_little_ ? count - 1 - i : i)]);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  bool is_little_;
};

}  // namespace

int orientation_of(std::span<const std::byte> exif) {
  constexpr std::uint32_t orientation = 0x0112, short_type = 3;
  constexpr std::size_t entry_bytes = 12;
  const Tiff tiff(exif);
  if (tiff.number(2, 2) != 42) return 1;
  const std::size_t directory = tiff.number(4, 4);
  const std::size_t count = tiff.number(directory, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = directory + 2 + i * entry_bytes;
    if (entry >= exif.size()) return 1;
    if (tiff.number(entry, 2) != orientation || tiff.number(entry + 2, 2) != short_type) continue;
    const std::uint32_t value = tiff.number(entry + 8, 2);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

}  // namespace lenslet::codec
