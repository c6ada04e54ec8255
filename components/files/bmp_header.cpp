// The structures are those of Microsoft's "Bitmap Storage": BITMAPFILEHEADER, then BITMAPINFOHEADER or one of its later
// forms, masks, a palette, and rows. Compressed pixels and the older BITMAPCOREHEADER are refused.
#include "files/bmp_header.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "files/bytes.hpp"

namespace lenslet::io {
namespace {

constexpr std::size_t file_part = 14, first_form = 40, masked_form = 52, alpha_form = 56;
constexpr std::size_t known_forms[] = {first_form, masked_form, alpha_form, 108, 124};
constexpr std::int64_t max_side_of_bmp = 10'000'000;  // the longest side that libvips allows
constexpr std::uint32_t plain = 0, run_lengths_8 = 1, run_lengths_4 = 2, by_masks = 3;

[[noreturn]] void refuse_bmp(const std::string& reason, ErrorKind kind = ErrorKind::io) {
  throw Error(kind, reason);
}

// The places of fields in the file.
enum BmpField : std::size_t {
  begin_field = 10,
  form_field = 14,
  width_field = 18,
  height_field = 22,
  planes_field = 26,
  bits_field = 28,
  compression_field = 30,
  resolution_field = 38,
  colours_field = 46,
  masks_field = 54,
};

std::string_view bytes_at(std::string_view file, std::size_t place, std::size_t count) {
  if (place > file.size() || count > file.size() - place) refuse_bmp("the file ends within its header");
  return file.substr(place, count);
}

std::uint32_t number_at(std::string_view file, std::size_t place, std::size_t bytes = 4) {
  return static_cast<std::uint32_t>(little_endian(bytes_at(file, place, bytes)));
}

std::int64_t signed_at(std::string_view file, std::size_t place) {
  return static_cast<std::int32_t>(number_at(file, place));
}

void check_side(const char* what, std::int64_t side) {
  if (side < 1 || side > max_side_of_bmp)
    refuse_bmp(fmt::format("its header has the {} {}; allowed are 1 to {}", what, side, max_side_of_bmp));
}

std::size_t form_of(std::string_view file) {
  const std::size_t form = number_at(file, form_field);
  if (std::ranges::count(known_forms, form) == 0)
    refuse_bmp(fmt::format("its header has a form of {} bytes; allowed are 40, 52, 56, 108 and 124", form),
               ErrorKind::unsupported);
  return form;
}

void check_compression(std::uint32_t compression, int bits) {
  if (compression == run_lengths_8 || compression == run_lengths_4)
    refuse_bmp(fmt::format("its pixels are compressed by run lengths (RLE{}), which is not supported; allowed are "
                           "pixels without compression",
                           compression == run_lengths_8 ? 8 : 4),
               ErrorKind::unsupported);
  if (compression == plain || (compression == by_masks && (bits == 16 || bits == 32))) return;
  refuse_bmp(fmt::format("its header has the compression {} with {} bits a pixel; allowed are 0, and 3 with 16 and 32",
                         compression, bits),
             ErrorKind::unsupported);
}

int bits_of(std::string_view file) {
  const std::uint32_t planes = number_at(file, planes_field, 2), bits = number_at(file, bits_field, 2);
  constexpr std::uint32_t known[] = {1, 4, 8, 16, 24, 32};
  if (planes != 1) refuse_bmp(fmt::format("its header has {} planes; allowed is 1", planes));
  if (std::ranges::count(known, bits) == 0)
    refuse_bmp(fmt::format("its header has {} bits a pixel; allowed are 1, 4, 8, 16, 24 and 32", bits),
               ErrorKind::unsupported);
  return static_cast<int>(bits);
}

// A mask must be one run of bits that belong to no other channel.
BmpMask mask_of(std::uint32_t mask, int bits, std::uint32_t& taken) {
  if (mask == 0) return {};
  const BmpMask result{std::countr_zero(mask), std::popcount(mask)};
  const int width = static_cast<int>(std::bit_width(mask));
  const bool runs = width == result.shift + result.bits;
  if (!runs || result.bits > 8 || width > bits || (mask & taken) != 0)
    refuse_bmp(fmt::format("its header has the mask {:#x} for a channel of {} bits a pixel; allowed are 1 to 8 bits "
                           "side by side, of no other channel",
                           mask, bits),
               ErrorKind::unsupported);
  taken |= mask;
  return result;
}

// Masks stand after the first form of a header, and within the later ones. Without them the fourth byte of a 32-bit
// pixel has no meaning.
void read_masks(std::string_view file, std::size_t form, std::uint32_t compression, BmpHeader& header) {
  if (header.bits != 16 && header.bits != 32) return;
  if (compression == plain) {
    const int bits = header.bits == 16 ? 5 : 8;
    header.masks = {BmpMask{2 * bits, bits}, BmpMask{bits, bits}, BmpMask{0, bits}, BmpMask{}};
    return;
  }
  std::uint32_t taken = 0;
  const std::size_t count = form >= alpha_form ? 4 : 3;
  for (std::size_t i = 0; i < count; ++i)
    header.masks[i] = mask_of(number_at(file, masks_field + 4 * i), header.bits, taken);
  for (std::size_t i = 0; i < 3; ++i)
    if (header.masks[i].bits == 0) refuse_bmp("its header has a colour without a mask");
}

void read_palette(std::string_view file, std::size_t place, BmpHeader& header) {
  if (header.bits > 8) return;
  const std::uint32_t most = 1u << header.bits, said = number_at(file, colours_field);
  if (said > most) refuse_bmp(fmt::format("its header has a palette of {} colours; allowed are 0 to {}", said, most));
  for (std::uint32_t i = 0; i < (said == 0 ? most : said); ++i) {
    const std::string_view colour = bytes_at(file, place + std::size_t{4} * i, 4);  // blue, green, red
    header.palette.push_back({static_cast<std::uint8_t>(colour[2]), static_cast<std::uint8_t>(colour[1]),
                              static_cast<std::uint8_t>(colour[0])});
  }
}

std::uint8_t widened(std::uint32_t pixel, BmpMask mask) {
  const std::uint32_t most = (1u << mask.bits) - 1, value = pixel >> mask.shift & most;
  return static_cast<std::uint8_t>((value * 255 + most / 2) / most);
}

std::uint32_t pixel_at(const BmpHeader& header, std::span<const std::uint8_t> row, std::int64_t x) {
  const auto at = static_cast<std::size_t>(x);
  const auto bits = static_cast<std::size_t>(header.bits);
  if (bits < 8) return row[at * bits / 8] >> (8 - bits - at * bits % 8) & ((1u << bits) - 1);
  std::uint32_t pixel = 0;
  for (std::size_t i = 0; i < bits / 8; ++i) pixel |= std::uint32_t{row[at * bits / 8 + i]} << (8 * i);
  return pixel;
}

void put_indexed(const BmpHeader& header, std::uint32_t colour, int channels, std::uint8_t* to) {
  if (colour >= header.palette.size())
    refuse_bmp(fmt::format("a pixel has the colour {} of a palette of {}", colour, header.palette.size()));
  std::copy_n(header.palette[colour].begin(), channels, to);
}

}  // namespace

bool BmpHeader::is_grey() const {
  return !palette.empty() && std::ranges::all_of(palette, [](const std::array<std::uint8_t, 3>& colour) {
    return colour[0] == colour[1] && colour[1] == colour[2];
  });
}

std::uint64_t BmpHeader::row_bytes() const {
  return (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(bits) + 31) / 32 * 4;
}

std::uint64_t BmpHeader::min_bytes() const {
  return begin + row_bytes() * static_cast<std::uint64_t>(height);
}

bool begins_bmp(std::string_view first_bytes) {
  return first_bytes.starts_with("BM");
}

BmpHeader parse_bmp_header(std::string_view first_bytes) {
  if (!begins_bmp(first_bytes)) refuse_bmp("it is no BMP file");
  const std::size_t form = form_of(first_bytes);
  BmpHeader header;
  const std::int64_t height = signed_at(first_bytes, height_field);
  header.width = signed_at(first_bytes, width_field);
  header.height = height < 0 ? -height : height;
  header.upward = height > 0;
  check_side("width", header.width);
  check_side("height", header.height);
  header.per_metre = {signed_at(first_bytes, resolution_field), signed_at(first_bytes, resolution_field + 4)};
  header.bits = bits_of(first_bytes);
  const std::uint32_t compression = number_at(first_bytes, compression_field);
  check_compression(compression, header.bits);
  read_masks(first_bytes, form, compression, header);
  const std::size_t masks = form == first_form && compression == by_masks ? 12 : 0;
  const std::size_t behind = file_part + form + masks;
  read_palette(first_bytes, behind, header);
  header.begin = number_at(first_bytes, begin_field);
  if (header.begin < behind + 4 * header.palette.size())
    refuse_bmp(fmt::format("its pixels begin at byte {}, within its header of {}", header.begin,
                           behind + 4 * header.palette.size()));
  return header;
}

void unpack_bmp_row(const BmpHeader& header, std::span<const std::uint8_t> row, std::int64_t first, std::int64_t count,
                    std::uint8_t* to) {
  const int channels = header.channels();
  for (std::int64_t x = first; x < first + count; ++x, to += channels) {
    const std::uint32_t pixel = pixel_at(header, row, x);
    if (header.bits <= 8)
      put_indexed(header, pixel, channels, to);
    else if (header.bits == 24)
      for (int c = 0; c < 3; ++c) to[c] = static_cast<std::uint8_t>(pixel >> (16 - 8 * c));
    else
      for (int c = 0; c < channels; ++c) to[c] = widened(pixel, header.masks[static_cast<std::size_t>(c)]);
  }
}

}  // namespace lenslet::io
