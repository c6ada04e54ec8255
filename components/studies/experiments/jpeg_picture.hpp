// What the parts of the study `jpeg` work on: a picture, its file, the file's contents, and the results that kernels
// must give.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "jpeg/host_stages.hpp"
#include "jpeg/quantization.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {

inline const Jpeg jpeg_options{.quality = 90, .sampling = "4:2:0"};
inline constexpr std::size_t jpeg_components = 3;
inline constexpr double rounding =
    0.51;  // how far a rounded number may be from what it should be, with a float's error

// Makes a picture that a coder cannot tell from a photograph: "dead leaves", discs that hide one another, with sizes by
// a power law. They have the statistics of natural images (Lee, Mumford and Huang 2001). A lens's blur, slowly changing
// light and a sensor's noise are added.
Image make_photograph(Size size);

// The values of each component, block by block in the order of the coded data: MCU after MCU.
template <class T>
using Blocks = std::array<std::vector<T>, jpeg_components>;

struct JpegPicture {
  explicit JpegPicture(Size size);  // multiples of 16

  Size size, mcus;
  Image pixels;
  codec::HostStages host;
  std::array<codec::QuantTable, 2> quant;  // of luminance and chrominance
  Blocks<std::int16_t> coefficients;       // those of the file
  Blocks<float> samples;                   // of the file, by plain C++ in double, not rounded

  // Returns the contents of planes: Y, then Cb and Cr. Each sample of Cb and Cr is repeated `spread` times across and
  // down.
  std::vector<std::uint8_t> planes(std::size_t spread) const;

  // Says what is wrong with planes of an image of this size. Only samples inside it count. A sample is right if it may
  // be rounded from the exact one, which float arithmetic may move by a hundredth.
  Mismatch mismatch_in(const std::vector<std::uint8_t>& found, Size image, std::size_t spread) const;
};

// Rounds to the nearest of 0 to 255.
std::uint8_t rounded_sample(double value);

// Finds the sample (x, y) of a component in its blocks. `across` is the number of MCUs in a row.
std::size_t place_in_blocks(std::size_t component, std::size_t x, std::size_t y, std::size_t across);

// Transforms 64 numbers in double: coefficients to samples about 0, or samples to coefficients (ITU T.81 A.3.3).
using Block = std::array<double, 64>;
Block inverse_transform(const Block& coefficients);
Block forward_transform(const Block& samples);

}  // namespace lenslet::study
