// The component lenslet::jpeg of a tool that is built without it: everything is refused.
#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "cli/files/jpeg_codec.hpp"

namespace lenslet {
namespace {

[[noreturn]] void refuse_codec() {
  throw Error(ErrorKind::unsupported, cli::no_jpeg_codec);
}

}  // namespace

bool cli::has_jpeg_codec() {
  return false;
}

struct JpegEncoder::State {};

JpegEncoder::JpegEncoder(const Session&, const Jpeg&) {
  refuse_codec();
}

JpegEncoder::JpegEncoder(JpegEncoder&&) noexcept = default;
JpegEncoder& JpegEncoder::operator=(JpegEncoder&&) noexcept = default;
JpegEncoder::~JpegEncoder() = default;

std::vector<std::span<const std::byte>> JpegEncoder::encode(const std::vector<DeviceImage>&) {
  refuse_codec();
}

struct JpegDecoder::State {};

JpegDecoder::JpegDecoder(const Session&, const JpegDecoding&) {
  refuse_codec();
}

JpegDecoder::JpegDecoder(JpegDecoder&&) noexcept = default;
JpegDecoder& JpegDecoder::operator=(JpegDecoder&&) noexcept = default;
JpegDecoder::~JpegDecoder() = default;

std::vector<JpegDecoded> JpegDecoder::decode(const std::vector<std::span<const std::byte>>&) {
  refuse_codec();
}

JpegInfo read_jpeg_info(std::span<const std::byte>) {
  refuse_codec();
}

}  // namespace lenslet
