// Where on earth the pixels of a GeoTIFF lie (OGC 19-008), and what GDAL says of them.
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

  std::optional<double> nodata_number() const;  // absent where the text begins with none
  bool has_places() const { return !scale.empty() || !tiepoints.empty() || !transform.empty(); }
};

// Reads the tags of the file's directory; nothing where it has none of them.
std::optional<Geo> read_geo(const TiffInput& file);

// Returns what is true of an image that shows the other at this placement. Throws nothing: a matrix that cannot be
// turned round is left out, and so are the coefficients of RPC where the pixels have moved.
Geo moved(const Geo& geo, const Placement& placement);

// Leaves out what does not hold for samples of another kind, or that were changed: statistics, and a value of no data
// that the type has not. Returns what the user should know of it.
std::vector<std::string> fit_samples(Geo& geo, PixelFormat before, PixelFormat after);

// Sets the tags of the next directory, or of the one that is changed.
void set_geo(TIFF* file, const Geo& geo);

}  // namespace lenslet::io
