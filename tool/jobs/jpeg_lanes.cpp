// Lanes are made when they are needed and kept, with the memory that they have grown to. On a CPU there is one: kernels
// of one image use all cores already.
#include "tool/jobs/jpeg_lanes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/error.hpp>
#include <optional>

namespace lenslet::cli {
namespace {

// What turns a stored image upright (TIFF 6.0, tag 274).
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

}  // namespace

JpegLanes::JpegLanes(const Session& session, const FileOptions& options, std::size_t most)
    : session_(session),
      encoding_{.quality = options.write.quality, .restart = options.write.restart, .optimize = options.write.optimize},
      decoding_{.max_pixels = options.limits.max_pixels},
      left_(session.device().kind == DeviceKind::cpu ? 1 : std::max<std::size_t>(most, 1)) {
  Image image({16, 16}, {PixelType::u8, 3});
  std::fill_n(image.data(), image.stride() * image.height(), std::byte{128});
  decode(encode(session.upload(image), "4:2:0"));
}

std::vector<Plan>& JpegLanes::turns(int orientation, const ImageType& type) {
  const std::lock_guard lock(mutex_);
  return turns_[{orientation, type.size.width, type.size.height, type.format.channels}];
}

void JpegLanes::prepare_turn(int orientation, const ImageType& type) {
  std::vector<Plan>& kept = turns(orientation, type);
  if (!kept.empty()) return;
  std::vector<Plan> plans;  // all of them or none are kept
  ValueType input = type;
  for (const Call& call : calls_for(orientation)) {
    plans.push_back(session_.plan(Work{call, {input}}));
    input = plans.back().outputs().front();
  }
  const std::lock_guard lock(mutex_);
  kept = std::move(plans);
}

DeviceImage JpegLanes::upright(const DeviceImage& image, int orientation) {
  DeviceImage turned = image;
  const std::vector<Plan>& plans = turns(orientation, {image.format(), image.size()});
  if (orientation != 1 && plans.empty())
    throw Error(ErrorKind::unsupported, fmt::format("its EXIF orientation is {}", orientation));
  for (const Plan& plan : plans) turned = plan.run(turned).front();
  return turned;
}

JpegLanes::Lane JpegLanes::make_lane() const {
  return jpeg_codec->make_coder(session_, encoding_, decoding_);
}

JpegLanes::Lane JpegLanes::take() {
  std::unique_lock lock(mutex_);
  free_.wait(lock, [&] { return !idle_.empty() || left_ > 0; });
  if (idle_.empty()) {
    --left_;
    return make_lane();
  }
  Lane lane = std::move(idle_.back());
  idle_.pop_back();
  return lane;
}

void JpegLanes::give_back(Lane lane) {
  {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(lane));
  }
  free_.notify_one();
}

// A lane whose work failed is made anew.
void JpegLanes::use(const std::function<void(JpegCoder&)>& work) {
  Lane lane = take();
  try {
    work(*lane);
  } catch (...) {
    give_back(make_lane());
    throw;
  }
  give_back(std::move(lane));
}

JpegDecoded JpegLanes::decode(std::span<const std::byte> file) {
  std::optional<JpegDecoded> decoded;
  use([&](JpegCoder& coder) { decoded = coder.decode(file); });
  return *std::move(decoded);
}

std::vector<std::byte> JpegLanes::encode(const DeviceImage& image, const std::string& sampling) {
  std::vector<std::byte> file;
  use([&](JpegCoder& coder) { file = coder.encode(image, sampling); });
  return file;
}

}  // namespace lenslet::cli
