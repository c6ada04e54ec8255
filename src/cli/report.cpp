// One text and one JSON object for each file.
#include "report.hpp"

#include <fmt/format.h>

#include <optional>

#include "rate.hpp"
#include "text.hpp"

namespace lenslet::cli {
namespace {

std::string_view name_of_use(CacheUse use) {
  switch (use) {
    case CacheUse::off:
      return "off";
    case CacheUse::hit:
      return "hit";
    case CacheUse::miss:
      return "miss";
    case CacheUse::unavailable:
      break;
  }
  return "unavailable";
}

std::string kernel_text(const FileReport& report, const Timing& timing) {
  const std::string launches = fmt::format("{} launch{}", timing.launches, timing.launches == 1 ? "" : "es");
  if (!has_time(timing.kernel_ms)) return fmt::format("{}; the driver gives no times", launches);
  return fmt::format("{:.3f} ms, {}; the first time {:.3f} ms", timing.kernel_ms, launches, report.timing.kernel_ms);
}

std::string rate_text(const std::optional<Rates>& rates) {
  if (!rates) return "unknown: the driver gives no times";
  return fmt::format("{:.2f} GB/s, {:.0f} % of the device's copy rate of {:.2f} GB/s", rates->kernel * 1e-9,
                     100 * rates->share(), rates->copy * 1e-9);
}

Json time_json(const Timing& timing) {
  return has_time(timing.kernel_ms) ? Json(timing.kernel_ms) : Json();
}

std::string describe(PixelFormat format) {
  return fmt::format("{} x {}{}", name_of(format.type), format.channels, format.alpha ? " with alpha" : "");
}

std::string outputs_of(const FileReport& report) {
  std::vector<std::string> paths;
  for (const auto& path : report.outputs) paths.push_back(path.string());
  return join(paths, " ");
}

}  // namespace

std::string explain(const FileReport& report, const Session& session) {
  const DeviceInfo& device = session.device();
  const Timing& timing = report.again.value_or(report.timing);
  std::string out;
  const auto line = [&](std::string_view name, const std::string& text) { out += entry(name, text, 14); };
  line("file", fmt::format("{} -> {}", report.input.string(), outputs_of(report)));
  line("image", fmt::format("{} x {}, {} -> {}", report.size.width, report.size.height, describe(report.input_format),
                            describe(report.output_format)));
  line("device", fmt::format("{}: {} ({}, {})", device.index, device.name, device.platform, name_of(device.kind)));
  line("driver", fmt::format("{}, {}", device.driver, device.version));
  line("schedule", report.schedule);
  line("why", report.reason);
  line("cache", fmt::format("{}, program ready in {:.2f} ms", name_of_use(report.cache), report.build_ms));
  line("kernel", kernel_text(report, timing));
  line("rate", rate_text(rates(timing.bytes, timing.kernel_ms, session)));
  line("transfer", fmt::format("upload {:.2f} ms, download {:.2f} ms", report.upload_ms, report.download_ms));
  return out;
}

Json to_json(const FileReport& report, const Session& session) {
  Json json{{"input", report.input.string()}};
  json["outputs"] = Json::array();
  for (const auto& path : report.outputs) json["outputs"].push_back(path.string());
  json["width"] = report.size.width;
  json["height"] = report.size.height;
  json["memory_bytes"] = report.memory_bytes;
  json["input_format"] = to_json(report.input_format);
  json["output_format"] = to_json(report.output_format);
  json["schedule"] = report.schedule;
  json["reason"] = report.reason;
  json["cache"] = name_of_use(report.cache);
  json["build_ms"] = report.build_ms;
  json["upload_ms"] = report.upload_ms;
  json["kernel_ms"] = time_json(report.timing);
  json["download_ms"] = report.download_ms;
  json["launches"] = report.timing.launches;
  json["bytes"] = report.timing.bytes;
  json["notes"] = report.notes;
  if (!report.again) return json;
  const std::optional<Rates> found = rates(report.again->bytes, report.again->kernel_ms, session);
  json["best_kernel_ms"] = time_json(*report.again);
  json["bytes_per_second"] = found ? Json(found->kernel) : Json();
  json["copy_bytes_per_second"] = found ? Json(found->copy) : Json();
  json["share_of_copy_rate"] = found ? Json(found->share()) : Json();
  return json;
}

}  // namespace lenslet::cli
