// Samples of TIFF files as ours: of any width up to 16 bits, floats, white that is 0, colours multiplied by alpha.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <lenslet/pixel.hpp>

#include "files/tiff_facts.hpp"

namespace lenslet::io {

// The type that holds the samples: integers of up to 16 bits are scaled to all of its range, others are held exactly.
PixelType held_type(const TiffFacts& facts);

// Returns what a number of the file is in that type.
double held_value(const TiffFacts& facts, double value);

// A row's samples in one plane as libtiff gives them, and where they go: every `step`th sample from `to` on.
struct TiffSamples {
  const std::byte* from;
  std::int64_t count;
  std::byte* to;
  int step;
};
void hold(const TiffFacts& facts, const TiffSamples& samples);

// Makes of a whole row's samples what they mean: 0 is black, and colours are not multiplied by alpha.
void make_plain(const TiffFacts& facts, std::byte* row, std::int64_t width);

}  // namespace lenslet::io
