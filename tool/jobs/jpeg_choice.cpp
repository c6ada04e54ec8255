// Only measurements decide, and what a codec cannot do. So each run treats the same files in the same way.
#include "tool/jobs/jpeg_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tool/components/jpeg.hpp"
#include "tool/files/value_file.hpp"

namespace lenslet::cli {
std::string_view CodecUse::name() const {
  return device ? device_codec : host_codec;
}

std::string to_text(const CodecUse& use) {
  return fmt::format("the {}{} ({})", use.name(), use.way.empty() ? "" : ", " + use.way, use.why);
}

std::unique_ptr<JpegCoders> open_coders(const Session& session, const FileOptions& options, std::size_t count) {
  return jpeg_codec->jpeg_coders(
      session, count,
      {.quality = options.write.quality, .restart = options.write.restart, .optimize = options.write.optimize},
      {.max_pixels = options.limits.max_pixels});
}

CodecUse choose_codec(const Session& session, const CodecCase& one, CodecWish wish, const std::string& obstacle) {
  if (wish == CodecWish::host) return {false, "--codec host"};
  if (!jpeg_codec) return {false, "this build has no codec for devices"};
  if (!obstacle.empty()) return {false, obstacle};
  if (wish == CodecWish::device) return {true, "--codec device"};
  const std::optional<WayTimes> times = way_times(session, one.work());
  if (!times || !times->by.contains(host_codec) || !times->by.contains(device_codec))
    return {false, "not measured here, which 'lenslet jpeg tune FILE' does"};
  return {times->ms(device_codec) < times->ms(host_codec),
          fmt::format("measured for {} at a time: {:.3g} ms by the device, {:.3g} by the host", one.at_a_time,
                      times->ms(device_codec), times->ms(host_codec))};
}

bool host_has_sampling(const std::string& name) {
  return name.empty() || name == "4:4:4" || name == "4:2:0";
}

bool has_jpeg_suffix(const std::filesystem::path& file) {
  const std::string suffix = suffix_of(file);
  return suffix == ".jpg" || suffix == ".jpeg" || suffix == ".jpe";
}

std::string obstacle_to_encoding(PixelFormat format) {
  if (format.type != SampleType::u8) return fmt::format("samples of {}", name_of(format.type));
  if (format.alpha || (format.channels != 1 && format.channels != 3))
    return fmt::format("{} channels{}", format.channels, format.alpha ? " with alpha" : "");
  return {};
}

}  // namespace lenslet::cli
