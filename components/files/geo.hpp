// Where on earth the pixels of a GeoTIFF lie (OGC 19-008), and GDAL's tags.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/pixel.hpp>
#include <lenslet/placement.hpp>

#include "files/tiff_input.hpp"

namespace lenslet::io {

struct Geo {
  std::vector<double> scale = {};        // 33550: of a pixel, in x, y and z
  std::vector<double> tiepoints = {};    // 33922: six numbers each, a place in the image and one in the model
  std::vector<double> transform = {};    // 34264: a matrix of 4 x 4 from places in the image to those in the model
  std::vector<std::uint16_t> keys = {};  // 34735
  std::vector<double> key_doubles = {};  // 34736
  std::string key_text = {};             // 34737
  std::string gdal = {};                 // 42112: XML
  std::string nodata = {};               // 42113: a number
  std::vector<double> rpc = {};          // 50844: rational polynomials from places on earth to those in the image

  std::optional<double> nodata_number() const;  // nothing if the text does not begin with a number
  bool has_places() const { return !scale.empty() || !tiepoints.empty() || !transform.empty(); }
};

// Reads the tags of the file's directory; nothing if it has none.
std::optional<Geo> read_geo(const TiffInput& file);

// Returns the tags for an image that shows the old one at this placement. Throws nothing. A matrix that cannot be
// inverted is left out, and so are the coefficients of RPC if pixels have moved.
Geo moved(const Geo& geo, const Placement& placement);

// Removes tags that do not hold for samples of another kind or for changed samples: statistics, and a value for missing
// data that the type lacks. Returns notes for the user.
std::vector<std::string> fit_samples(Geo& geo, PixelFormat before, PixelFormat after);

// Sets the tags of the next directory, or of the one being changed.
void set_geo(TIFF* file, const Geo& geo);

}  // namespace lenslet::io
