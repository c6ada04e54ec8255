// The component lenslet::jpeg, as the tool uses it.
#pragma once

#include <lenslet/jpeg.hpp>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// The functions of these names in <lenslet/jpeg.hpp>.
struct JpegCodec {
  decltype(lenslet::read_jpeg_info)* read_jpeg_info;
  decltype(lenslet::tune_decoding)* tune_decoding;
  decltype(lenslet::jpeg_coders)* jpeg_coders;
};

inline constinit Component<JpegCodec> jpeg_codec{
    {"lenslet::jpeg", "the codec for JPEG on devices", "LENSLET_JPEG", "libjpeg-turbo (libjpeg-dev)"}};

}  // namespace lenslet::cli
