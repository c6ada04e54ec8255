// The component lenslet::jpeg, as the tool uses it.
#pragma once

#include <cstddef>
#include <lenslet/jpeg.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// A decoder, and an encoder for each sampling, made when they are first used. Throw what JpegDecoder and JpegEncoder
// do.
class JpegCoder {
 public:
  virtual ~JpegCoder() = default;
  virtual JpegDecoded decode(std::span<const std::byte> file) = 0;
  virtual std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling) = 0;
};

// The functions of the same names in <lenslet/jpeg.hpp>.
struct JpegCodec {
  decltype(lenslet::read_jpeg_info)* read_jpeg_info;
  decltype(lenslet::tune_decoding)* tune_decoding;
  std::unique_ptr<JpegCoder> (*make_coder)(const Session& session, const Jpeg& encoding, const JpegDecoding& decoding);
};

inline constinit Component<JpegCodec> jpeg_codec{
    {"lenslet::jpeg", "the codec for JPEG on devices", "LENSLET_JPEG", "libjpeg-turbo (libjpeg-dev)"}};

}  // namespace lenslet::cli
