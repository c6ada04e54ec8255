// A part of the tool: JPEG on the device.
#include "tool/components/jpeg.hpp"

#include <map>
#include <optional>

namespace lenslet::cli {
namespace {

class Coder : public JpegCoder {
 public:
  Coder(const Session& session, const Jpeg& encoding, const JpegDecoding& decoding)
      : session_(session), encoding_(encoding), decoding_(decoding) {}

  JpegDecoded decode(std::span<const std::byte> file) override {
    if (!decoder_) decoder_.emplace(session_, decoding_);
    return std::move(decoder_->decode({file}).front());
  }

  std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling) override {
    const std::span<const std::byte> coded = encoder(sampling).encode({image}).front();
    return {coded.begin(), coded.end()};
  }

 private:
  JpegEncoder& encoder(const std::string& sampling) {
    const auto found = encoders_.find(sampling);
    if (found != encoders_.end()) return found->second;
    encoding_.sampling = sampling;
    return encoders_.emplace(sampling, JpegEncoder(session_, encoding_)).first->second;
  }

  Session session_;
  Jpeg encoding_;
  JpegDecoding decoding_;
  std::optional<JpegDecoder> decoder_;
  std::map<std::string, JpegEncoder> encoders_;  // by sampling
};

std::unique_ptr<JpegCoder> make_coder(const Session& session, const Jpeg& encoding, const JpegDecoding& decoding) {
  return std::make_unique<Coder>(session, encoding, decoding);
}

constexpr JpegCodec codec{.read_jpeg_info = read_jpeg_info, .tune_decoding = tune_decoding, .make_coder = make_coder};

const Offer offer(jpeg_codec, codec);

}  // namespace
}  // namespace lenslet::cli
