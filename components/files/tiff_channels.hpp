// The meaning of the channels in TIFF files that we write.
#pragma once

#include <filesystem>
#include <optional>

#include "files/geo.hpp"

namespace lenslet::io {

struct TiffChannels {
  int colours = 1, others = 0;  // channels
  bool alpha = false;           // whether the last of the others is alpha; TIFF has no word for the rest
  bool is_cmyk = false;
};

// With `is_bands` no channel is a colour.
TiffChannels channels_of(int channels, bool alpha, bool is_cmyk, bool is_bands);

bool set_channels(TIFF* file, const TiffChannels& channels);  // returns whether libtiff accepted them

// In no unit that TIFF knows.
struct PlainResolution {
  double x = 1, y = 1;
};

PlainResolution plain_resolution(double x, double y);  // as far as readers take them

// Sets the tags of channels, place and resolution in a finished file. Throws Error of kind io that names `path`.
void amend_tiff_file(const std::filesystem::path& file, const std::filesystem::path& path, const TiffChannels& channels,
                     const std::optional<Geo>& geo, const std::optional<PlainResolution>& resolution);

}  // namespace lenslet::io
