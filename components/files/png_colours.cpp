// PNG's third edition, sections 11.3.2.1, 11.3.2.2 and 11.3.6.1. Numbers are stored times 100,000.
#include "files/png_colours.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <libdeflate.h>

#include "files/bytes.hpp"
#include "files/file_error.hpp"
#include "files/png_chunks.hpp"

namespace lenslet::io {
namespace {

constexpr std::size_t number_bytes = 4, gamma_bytes = 4, chromaticity_bytes = 32;

std::int64_t png_number(const std::string& bytes, std::size_t at) {
  return big_endian(bytes.substr(at * number_bytes, number_bytes));
}

std::string big_endian_bytes(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

std::string whole_chunk(const char* kind, const std::string& data) {
  if (data.empty()) return {};
  const std::string checked = kind + data;
  return big_endian_bytes(static_cast<std::uint32_t>(data.size())) + checked +
         big_endian_bytes(libdeflate_crc32(0, checked.data(), checked.size()));
}

void check_state(const std::fstream& file, const std::filesystem::path& path) {
  if (!file) throw file_error("write", path, system_reason());
}

// Moves everything after `place` by so many bytes, beginning at the end.
void make_room(std::fstream& file, std::streamoff place, std::streamoff bytes) {
  constexpr std::streamoff most = std::streamoff{1} << 20;
  file.seekg(0, std::ios::end);
  for (std::streamoff end = file.tellg(); end > place;) {
    const std::streamoff count = std::min(end - place, most);
    std::string block(static_cast<std::size_t>(count), '\0');
    file.seekg(end - count);
    file.read(block.data(), count);
    file.seekp(end - count + bytes);
    file.write(block.data(), count);
    end -= count;
  }
}

}  // namespace

bool PngColours::is_srgb() const {
  constexpr std::int64_t srgb_gamma = 45455, nearly = 150;
  constexpr std::int64_t primaries[] = {31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
  if (!gamma.empty() && std::abs(png_number(gamma, 0) - srgb_gamma) > nearly) return false;
  for (std::size_t i = 0; !chromaticities.empty() && i < std::size(primaries); ++i)
    if (std::abs(png_number(chromaticities, i) - primaries[i]) > nearly) return false;
  return true;
}

std::string PngColours::words() const {
  if (gamma.empty()) return "primaries (cHRM) are";
  const std::string text = fmt::format("gamma of {:.5g}", static_cast<double>(png_number(gamma, 0)) / 1e5);
  return chromaticities.empty() ? text + " (gAMA) is" : text + " (gAMA) and primaries (cHRM) are";
}

// In an APNG whose picture is no frame, the picture counts as one more.
PngColours read_png_colours(const std::filesystem::path& path) {
  PngColours colours;
  bool is_frame = false;
  std::int64_t frames = 0;
  std::ifstream file(path, std::ios::binary);
  skip(file, png_signature_bytes);
  for (auto chunk = next_png_chunk(file); chunk && chunk->kind != "IDAT"; chunk = next_png_chunk(file)) {
    const bool is_short = chunk->bytes <= chromaticity_bytes;
    const std::string data = is_short ? take(file, chunk->bytes) : std::string();
    skip(file, png_checksum_bytes + (is_short ? 0 : chunk->bytes));
    if (chunk->kind == "gAMA" && data.size() == gamma_bytes) colours.gamma = data;
    if (chunk->kind == "cHRM" && data.size() == chromaticity_bytes) colours.chromaticities = data;
    if (chunk->kind == "acTL" && data.size() >= number_bytes) frames = png_number(data, 0);
    if (chunk->kind == "fcTL") is_frame = true;
  }
  constexpr std::int64_t most = 1'000'000;
  if (frames > 0 && frames <= most) colours.frames = static_cast<int>(frames) + (is_frame ? 0 : 1);
  return colours;
}

void insert_png_colours(const std::filesystem::path& saved, const std::filesystem::path& path,
                        const PngColours& colours) {
  constexpr std::streamoff header_end = 8 + 25;
  const std::string chunks = whole_chunk("gAMA", colours.gamma) + whole_chunk("cHRM", colours.chromaticities);
  if (chunks.empty()) return;
  std::fstream file(saved, std::ios::binary | std::ios::in | std::ios::out);
  check_state(file, path);
  make_room(file, header_end, static_cast<std::streamoff>(chunks.size()));
  check_state(file, path);
  file.seekp(header_end);
  file << chunks << std::flush;
  check_state(file, path);
}

}  // namespace lenslet::io
