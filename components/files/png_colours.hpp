// A PNG file's colours without an ICC profile, and its number of pictures. libvips reads neither.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::io {

struct PngColours {
  std::string gamma = {};           // the bytes of the chunk gAMA
  std::string chromaticities = {};  // of cHRM
  int frames = 1;                   // pictures of an APNG, with the one that other programs show

  bool is_empty() const { return gamma.empty() && chromaticities.empty(); }
  bool is_srgb() const;       // or nearly
  std::string words() const;  // "gamma of 0.45455 and its primaries are"
};

PngColours read_png_colours(const std::filesystem::path& path);

// Inserts the chunks after the header of the file `saved`. Throws Error of kind io that names `path` if it cannot.
void insert_png_colours(const std::filesystem::path& saved, const std::filesystem::path& path,
                        const PngColours& colours);

}  // namespace lenslet::io
