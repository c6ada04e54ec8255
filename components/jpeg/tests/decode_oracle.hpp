// libjpeg-turbo's decoder, and files for it and for ours, of more kinds than the encoder makes.
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
  bool own_scans = false;  // whether each component has a scan
};

std::string text_of(const Writing& writing);

// The image has as many channels as there are factors; four are CMYK.
std::vector<std::byte> write_jpeg(const ImageView& image, const Writing& writing);

struct Wanted {
  Image image;
  bool has_warnings;
  std::string error;  // empty: none
};

// What `djpeg -dct int` makes of a file, `scale` times smaller.
Wanted wanted_of(std::span<const std::byte> file, int scale = 1);

// Where two images differ first; empty: nowhere.
std::string pixel_difference(const Image& found, const Image& wanted);

}  // namespace lenslet
