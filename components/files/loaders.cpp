// libvips has loaders for some twenty formats, chosen by a file's bytes whatever its name: among them some that run
// programs (ImageMagick for an SVG), open other files that the file names (SVG, PDF, whole-slide and Analyze files) or
// compute for ever. vips_block_untrusted_set() is no help: it would hold for the whole process, whose own use of
// libvips is not ours to change, and it refuses PNM, JPEG 2000 and JPEG XL too.
#include "files/loaders.hpp"

#include <fstream>
#include <string_view>

#include "files/bmp_file.hpp"
#include "files/bmp_header.hpp"
#include "files/bytes.hpp"
#include "files/vips.hpp"

namespace lenslet::io {
namespace {

// The loaders stand in the order in which libvips asks: by their priorities. Each reads its one file and runs nothing.
// The one for .v, which we write ourselves, reads a header of 64 bytes whose fields libvips checks, bare samples, and
// XML that expat parses without external entities.
constexpr const char* safe_loaders[] = {"vipsload", "webpload", "pngload",  "ppmload", "gifload", "jpegload",
                                        "tiffload", "heifload", "jp2kload", "jxlload", "radload"};

// Tells whether a file begins as a TIFF. libvips takes it for its loader's only where it finds the first directory,
// which often stands at the end.
bool begins_tiff(const std::filesystem::path& path) {
  char bytes[4] = {};
  std::ifstream(path, std::ios::binary).read(bytes, sizeof bytes);
  const std::string_view first(bytes, sizeof bytes);
  using namespace std::string_view_literals;
  return first == "II*\0"sv || first == "MM\0*"sv || first == "II+\0"sv || first == "MM\0+"sv;
}

bool is_bmp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return begins_bmp(take(file, 2));
}

}  // namespace

const char* find_loader(const std::filesystem::path& path, const std::filesystem::path& name, bool unsafe) {
  if (unsafe) {
    if (is_bmp(path)) return bmp_loader;
    if (const char* loader = vips_foreign_find_load(path.c_str())) return vips_nickname_find(g_type_from_name(loader));
    throw file_error("read", name, "not an image in a format known here");
  }
  for (const char* loader : safe_loaders)
    if (vips_foreign_is_a(loader, path.c_str())) return loader;
  if (is_bmp(path)) return bmp_loader;
  if (const std::string problem = opening_problem(path); !problem.empty()) throw file_error("read", name, problem);
  if (begins_tiff(path)) throw file_error("read", name, damaged);
  throw file_error(
      "read", name,
      "not an image in a format that is read safely: PNG, JPEG, TIFF, WebP, GIF, PNM, BMP, HEIF, JPEG XL, JPEG "
      "2000, Radiance; any other needs --unsafe-loaders (ReadOptions::unsafe_loaders)");
}

}  // namespace lenslet::io
