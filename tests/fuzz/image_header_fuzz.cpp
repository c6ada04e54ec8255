// PNG and JPEG: what a header says is possible, whatever follows it is walked over in bounds, and a cut file says no
// more than the whole one.
#include <sstream>
#include <string>

#include "files/jpeg_header.hpp"
#include "files/png_header.hpp"
#include "files/png_metadata.hpp"
#include "fuzz.hpp"

namespace lenslet::fuzz {
namespace {

void use_png(std::string_view bytes) {
  const auto header = io::parse_png_header(bytes.substr(0, io::png_header_bytes));
  if (!header) return;
  expect(header->width > 0 && header->height > 0 && header->bits > 0, "a PNG file has pixels");
  std::istringstream file{std::string(bytes)};
  accepted([&] {
    io::check_png_metadata(file);
    return true;
  });
}

std::optional<io::JpegHeader> jpeg_header(std::string_view bytes) {
  std::istringstream file{std::string(bytes)};
  return io::parse_jpeg_header(file);
}

void use_jpeg(std::string_view bytes) {
  const auto header = jpeg_header(bytes);
  if (!header) return;
  expect(header->width > 0 && header->height > 0 && header->blocks > 0, "a JPEG file has pixels");
  const auto cut = jpeg_header(bytes.substr(0, bytes.size() / 2));
  expect(!cut || (cut->width == header->width && cut->height == header->height && cut->blocks == header->blocks),
         "what stands behind a JPEG file's frame does not change it");
}

}  // namespace

void run(std::string_view bytes) {
  use_png(bytes);
  use_jpeg(bytes);
}

}  // namespace lenslet::fuzz
