// Only PNM, BMP, PNG, and JPEG with Huffman codes have certain bounds. In a TIFF two strips may share their bytes. For
// arithmetic coding, WebP, JPEG XL and AVIF no lower bound of a pixel's bytes is known.
#include "files/bounds.hpp"

#include <fstream>
#include <istream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "files/bmp_header.hpp"
#include "files/bytes.hpp"
#include "files/jpeg_header.hpp"
#include "files/png_header.hpp"
#include "files/png_metadata.hpp"
#include "files/pnm_header.hpp"
#include "files/vips.hpp"
#include "system/memory.hpp"
#include "system/read_files.hpp"

namespace lenslet::io {
namespace {

unsigned byte_of(std::istream& file) {
  const int byte = file.get();
  if (byte == std::istream::traits_type::eof())
    throw Error(ErrorKind::io, "the file is truncated: it ends before the end of its pictures");
  return static_cast<unsigned>(byte);
}

// Skips a colour table. A byte of flags says whether there is one, and has its size in the lowest bits.
void skip_colours(std::istream& file, unsigned flags) {
  constexpr unsigned present = 0x80, size = 7;
  if ((flags & present) != 0) skip(file, std::uint64_t{3} << ((flags & size) + 1));
}

// Skips blocks of up to 255 bytes, each after its length, up to an empty one.
void skip_blocks(std::istream& file) {
  for (unsigned length = byte_of(file); length != 0; length = byte_of(file)) skip(file, length);
}

void skip_picture(std::istream& file) {
  constexpr std::uint64_t place_and_size = 8;
  skip(file, place_and_size);
  skip_colours(file, byte_of(file));
  byte_of(file);  // number of bits of an LZW code
  skip_blocks(file);
}

bool begins_gif(std::string_view first_bytes) {
  return first_bytes.starts_with("GIF87a") || first_bytes.starts_with("GIF89a");
}

constexpr unsigned gif_extension = 0x21, gif_picture = 0x2C, gif_end = 0x3B;

void skip_gif_header(std::istream& file) {
  constexpr std::uint64_t signature_and_size = 10, background_and_aspect = 2;
  skip(file, signature_and_size);
  const unsigned flags = byte_of(file);
  skip(file, background_and_aspect);
  skip_colours(file, flags);
}

void skip_extension(std::istream& file) {
  byte_of(file);  // its kind
  skip_blocks(file);
}

// Skips extensions. Returns the kind of the block behind them.
unsigned next_block(std::istream& file) {
  unsigned kind = byte_of(file);
  for (; kind == gif_extension; kind = byte_of(file)) skip_extension(file);
  return kind;
}

// Walks over the blocks from the file's start. Throws io, with only the reason, if the file ends before its first
// picture does.
void check_gif(std::istream& file) {
  skip_gif_header(file);
  if (next_block(file) == gif_picture) skip_picture(file);  // libvips refuses other blocks
}

bool is_gif_block(unsigned kind) {
  return kind == 0 || kind == gif_extension || kind == gif_picture || kind == gif_end;
}

// Some programs leave out the end behind a single picture, or have other bytes there, and some put zeros before it.
std::int64_t gif_pictures(std::istream& file) {
  skip_gif_header(file);
  for (std::int64_t pictures = 0;;) {
    if (pictures == 1 && file.peek() == std::istream::traits_type::eof()) return pictures;
    const unsigned kind = byte_of(file);
    if (kind == gif_extension) skip_extension(file);
    if (kind == gif_end || (pictures == 1 && !is_gif_block(kind))) return pictures;
    if (kind == 0 || kind == gif_extension) continue;
    if (kind != gif_picture)
      throw Error(ErrorKind::io,
                  fmt::format("the file is damaged: what follows picture {} is no block of a GIF", pictures));
    skip_picture(file);
    ++pictures;
  }
}

namespace fs = std::filesystem;

// Only ordinary files have a size: a device or a pipe may never end, and even opening one may have effects.
std::uint64_t size_of_file(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (!fs::exists(status)) throw file_error("read", path, code ? code.message() : "no such file");
  if (fs::is_directory(status)) throw file_error("read", path, "it is a directory");
  if (!fs::is_regular_file(status)) throw file_error("read", path, "it is not an ordinary file");
  if (const std::string problem = opening_problem(path); !problem.empty()) throw file_error("read", path, problem);
  const std::uintmax_t size = fs::file_size(path, code);
  if (!code && size == 0) throw file_error("read", path, "the file is empty");
  return code ? 0 : size;
}

void count_numbers(std::istream& file, const PnmHeader& header) {
  constexpr std::size_t bytes = std::size_t{1} << 16;
  PnmNumbers numbers(header);
  file.clear();
  file.seekg(static_cast<std::streamoff>(header.bytes));
  for (std::string text = take(file, bytes); !text.empty() && numbers.take(text);) text = take(file, bytes);
  numbers.finish();
}

// Adds the file's name to errors of functions that know only bytes.
template <class Check>
auto named(const fs::path& path, const Check& check) {
  try {
    return check();
  } catch (const Error& error) {
    throw file_error("read", path, error.what(), error.kind());
  }
}

void check_pnm_file(std::istream& file, std::string first, std::uint64_t size, const fs::path& path,
                    const ReadOptions& options) {
  first += take(file, max_pnm_header_length - first.size());
  const PnmHeader header = named(path, [&] { return parse_pnm_header(first); });
  check_pixels(path, {header.width, header.height}, options);
  named(path, [&] { check_pnm(first, size); });
}

// Compares the header of a BMP, PNG or JPEG with the limits, and for whole files also with the file's size.
template <class Header>
void check_file(const Header& header, std::uint64_t size, const fs::path& path, const ReadOptions& options,
                bool is_whole) {
  check_pixels(path, {header.width, header.height}, options);
  if (is_whole && size < header.min_bytes())
    throw file_error("read", path,
                     fmt::format("the file is truncated: it has {} bytes, {} x {} pixels need at least {}", size,
                                 header.width, header.height, header.min_bytes()));
}

void check_bmp_file(std::istream& file, std::string first, std::uint64_t size, const fs::path& path,
                    const ReadOptions& options) {
  first += take(file, max_bmp_header_length - first.size());
  check_file(named(path, [&] { return parse_bmp_header(first); }), size, path, options, true);
}

}  // namespace

void check_pixels(const fs::path& path, Size size, const ReadOptions& options) {
  if (size.height <= options.max_pixels / size.width) return;
  throw file_error("read", path,
                   fmt::format("it has {} x {} pixels; allowed are {} (--max-pixels, ReadOptions::max_pixels)",
                               size.width, size.height, options.max_pixels));
}

void check_memory(const fs::path& path, Size size, std::uint64_t bytes, const ReadOptions& options) {
  const std::uint64_t most = options.max_memory > 0 ? options.max_memory : system::default_memory_limit();
  named(path, [&] {
    system::check_memory(fmt::format("its image of {} x {} pixels", size.width, size.height), bytes, most,
                         "--max-memory, ReadOptions::max_memory");
  });
}

void check_page(const fs::path& path, int page, int pages) {
  if (page >= 0 && page < pages) return;
  throw file_error(
      "read", path,
      fmt::format("it has no page {}; it has {}", page + 1, pages == 1 ? "one" : fmt::format("1 to {}", pages)),
      ErrorKind::invalid_argument);
}

void check_bounds(const fs::path& path, const ReadOptions& options) {
  const std::uint64_t size = size_of_file(path);
  system::note_read(path);
  std::ifstream file(path, std::ios::binary);
  const std::string first = take(file, png_header_bytes);
  if (begins_pnm(first)) return check_pnm_file(file, first, size, path, options);
  if (begins_bmp(first)) return check_bmp_file(file, first, size, path, options);
  file.clear();
  file.seekg(0);
  if (const auto png = parse_png_header(first)) {
    check_file(*png, size, path, options, true);
    named(path, [&] { check_png_metadata(file); });
  } else if (begins_gif(first)) {
    named(path, [&] { check_gif(file); });
  } else if (const auto jpeg = parse_jpeg_header(file)) {
    check_file(*jpeg, size, path, options, options.strict);
  }
}

std::int64_t count_gif_pictures(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return named(path, [&] { return gif_pictures(file); });
}

PnmHeader read_pnm_header(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return named(path, [&] { return parse_pnm_header(take(file, max_pnm_header_length)); });
}

void check_numbers(const fs::path& path) {
  const PnmHeader header = read_pnm_header(path);
  if (!header.is_text()) return;
  std::ifstream file(path, std::ios::binary);
  named(path, [&] { count_numbers(file, header); });
}

}  // namespace lenslet::io
