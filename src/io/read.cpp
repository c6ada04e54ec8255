// read_image: the first page of a file, upright, in the nearest type of ours that loses nothing.
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <lenslet/jpeg_file.hpp>

#include "io/bits.hpp"
#include "io/bounds.hpp"
#include "io/bytes.hpp"
#include "io/decode.hpp"
#include "io/metadata.hpp"
#include "io/open.hpp"
#include "io/orientation.hpp"
#include "io/vips.hpp"

namespace lenslet {
namespace {

namespace fs = std::filesystem;
using io::file_error;

// An image whose rows come from top to bottom.
struct Rows {
  Size size;
  PixelFormat format;
  std::optional<Image> image = {};  // taken with the first rows: most files that are damaged have none
};

void store_rows(VipsRegion* region, const VipsRect& area, Rows& rows) {
  if (!rows.image) rows.image.emplace(rows.size, rows.format);
  const std::size_t bytes = static_cast<std::size_t>(area.width) * rows.format.bytes();
  for (int y = area.top; y < area.top + area.height; ++y)
    std::memcpy(rows.image->row(y), VIPS_REGION_ADDR(region, area.left, y), bytes);
}

int take_rows(VipsRegion* region, VipsRect* area, void* target) {
  try {
    store_rows(region, *area, *static_cast<Rows*>(target));
    return 0;
  } catch (const std::exception& error) {  // it must not pass through libvips
    vips_error("lenslet", "%s", error.what());
    return -1;
  }
}

Image decode(const fs::path& path, const vips::VImage& source, PixelFormat format) {
  Rows rows{{source.width(), source.height()}, format};
  if (vips_sink_disc(source.get_image(), take_rows, &rows) != 0)
    throw file_error("read", path, io::last_reason(io::damaged));
  return std::move(*rows.image);
}

Image turned_upright(Image stored, int orientation) {
  if (orientation == 1) return stored;
  Image upright(io::upright_size(stored.size(), orientation), stored.format());
  io::turn_upright(stored, orientation, upright);
  return upright;
}

// libvips asks for the JPEG library's warnings before it decodes rows. Those of the last ones stand in its text alone.
void check_last_rows(const io::OpenImage& file) {
  if (file.loader != "jpegload") return;
  if (const std::string reason = io::last_reason(""); reason.starts_with("VipsJpeg"))
    throw file_error("read", file.path, reason);
}

// Reads the file. What the codec holds is freed before another copy of the image is made.
FileImage read(io::OpenImage file, io::Strictness strictness) {
  const PixelFormat format = file.header.format;
  const bool bits = file.pnm && file.pnm->kind == '1';
  Image stored = bits ? io::read_bits(file.path, *file.pnm) : decode(file.path, io::with_own_type(file), format);
  if (strictness == io::Strictness::strict) check_last_rows(file);
  io::stretch(file, stored.data(), stored.width() * stored.height() * format.channels);
  FileImage result{std::move(stored), io::gather_metadata(file), io::notes_on(file)};
  file.image = vips::VImage();
  result.image = turned_upright(std::move(result.image), file.orientation);
  return result;
}

// To open what is no file can already do something, or wait for ever.
bool begins_jpeg(const fs::path& path) {
  std::error_code code;
  if (!fs::is_regular_file(path, code)) return false;
  std::ifstream file(path, std::ios::binary);
  return io::take(file, 2) == "\xff\xd8";
}

// Returns what is wrong with a JPEG file, without the file's name. Errors of other files go on as they are.
std::string mistake_of(const Error& error, const fs::path& path) {
  if (error.kind() != ErrorKind::io || !begins_jpeg(path)) throw;
  return std::string(error.what()).substr(std::string_view(file_error("read", path, "").what()).size());
}

// Tells whether a warning of the JPEG library is one of two that cameras cause and that touch no pixel.
bool is_harmless(std::string_view reason) {
  return reason.find("extraneous bytes") != std::string_view::npos ||
         reason.find("Invalid SOS parameters") != std::string_view::npos;
}

std::string note_on(const std::string& mistake, io::Strictness passed) {
  if (passed == io::Strictness::lenient)
    return "the JPEG file breaks the format's rules, mostly where no pixel suffers: " + mistake;
  return "the JPEG file is damaged, what is lost of its pixels is grey or wrong: " + mistake;
}

}  // namespace

bool check_image_file(const fs::path& path, const ReadOptions& options) {
  return io::check_bounds(path, options);
}

ImageHeader read_image_header(const fs::path& path, const ReadOptions& options) {
  return io::with_own_reasons([&] { return io::open_image(path, options, io::Strictness::lenient).header; });
}

FileFacts read_file_facts(const fs::path& path, const ReadOptions& options) {
  return io::with_own_reasons([&]() -> FileFacts {
    const io::OpenImage file = io::open_image(path, options, io::Strictness::lenient);
    return {io::gather_metadata(file), io::notes_on(file), file.orientation};
  });
}

// The JPEG library tells of its first warning alone: behind a harmless one the file may end too early, which is an
// error to `lenient` and none to `any`.
FileImage read_image(const fs::path& path, const ReadOptions& options) {
  std::string mistake;
  for (auto strictness = io::Strictness::strict;;) {
    try {
      FileImage file =
          io::with_own_reasons([&] { return read(io::open_image(path, options, strictness), strictness); });
      if (!mistake.empty()) file.notes.push_back(note_on(mistake, strictness));
      return file;
    } catch (const Error& error) {
      mistake = mistake_of(error, path);
      const bool harmless = strictness == io::Strictness::strict && is_harmless(mistake);
      if (strictness == io::Strictness::any || (!harmless && options.strict)) throw;
      strictness = harmless ? io::Strictness::lenient : io::Strictness::any;
    }
  }
}

}  // namespace lenslet
