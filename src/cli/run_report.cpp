// One text and one JSON object for each job.
#include "run_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <lenslet/statistics.hpp>

#include "array_text.hpp"
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

std::string kernel_text(const RunReport& report, const Timing& timing) {
  const std::string launches = fmt::format("{} launch{}", timing.launches, timing.launches == 1 ? "" : "es");
  if (!has_time(timing.kernel_ms)) return fmt::format("{}; the driver gives no times", launches);
  return fmt::format("{:.3f} ms, {}; the first time {:.3f} ms", timing.kernel_ms, launches, report.timing.kernel_ms);
}

std::string rate_text(const std::optional<Rates>& rates) {
  if (!rates) return "unknown: the driver gives no times";
  return fmt::format("{:.2f} GB/s, {:.0f} % of the device's copy rate of {:.2f} GB/s", rates->kernel * 1e-9,
                     100 * rates->share(), rates->copy * 1e-9);
}

Json time_json(double ms) {
  return has_time(ms) ? Json(ms) : Json();
}

std::string value_text(const ReportedValue& value) {
  return fmt::format("{}: {}{}{}{}{}", value.name, to_string(value.type), value.file.empty() ? "" : ", ", value.file,
                     value.column.empty() ? "" : ", column ", value.column);
}

Json value_json(const ReportedValue& value) {
  Json json{{"name", value.name}};
  if (!value.file.empty()) json["file"] = value.file;
  if (const auto* image = std::get_if<ImageType>(&value.type)) {
    json.update({{"width", image->size.width}, {"height", image->size.height}, {"format", to_json(image->format)}});
  } else {
    const auto& array = std::get<ArrayType>(value.type);
    json.update({{"type", name_of(array.type)}, {"shape", array.shape}});
  }
  if (!value.column.empty()) json["column"] = value.column;
  if (value.elements) json["elements"] = elements_json(*value.elements);
  return json;
}

Json values_json(const std::vector<ReportedValue>& values) {
  Json json = Json::array();
  for (const ReportedValue& value : values) json.push_back(value_json(value));
  return json;
}

// The fastest of the launches for --explain.
void add_speed(const RunReport& report, const Session& session, Json& json) {
  if (!report.again) return;
  const std::optional<Rates> found = rates(report.again->bytes, report.again->kernel_ms, session);
  json["best_kernel_ms"] = time_json(report.again->kernel_ms);
  json["bytes_per_second"] = found ? Json(found->kernel) : Json();
  json["copy_bytes_per_second"] = found ? Json(found->copy) : Json();
  json["share_of_copy_rate"] = found ? Json(found->share()) : Json();
}

void add_repeats(const RunReport& report, const Session& session, Json& json) {
  if (report.calls_ms.empty()) return;
  json["repeats_ms"] = report.kernels_ms;
  json["calls_ms"] = report.calls_ms;
  json["copy_bytes_per_second"] = session.copy_rate();
}

}  // namespace

std::string outputs_text(const RunReport& report) {
  std::string text;
  for (const ReportedValue& output : report.outputs)
    if (output.elements) text += array_text(report.outputs.size() == 1 ? "" : output.name, *output.elements);
  return text;
}

// The kernels are part of the launch, which also waits for what drivers compile late.
std::string times_text(const RunReport& report) {
  return fmt::format(
      "done in {:.1f} ms: reading and starting the driver {:.1f}, planning and compiling {:.1f}, upload {:.1f}, launch "
      "{:.1f} (kernels {:.3f}), download {:.1f}, writing {:.1f}",
      report.total_ms, report.reading_ms, report.planning_ms, report.upload_ms, report.launch_ms,
      report.timing.kernel_ms, report.download_ms, report.writing_ms);
}

std::string explain(const RunReport& report, const Session& session) {
  const DeviceInfo& device = session.device();
  const Timing& timing = report.again.value_or(report.timing);
  std::string out;
  const auto line = [&](std::string_view name, const std::string& text) { out += entry(name, text, 14); };
  for (const ReportedValue& value : report.inputs) line("input", value_text(value));
  for (const ReportedValue& value : report.outputs) line("output", value_text(value));
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

std::string repeats_text(const RunReport& report, const Session& session) {
  if (report.kernels_ms.empty()) return {};
  const Summary times = summarize(report.kernels_ms);
  const std::optional<Rates> found = rates(report.timing.bytes, times.median, session);
  return fmt::format("{} more runs: median {:.4f} ms, quartiles {:.4f} and {:.4f}, {}\n", report.kernels_ms.size(),
                     times.median, times.lower_quartile, times.upper_quartile, rate_text(found));
}

Json to_json(const RunReport& report, const Session& session) {
  Json json{{"inputs", values_json(report.inputs)}, {"outputs", values_json(report.outputs)}};
  if (report.plot) json["plot"] = *report.plot;
  json["memory_bytes"] = report.memory_bytes;
  json["schedule"] = report.schedule;
  json["origin"] = name_of(report.origin);
  json["reason"] = report.reason;
  json["cache"] = name_of_use(report.cache);
  json["total_ms"] = report.total_ms;
  json["reading_ms"] = report.reading_ms;
  json["planning_ms"] = report.planning_ms;
  json["build_ms"] = report.build_ms;
  json["upload_ms"] = report.upload_ms;
  json["kernel_ms"] = time_json(report.timing.kernel_ms);
  json["launch_ms"] = report.launch_ms;
  json["download_ms"] = report.download_ms;
  json["writing_ms"] = report.writing_ms;
  json["launches"] = report.timing.launches;
  json["bytes"] = report.timing.bytes;
  json["notes"] = report.notes;
  add_speed(report, session, json);
  add_repeats(report, session, json);
  return json;
}

}  // namespace lenslet::cli
