// The public functions that decode.
#include <memory>
#include <utility>

#include <lenslet/jpeg.hpp>

#include "jpeg/decoder.hpp"

namespace lenslet {

struct JpegDecoder::State : codec::Decoder {
  using codec::Decoder::Decoder;
};

JpegDecoder::JpegDecoder(const Session& session, const JpegDecoding& options)
    : state_(std::make_unique<State>(session, options)) {}
JpegDecoder::JpegDecoder(JpegDecoder&&) noexcept = default;
JpegDecoder& JpegDecoder::operator=(JpegDecoder&&) noexcept = default;
JpegDecoder::~JpegDecoder() = default;

std::vector<JpegDecoded> JpegDecoder::decode(const std::vector<std::span<const std::byte>>& files) {
  return state_->decode(files);
}

JpegDecoded decode(const Session& session, std::span<const std::byte> file, const JpegDecoding& options) {
  return std::move(JpegDecoder(session, options).decode({file}).front());
}

}  // namespace lenslet
