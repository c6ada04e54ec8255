// What a TIFF file says of its picture: which of its images that is, what its samples are and what its channels mean.
// libvips tells too little of it, and reads some files wrongly.
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
  std::uint64_t parts = 0, absent = 0;  // strips or tiles, and those that have no bytes
  TiffAlpha alpha = TiffAlpha::none;    // of the last channel
  bool is_bands = false;                // the channels are neither colours nor alpha
  std::optional<Geo> geo = {};

  std::string type() const;  // of the samples: "u8", "f16", "u12"

  // Whether samples that are read are the file's numbers: neither scaled nor inverted, divided or looked up.
  bool keeps_values() const;

  // GDAL's value of no data; absent where no sample of the file can have it.
  std::optional<double> nodata() const;
};

// Reads them of the file's picture. Throws io for damage, and unsupported for what cannot be read: the message says
// what the file has, and what is allowed.
TiffFacts read_tiff_facts(const std::filesystem::path& path);

// Tells whether libtiff must read the pixels, as libvips does not or does so wrongly: planes, absent tiles, floats of
// 16 bits, integers of a width between, colours that are multiplied by alpha.
bool is_read_by_libtiff(const TiffFacts& facts);

}  // namespace lenslet::io
