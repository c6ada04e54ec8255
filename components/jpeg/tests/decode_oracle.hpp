// libjpeg-turbo's decoder, and files of more kinds than the encoder makes, for it and for ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lenslet/image.hpp>

namespace lenslet {

// How libjpeg-turbo writes a file.
struct Writing {
  struct Factors {
    int h, v;
  };
  std::vector<Factors> factors = {{2, 2}, {1, 1}, {1, 1}};  // of each component
  int quality = 90;
  int restart = 0;
  bool optimize = false, progressive = false, arithmetic = false;
  bool rgb = false;        // whether components are RGB and not YCbCr
  bool own_scans = false;  // whether each component has its own scan
};

std::string text_of(const Writing& writing);

// The image has one channel for each of the factors. Four channels are CMYK.
std::vector<std::byte> write_jpeg(const ImageView& image, const Writing& writing);

struct Wanted {
  Image image;
  bool has_warnings;
  std::string error;  // empty: none
};

// The result of `djpeg -dct int` for a file, `scale` times smaller.
Wanted wanted_of(std::span<const std::byte> file, int scale = 1);

// Where two images differ first; empty if they are equal.
std::string pixel_difference(const Image& found, const Image& wanted);

}  // namespace lenslet
