// A TIFF file's facts: which of its images is the picture, the kind of its samples, and the meaning of its channels.
// libvips tells too little, and reads some files wrongly.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "files/geo.hpp"
#include "files/tiff_picture.hpp"

namespace lenslet::io {

enum class TiffAlpha : std::uint8_t { none, unassociated, associated };

struct TiffFacts {
  TiffPicture picture;
  int pages = 1;
  std::uint32_t width = 0, height = 0;
  int bits = 1, channels = 1;
  std::uint16_t kind = SAMPLEFORMAT_UINT, photometric = PHOTOMETRIC_MINISBLACK, compression = COMPRESSION_NONE;
  bool is_planar = false, is_tiled = false;
  std::uint64_t parts = 0, absent = 0;  // strips or tiles, and those without bytes
  TiffAlpha alpha = TiffAlpha::none;    // of the last channel
  bool is_bands = false;                // the channels are neither colours nor alpha
  std::optional<Geo> geo = {};

  std::string type() const;  // of the samples: "u8", "f16", "u12"

  // Whether samples are read as the file's numbers: not scaled, inverted, divided or looked up.
  bool keeps_values() const;

  // GDAL's value for missing data; nothing if no sample of the file can have it.
  std::optional<double> nodata() const;
};

// Reads the facts of the file's picture, or of a page, from 0 on. Throws io for damage, and unsupported for what cannot
// be read. The message says what the file has, and what is allowed.
TiffFacts read_tiff_facts(const std::filesystem::path& path, std::optional<int> page = {});

// Reads the facts of the directory at which the file stands. A picture of many bands has no alpha. Throws the same.
TiffFacts read_page_facts(const TiffInput& file, const std::filesystem::path& path);

// Tells whether libtiff can read the pixels of such a picture.
bool may_be_read_by_libtiff(const TiffFacts& facts);

// Tells whether libtiff must read the pixels, since libvips does it wrongly or not at all: planes, absent tiles, 16-bit
// floats, integers of unusual widths, and colours multiplied by alpha.
bool is_read_by_libtiff(const TiffFacts& facts);

}  // namespace lenslet::io
