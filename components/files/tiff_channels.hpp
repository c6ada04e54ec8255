// What the channels of a TIFF file that we write mean.
#pragma once

#include <filesystem>
#include <optional>

#include "files/geo.hpp"

namespace lenslet::io {

struct TiffChannels {
  int colours = 1, others = 0;  // channels
  bool alpha = false;           // the last of the others; the rest of these means nothing that TIFF has a word for
  bool is_cmyk = false;
};

// `is_bands`: there is no colour among them.
TiffChannels channels_of(int channels, bool alpha, bool is_cmyk, bool is_bands);

bool set_channels(TIFF* file, const TiffChannels& channels);  // returns whether libtiff took them

// Sets these tags of a whole file; errors name `path`. Throws Error of kind io.
void amend_tiff_file(const std::filesystem::path& file, const std::filesystem::path& path, const TiffChannels& channels,
                     const std::optional<Geo>& geo);

}  // namespace lenslet::io
