// libjpeg-turbo's stages one by one, on the calling thread, with the time of each. A device's stages are compared with
// them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/frame.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// The file that `cjpeg -dct int` writes for u8 with three channels. It heeds these options: quality, restart markers,
// and sampling as 4:2:0 or 4:4:4.
std::vector<std::byte> host_file(const ImageView& image, const Jpeg& options);

// The time by the clock, and the thread's time on the processor. Other processes delay only the first.
struct HostTime {
  double ms = 0, processor_ms = 0;
};

struct HostDecoding {
  HostTime codes;    // to coefficients in memory
  HostTime inverse;  // dequantisation and inverse transform
  HostTime pixels;   // inverse transform, up-sampling and colour
};

struct HostEncoding {
  HostTime codes;                     // of coefficients in memory
  HostTime samples;                   // transform, quantisation and codes, from sub-sampled samples
  HostTime pixels;                    // all
  std::vector<std::byte> coded = {};  // the file of the coefficients
};

// The samples of whole MCUs, component by component, with pointers to their rows, as libjpeg-turbo takes them.
class HostSamples {
 public:
  explicit HostSamples(Frame frame);

  const Frame& frame() const { return frame_; }
  unsigned char*** from_line(unsigned line);  // of the image, the first line of a row of MCUs

 private:
  Frame frame_;
  std::vector<unsigned char> samples_;
  std::array<std::vector<unsigned char*>, 3> rows_;
  std::array<unsigned char**, 3> parts_{};
};

// An image with its file. Its stages can be timed any number of times.
class HostStages {
 public:
  HostStages(const Image& image, const Jpeg& options);

  const std::vector<std::byte>& file() const { return file_; }
  const Image& decoded() const { return decoded_; }
  HostDecoding decode();
  HostEncoding encode();

 private:
  Image image_, decoded_;
  Jpeg options_;
  std::vector<std::byte> file_;
  HostSamples samples_;  // of the file
};

}  // namespace lenslet::codec
#pragma GCC visibility pop
