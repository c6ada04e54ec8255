// libjpeg-turbo's stages one by one, on the calling thread, with the time of each: what a device's are compared with.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "codec/frame.hpp"

namespace lenslet::codec {

// The file that `cjpeg -dct int` writes of u8 with three channels. Of the options it heeds quality, restart
// markers, and sampling as 4:2:0 or 4:4:4.
std::vector<std::byte> host_file(const ImageView& image, const Jpeg& options);

struct HostDecoding {
  double entropy_ms = 0;  // of the codes, to coefficients in memory
  double inverse_ms = 0;  // dequantisation and inverse transform
  double pixels_ms = 0;   // these, up-sampling and colour
};

struct HostEncoding {
  double entropy_ms = 0;  // coding of coefficients in memory
  double samples_ms = 0;  // transform, quantisation and coding of samples that are sub-sampled already
  double pixels_ms = 0;   // all
};

// The samples of whole MCUs, component after component, with pointers to their rows, as libjpeg-turbo takes them.
class HostSamples {
 public:
  explicit HostSamples(Frame frame);

  const Frame& frame() const { return frame_; }
  unsigned char*** from_line(unsigned line);  // of the image, the first of a row of MCUs

 private:
  Frame frame_;
  std::vector<unsigned char> samples_;
  std::array<std::vector<unsigned char*>, 3> rows_;
  std::array<unsigned char**, 3> parts_{};
};

// An image with its file, to be taken apart as often as times are wanted.
class HostStages {
 public:
  HostStages(const Image& image, const Jpeg& options);

  const std::vector<std::byte>& file() const { return file_; }
  HostDecoding decode();
  HostEncoding encode();

 private:
  Image image_, decoded_;
  Jpeg options_;
  std::vector<std::byte> file_;
  HostSamples samples_;  // of the file
};

}  // namespace lenslet::codec
