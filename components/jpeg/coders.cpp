// Makes coders when they are needed, and keeps them with the memory that they have grown to.
#include <lenslet/jpeg.hpp>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// The calls that turn a stored image upright (TIFF 6.0, tag 274).
std::vector<Call> calls_for(int orientation) {
  const auto flip = [](const char* direction) { return Call{"flip", {{"direction", std::string(direction)}}}; };
  const auto rotate = [](std::int64_t degrees) { return Call{"rotate", {{"degrees", degrees}}}; };
  switch (orientation) {
    case 2:
      return {flip("horizontal")};
    case 3:
      return {rotate(180)};
    case 4:
      return {flip("vertical")};
    case 5:
      return {{"transpose", {}}};
    case 6:
      return {rotate(90)};
    case 7:
      return {{"transpose", {}}, rotate(180)};
    case 8:
      return {rotate(270)};
    default:
      return {};
  }
}

// A decoder, and an encoder for each sampling. Each is made at its first use.
class Coder {
 public:
  Coder(const Session& session, const Jpeg& encoding, const JpegDecoding& decoding)
      : session_(session), encoding_(encoding), decoding_(decoding) {}

  JpegDecoded decode(std::span<const std::byte> file) {
    if (!decoder_) decoder_.emplace(session_, decoding_);
    return std::move(decoder_->decode({file}).front());
  }

  std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling) {
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

using Turns = std::vector<Plan>;  // one after the other

class Coders final : public JpegCoders {
 public:
  Coders(const Session& session, std::size_t count, const Jpeg& encoding, const JpegDecoding& decoding)
      : session_(session),
        encoding_(encoding),
        decoding_(decoding),
        left_(session.device().kind == DeviceKind::cpu ? 1 : std::max<std::size_t>(count, 1)) {}

  JpegDecoded decode(std::span<const std::byte> file) override {
    return use([&](Coder& coder) { return coder.decode(file); });
  }
  std::vector<std::byte> encode(const DeviceImage& image, const std::string& sampling) override {
    return use([&](Coder& coder) { return coder.encode(image, sampling); });
  }
  void prepare_turn(int orientation, const ImageType& type) override;
  DeviceImage upright(const DeviceImage& image, int orientation) override;

 private:
  std::unique_ptr<Coder> make_coder() const { return std::make_unique<Coder>(session_, encoding_, decoding_); }
  std::unique_ptr<Coder> take();
  void give_back(std::unique_ptr<Coder> coder);
  template <class Work>
  std::invoke_result_t<Work, Coder&> use(const Work& work);
  std::shared_ptr<const Turns>& turns(int orientation, const ImageType& type);  // the caller holds the lock

  Session session_;
  Jpeg encoding_;
  JpegDecoding decoding_;
  std::mutex mutex_;  // guards the members below
  std::condition_variable free_;
  std::vector<std::unique_ptr<Coder>> idle_;
  std::size_t left_;  // coders that may still be made
  std::map<std::tuple<int, std::int64_t, std::int64_t, int>, std::shared_ptr<const Turns>>
      turns_;  // by what turns() takes
};

std::shared_ptr<const Turns>& Coders::turns(int orientation, const ImageType& type) {
  return turns_[{orientation, type.size.width, type.size.height, type.format.channels}];
}

void Coders::prepare_turn(int orientation, const ImageType& type) {
  {
    const std::lock_guard lock(mutex_);
    if (turns(orientation, type)) return;
  }
  Turns plans;  // all or none are kept
  ValueType input = type;
  for (const Call& call : calls_for(orientation)) {
    plans.push_back(session_.plan(Work{call, {input}}));
    input = plans.back().outputs().front();
  }
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const Turns>& kept = turns(orientation, type);  // another thread may have made them first
  if (!kept) kept = std::make_shared<const Turns>(std::move(plans));
}

DeviceImage Coders::upright(const DeviceImage& image, int orientation) {
  DeviceImage turned = image;
  if (calls_for(orientation).empty()) return turned;
  std::unique_lock lock(mutex_);
  const std::shared_ptr<const Turns> plans = turns(orientation, {image.format(), image.size()});
  lock.unlock();
  if (!plans) throw Error(ErrorKind::unsupported, fmt::format("its EXIF orientation is {}", orientation));
  for (const Plan& plan : *plans) turned = plan.run(turned).image();
  return turned;
}

std::unique_ptr<Coder> Coders::take() {
  std::unique_lock lock(mutex_);
  free_.wait(lock, [&] { return !idle_.empty() || left_ > 0; });
  if (idle_.empty()) {
    --left_;
    return make_coder();
  }
  std::unique_ptr<Coder> coder = std::move(idle_.back());
  idle_.pop_back();
  return coder;
}

void Coders::give_back(std::unique_ptr<Coder> coder) {
  {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(coder));
  }
  free_.notify_one();
}

// Uses a coder. If its work fails, a new one replaces it.
template <class Work>
std::invoke_result_t<Work, Coder&> Coders::use(const Work& work) {
  std::unique_ptr<Coder> coder = take();
  try {
    auto made = work(*coder);
    give_back(std::move(coder));
    return made;
  } catch (...) {
    give_back(make_coder());
    throw;
  }
}

}  // namespace

std::unique_ptr<JpegCoders> jpeg_coders(const Session& session, std::size_t count, const Jpeg& encoding,
                                        const JpegDecoding& decoding) {
  auto coders = std::make_unique<Coders>(session, count, encoding, decoding);
  Image image({16, 16}, {SampleType::u8, 3});
  std::fill_n(image.data(), image.stride() * image.height(), std::byte{128});
  coders->decode(coders->encode(session.upload(image), "4:2:0"));
  return coders;
}

}  // namespace lenslet
