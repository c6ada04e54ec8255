// The chunks are those of the PNG specification, section 11.3. GLib's zlib, which libvips needs anyway, unpacks them.
#include "files/png_metadata.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gio/gio.h>

#include <lenslet/error.hpp>

#include "files/bytes.hpp"
#include "files/file_error.hpp"
#include "files/png_chunks.hpp"

namespace lenslet::io {
namespace {

bool is_metadata(std::string_view kind) {
  constexpr std::array<std::string_view, 6> kinds{"tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "sPLT"};
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::string_view after(std::string_view text, std::size_t bytes) {
  return text.substr(std::min(bytes, text.size()));
}

std::string_view after_nul(std::string_view text) {
  const std::size_t nul = text.find('\0');
  return nul == std::string_view::npos ? std::string_view() : text.substr(nul + 1);
}

// Returns the part of a chunk that Deflate has packed.
std::string_view packed_part(std::string_view kind, std::string_view data) {
  if (kind == "zTXt" || kind == "iCCP") return after(after_nul(data), 1);
  const std::string_view flag = kind == "iTXt" ? after_nul(data) : std::string_view();
  if (flag.empty() || flag.front() == 0) return {};
  return after_nul(after_nul(after(flag, 2)));
}

class Inflater {
 public:
  // Counts unpacked bytes up to the stream's end or its first error. Stops at more than `most`.
  std::uint64_t unpacked_bytes(std::string_view packed, std::uint64_t most) {
    std::uint64_t total = 0;
    g_converter_reset(converter_.get());
    while (!packed.empty() && total <= most) {
      gsize read = 0, written = 0;
      const GConverterResult result =
          g_converter_convert(converter_.get(), packed.data(), packed.size(), block_.data(), block_.size(),
                              G_CONVERTER_NO_FLAGS, &read, &written, nullptr);
      if (result == G_CONVERTER_ERROR) break;
      total += written;
      if (result == G_CONVERTER_FINISHED) break;
      packed.remove_prefix(read);
    }
    return total;
  }

 private:
  struct Release {
    void operator()(GConverter* converter) const { g_object_unref(converter); }
  };

  std::unique_ptr<GConverter, Release> converter_{G_CONVERTER(g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB))};
  std::vector<char> block_ = std::vector<char>(std::size_t{1} << 16);
};

class Total {
 public:
  void add(std::uint64_t bytes) {
    total_ += bytes;
    if (total_ > max_png_metadata)
      throw Error(ErrorKind::io, fmt::format("its texts, ICC profile and EXIF take more than {} bytes when they are "
                                             "unpacked; allowed are {} in all",
                                             max_png_metadata, max_png_metadata));
  }

  std::uint64_t left() const { return max_png_metadata - total_; }

 private:
  std::uint64_t total_ = 0;
};

}  // namespace

void check_png_metadata(std::istream& file) {
  constexpr std::uint64_t checksum = png_checksum_bytes;
  Total total;
  Inflater inflater;
  int others = 0;
  skip(file, png_signature_bytes);
  while (const auto chunk = next_png_chunk(file)) {
    if (chunk->kind != "IDAT" && ++others > max_png_chunks)
      throw Error(ErrorKind::io, fmt::format("it has more than {} chunks that are not pixels", max_png_chunks));
    if (!is_metadata(chunk->kind)) {
      skip(file, chunk->bytes + checksum);
      continue;
    }
    total.add(chunk->bytes);
    const std::string data = take(file, chunk->bytes);
    total.add(inflater.unpacked_bytes(packed_part(chunk->kind, data), total.left()));
    skip(file, checksum);
  }
}

// Removes the second EXIF chunk. It stands after the pixels, and the following bytes, often only IEND, take its place.
void remove_second_exif(const std::filesystem::path& saved, const std::filesystem::path& path) {
  constexpr std::uint64_t head_and_checksum = 12;
  std::fstream file(saved, std::ios::binary | std::ios::in | std::ios::out);
  if (!file) throw file_error("write", path, system_reason());
  std::uint64_t place = png_signature_bytes;
  file.seekg(png_signature_bytes);
  int found = 0;
  while (const auto chunk = next_png_chunk(file)) {
    const std::uint64_t next = place + chunk->bytes + head_and_checksum;
    if (chunk->kind == "eXIf" && ++found == 2) {
      file.seekg(static_cast<std::streamoff>(next));
      const std::string end(std::istreambuf_iterator<char>(file), {});
      file.clear();
      file.seekp(static_cast<std::streamoff>(place));
      if (!(file << end << std::flush)) throw file_error("write", path, system_reason());
      std::error_code ignored;  // bytes after the end are no part of the picture
      std::filesystem::resize_file(saved, place + end.size(), ignored);
      return;
    }
    skip(file, chunk->bytes + 4);
    place = next;
  }
}

}  // namespace lenslet::io
