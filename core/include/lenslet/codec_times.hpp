// Which codec of image files is the fastest here, the host's or the device's, and which way of the device's. Who has
// them measures them; the tuning store keeps what was found, for the next process.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lenslet/image.hpp>
#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

namespace lenslet {

// As the store calls these works and what does them, beside ops and schedules.
inline constexpr std::string_view jpeg_decode = "jpeg.decode", jpeg_encode = "jpeg.encode";
inline constexpr std::string_view host_codec = "host", device_codec = "device";
inline constexpr std::string_view jpeg_way = "jpeg.way";  // by the ways of JpegDecoding

struct CodecCase {
  std::string op;      // one of the three above
  PixelFormat format;  // of the pixels
  Size size;
  std::size_t at_a_time = 1;  // images that a batch has under way, or that a call decodes
  std::string layout = {};    // of ways: what else of a file decides, in words
};

// Times of an image by codec or way, from its file's bytes to device memory or back, taken in turns.
struct CodecTimes {
  std::map<std::string, Measured, std::less<>> by;

  double ms(std::string_view codec) const { return by.find(codec)->second.median_ms; }  // of one that is there
  const std::string& fastest() const;                                                   // where there is any
};

// The times of calls by the host's clock, of which there is one at least.
Measured measured_by_host(std::span<const double> ms);

// Returns what was measured for the case on this device under this driver: of sizes within a factor of four in pixels
// the nearest, with times as if they were of this size. Nothing where fewer than two were.
std::optional<CodecTimes> codec_times(const Session& session, const CodecCase& wanted);

// Stores times for the case. Where that cannot be done they stay in the session, whose tuning_problem() says why.
void keep_codec_times(const Session& session, const CodecCase& measured, const CodecTimes& times);

}  // namespace lenslet
