// What a PNG file says of its colours where it has no ICC profile, and how many pictures it has: libvips reads neither.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::io {

struct PngColours {
  std::string gamma = {};           // the bytes of the chunk gAMA
  std::string chromaticities = {};  // of cHRM
  int frames = 1;                   // of an APNG, the picture that other programs show among them

  bool is_empty() const { return gamma.empty() && chromaticities.empty(); }
  bool is_srgb() const;       // or nearly so
  std::string words() const;  // "gamma of 0.45455 and its primaries are"
};

PngColours read_png_colours(const std::filesystem::path& path);

// Puts the chunks behind the header of the file `saved`. Throws Error of kind io that names `path` where it cannot.
void insert_png_colours(const std::filesystem::path& saved, const std::filesystem::path& path,
                        const PngColours& colours);

}  // namespace lenslet::io
