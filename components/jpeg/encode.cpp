// The public functions that encode.
#include <memory>

#include <lenslet/jpeg.hpp>

#include "jpeg/encode_options.hpp"
#include "jpeg/encoder.hpp"

namespace lenslet {

struct JpegEncoder::State : codec::Encoder {
  using codec::Encoder::Encoder;
};

JpegEncoder::JpegEncoder(const Session& session, const Jpeg& options)
    : state_(std::make_unique<State>(session, options)) {}
JpegEncoder::JpegEncoder(JpegEncoder&&) noexcept = default;
JpegEncoder& JpegEncoder::operator=(JpegEncoder&&) noexcept = default;
JpegEncoder::~JpegEncoder() = default;

std::vector<std::span<const std::byte>> JpegEncoder::encode(const std::vector<DeviceImage>& images) {
  return state_->encode(images);
}

std::vector<std::string> JpegEncoder::stages() const {
  return state_->stages();
}

std::uint64_t JpegEncoder::device_bytes() const {
  return state_->device_bytes();
}

std::vector<std::vector<std::byte>> encode(const Session& session, const std::vector<DeviceImage>& images,
                                           const Jpeg& options) {
  JpegEncoder encoder(session, options);
  std::vector<std::vector<std::byte>> files;
  for (const std::span<const std::byte> file : encoder.encode(images)) files.emplace_back(file.begin(), file.end());
  return files;
}

std::vector<std::byte> encode(const Session& session, const DeviceImage& image, const Jpeg& options) {
  return std::move(encode(session, std::vector{image}, options).front());
}

std::vector<std::byte> encode(const Session& session, const ImageView& image, const Jpeg& options) {
  return encode(session, session.upload(image), options);
}

}  // namespace lenslet
