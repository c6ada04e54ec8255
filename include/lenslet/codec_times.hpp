// Which codec of image files is the faster one here, the host's or the device's. Who has both measures them; the tuning
// store keeps what was found, for the next process.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <lenslet/image.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

namespace lenslet {

// As the store calls these works and their ways, beside ops and schedules.
inline constexpr std::string_view jpeg_decode = "jpeg.decode", jpeg_encode = "jpeg.encode";
inline constexpr std::string_view host_codec = "host", device_codec = "device";

struct CodecCase {
  std::string op;      // one of the two above
  PixelFormat format;  // of the pixels
  Size size;
  std::size_t at_a_time = 1;  // images that a batch has under way
};

// Times of an image, from its file's bytes to device memory or back, taken in turns.
struct CodecTimes {
  Measured host, device;

  bool device_is_faster() const { return device.median_ms < host.median_ms; }
};

// Returns what was measured for the case on this device under this driver: of sizes within a factor of four in pixels
// the nearest, with times as if they were of this size. Nothing where none was.
std::optional<CodecTimes> codec_times(const Session& session, const CodecCase& wanted);

// Stores times for the case. Where that cannot be done they stay in the session, whose tuning_problem() says why.
void keep_codec_times(const Session& session, const CodecCase& measured, const CodecTimes& times);

}  // namespace lenslet
