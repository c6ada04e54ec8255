// BMP: what a header says is possible, its rows lie within the file that it needs, and are unpacked in bounds, in parts
// as whole.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "files/bmp_header.hpp"
#include "fuzz.hpp"

namespace lenslet::fuzz {
namespace {

constexpr std::int64_t widest = 4096;

using Bytes = std::vector<std::uint8_t>;

Bytes unpacked(const io::BmpHeader& header, const Bytes& row, std::int64_t first, std::int64_t count) {
  Bytes samples(static_cast<std::size_t>(count * header.channels()));
  io::unpack_bmp_row(header, row, first, count, samples.data());
  return samples;
}

void use_row(const io::BmpHeader& header, std::string_view pixels) {
  Bytes row(header.row_bytes());
  std::copy_n(pixels.begin(), std::min(row.size(), pixels.size()), row.begin());
  const auto whole = accepted([&] { return unpacked(header, row, 0, header.width); });
  if (!whole) return;
  Bytes last = unpacked(header, row, header.width - 1, 1);
  expect(std::equal(last.rbegin(), last.rend(), whole->rbegin()), "a pixel is the same by itself");
}

}  // namespace

void run(std::string_view bytes) {
  const auto header = accepted([&] { return io::parse_bmp_header(bytes.substr(0, io::max_bmp_header_length)); });
  if (!header) return;
  expect(header->width > 0 && header->height > 0, "a BMP file has pixels");
  expect(header->begin <= header->min_bytes(), "rows stand behind the header");
  expect(header->row_bytes() * 8 >= static_cast<std::uint64_t>(header->width * header->bits), "a row has its pixels");
  expect(header->bits > 8 || !header->palette.empty(), "what counts colours has a palette");
  if (header->width > widest || header->begin > bytes.size()) return;
  use_row(*header, bytes.substr(header->begin));
}

}  // namespace lenslet::fuzz
