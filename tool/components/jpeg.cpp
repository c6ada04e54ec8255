// A part of the tool: JPEG on the device.
#include "tool/components/jpeg.hpp"

namespace lenslet::cli {
namespace {

constexpr JpegCodec codec{
    .read_jpeg_info = read_jpeg_info, .tune_decoding = tune_decoding, .jpeg_coders = lenslet::jpeg_coders};

const Offer offer(jpeg_codec, codec);

}  // namespace
}  // namespace lenslet::cli
