// Which codec for image files is the fastest here, the host's or the device's, and which way of the device's codec.
// Components that have codecs measure them; the tuning store keeps the times for later processes.
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

// The names of these works and codecs in the tuning store, where ops have their own names and schedules.
inline constexpr std::string_view jpeg_decode = "jpeg.decode", jpeg_encode = "jpeg.encode";
inline constexpr std::string_view host_codec = "host", device_codec = "device";
inline constexpr std::string_view jpeg_way = "jpeg.way";  // by the ways of JpegDecoding

struct CodecCase {
  std::string op;      // jpeg_decode, jpeg_encode or jpeg_way
  PixelFormat format;  // of the pixels
  Size size;
  std::size_t at_a_time = 1;  // images that a batch has under way, or that one call decodes
  std::string layout = {};    // for jpeg_way: in words, what else of a file decides
};

// The times for one image by codec or by way, measured in turns. They go from the file's bytes to device memory, or
// back.
struct CodecTimes {
  std::map<std::string, Measured, std::less<>> by;

  double ms(std::string_view codec) const { return by.find(codec)->second.median_ms; }  // of a codec that `by` has
  const std::string& fastest() const;                                                   // `by` must not be empty
};

// Returns the statistics of calls that the host's clock timed. There must be at least one.
Measured measured_by_host(std::span<const double> ms);

// Returns what was measured for the case on this device under this driver. Of sizes within a factor of four in pixels,
// the nearest counts, and its times are scaled to the wanted size. Absent where fewer than two codecs were measured.
std::optional<CodecTimes> codec_times(const Session& session, const CodecCase& wanted);

// Stores times for the case. Where that fails the times stay in the session, and tuning_problem() says why.
void keep_codec_times(const Session& session, const CodecCase& measured, const CodecTimes& times);

}  // namespace lenslet
