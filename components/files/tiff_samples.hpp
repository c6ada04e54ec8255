// Converts samples of TIFF files to ours: any width up to 16 bits, floats, white as 0, colours multiplied by alpha.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <lenslet/pixel.hpp>

#include "files/tiff_facts.hpp"

namespace lenslet::io {

// The type that holds the samples. Integers of up to 16 bits are scaled to its full range; others are held exactly.
SampleType held_type(const TiffFacts& facts);

// Converts a number of the file to that type.
double held_value(const TiffFacts& facts, double value);

// A row's samples in one plane as libtiff returns them, and their target: every `step`th sample from `to` on.
struct TiffSamples {
  const std::byte* from;
  std::int64_t count;
  std::byte* to;
  int step;
};
void hold(const TiffFacts& facts, const TiffSamples& samples);

// The same. Where `from` is null, the samples are not in the file, and have the value for missing data, as in GDAL.
void hold_run(const TiffFacts& facts, const std::byte* from, std::int64_t count, std::byte* to, int step);

// Converts a whole row's samples so that 0 is black, and colours are not multiplied by alpha.
void make_plain(const TiffFacts& facts, std::byte* row, std::int64_t width);

}  // namespace lenslet::io
