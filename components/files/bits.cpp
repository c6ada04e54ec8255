// Reads plain PBM: every 0 and 1 outside comments is a pixel.
#include "files/bits.hpp"

#include <fstream>

#include "files/bytes.hpp"
#include "files/vips.hpp"

namespace lenslet::io {
namespace {

// Calls use(bit) for each bit until it returns false.
template <class Use>
void each_bit(std::istream& file, const Use& use) {
  constexpr std::size_t block = std::size_t{1} << 16;
  bool in_comment = false;
  for (std::string text = take(file, block); !text.empty(); text = take(file, block))
    for (const char c : text) {
      if (c == '#' || c == '\n') in_comment = c == '#';
      if (!in_comment && (c == '0' || c == '1') && !use(c == '1')) return;
    }
}

}  // namespace

Image read_bits(const std::filesystem::path& path, const PnmHeader& header) {
  Image image({header.width, header.height}, {SampleType::u8, 1});
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(header.bytes));
  std::int64_t x = 0, y = 0;
  each_bit(file, [&](bool black) {
    reinterpret_cast<std::uint8_t*>(image.row(y))[x] = black ? 0 : 255;
    if (++x == header.width) {
      x = 0;
      ++y;
    }
    return y < header.height;
  });
  if (y < header.height) throw file_error("read", path, damaged);
  return image;
}

}  // namespace lenslet::io
