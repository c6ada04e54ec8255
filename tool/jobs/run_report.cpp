// Writes a text and a JSON object for each job.
#include "tool/jobs/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/statistics.hpp>
#include <lenslet/tuning_store.hpp>

#include "tool/records/measured.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

std::string_view name_of_use(CacheUse use) {
  constexpr std::string_view names[] = {"off", "hit", "miss", "unavailable", "bundle"};
  return names[static_cast<std::size_t>(use)];
}

std::string kernel_text(const RunReport& report, const Timing& timing) {
  const std::string launches = fmt::format("{} launch{}", timing.launches, timing.launches == 1 ? "" : "es");
  if (!has_time(timing.kernel_ms)) return fmt::format("{}; the driver gives no times", launches);
  return fmt::format("{:.3f} ms, {}; the first time {:.3f} ms", timing.kernel_ms, launches, report.timing.kernel_ms);
}

// Says how much OpenCL C the compiler got.
std::string program_text(const Plan& plan) {
  std::size_t bytes = 0;
  for (const std::string& source : plan.sources()) bytes += source.size();
  const std::size_t count = plan.sources().size();
  return fmt::format("{} bytes of OpenCL C{}", bytes, count == 1 ? "" : fmt::format(" in {} programs", count));
}

std::string rate_text(const std::optional<Rates>& rates) {
  if (!rates) return "unknown: the driver gives no times";
  return fmt::format("{:.2f} GB/s, {:.0f} % of the device's copy rate of {:.2f} GB/s", rates->kernel * 1e-9,
                     100 * rates->share(), rates->copy * 1e-9);
}

Json time_json(double ms) {
  return has_time(ms) ? Json(ms) : Json();
}

Json share_json(const DeviceShare& share) {
  Json json{{"device", share.device}, {"strips", share.strips}};
  if (!share.failure.empty()) json["failure"] = share.failure;
  return json;
}

std::string value_text(const ReportedValue& value) {
  return fmt::format("{}: {}{}{}{}{}", value.name, to_string(value.type), value.file.empty() ? "" : ", ", value.file,
                     value.column.empty() ? "" : ", column ", value.column);
}

Json value_json(const ReportedValue& value) {
  Json json{{"name", value.name}};
  if (!value.file.empty()) json["file"] = value.file;
  json.update(to_json(value.type));
  if (!value.column.empty()) json["column"] = value.column;
  if (value.elements) json["elements"] = elements_json(*value.elements);
  if (value.codec) {
    json["codec"] = value.codec->name();
    json["codec_reason"] = value.codec->why;
    if (!value.codec->way.empty()) json["codec_way"] = value.codec->way;
  }
  return json;
}

std::string codecs_text(const RunReport& report) {
  std::string text;
  for (const ReportedValue& value : report.inputs)
    if (value.codec) text += fmt::format("; {} decoded by {}", value.file, to_text(*value.codec));
  for (const ReportedValue& value : report.outputs)
    if (value.codec) text += fmt::format("; {} encoded by {}", value.file, to_text(*value.codec));
  return text;
}

// Adds the fastest of the launches for --explain.
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

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void Laps::end(const char* name) {
  add(name, ms_since(last_));
  skip();
}

void Laps::add(const char* name, double ms) {
  const auto same = [name](const auto& lap) { return std::string_view(lap.first) == name; };
  const auto found = std::ranges::find_if(laps_, same);
  (found == laps_.end() ? laps_.emplace_back(name, 0) : *found).second += ms;
}

// The launch includes the kernels, and what drivers compile late.
std::string times_text(const RunReport& report) {
  std::vector<std::string> parts;
  for (const auto& [name, ms] : report.laps.all()) parts.push_back(fmt::format("{} {:.1f}", name, ms));
  std::string strips;
  for (const DeviceShare& share : report.shares)
    strips += fmt::format("{}{} by device {}", strips.empty() ? "; strips: " : ", ", share.strips, share.device);
  return fmt::format("done in {:.1f} ms: {}; kernels {:.3f}{}{}", report.total_ms, join(parts, ", "),
                     report.timing.kernel_ms, strips, codecs_text(report));
}

// Transfers have the host's times, since the device has none of them.
std::string transfer_text(const RunReport& report) {
  std::vector<std::string> parts;
  for (const auto& [name, ms] : report.laps.all())
    if (std::string_view(name).ends_with("load")) parts.push_back(fmt::format("{} {:.2f} ms", name, ms));
  return join(parts, ", ");
}

// If a default runs although the op was tuned, people ask why.
std::string tuned_text(const std::string& op, const Plan& plan, const Session& session) {
  if (plan.origin() != Origin::device_class) return {};
  std::vector<std::string> works;
  for (const StoredCase& each : TuningStore(session.data_directory()).cases({.op = op, .device = {}}))
    if (each.chosen && each.trials.front().device == device_key(session.device()))
      works.push_back(each.trials.front().work);
  works.erase(std::unique(works.begin(), works.end()), works.end());
  return works.empty() ? "" : fmt::format("for {}; not for this call", join(works, "; "));
}

std::string explain(const std::string& op, const RunReport& report, const Session& session) {
  const DeviceInfo& device = session.device();
  const Timing& timing = report.again.value_or(report.timing);
  std::string out;
  const auto line = [&](std::string_view name, const std::string& text) { out += entry(name, text, 14); };
  for (const ReportedValue& value : report.inputs) line("input", value_text(value));
  for (const ReportedValue& value : report.outputs) line("output", value_text(value));
  line("device", fmt::format("{}: {} ({}, {})", device.index, device.name, device.platform, name_of(device.kind)));
  line("driver", fmt::format("{}, {}", device.driver, device.version));
  line("schedule", report.plan->schedule());
  line("why", report.plan->reason());
  if (const std::string tuned = tuned_text(op, *report.plan, session); !tuned.empty()) line("tuned", tuned);
  line("accuracy", report.plan->accuracy());
  line("program", program_text(*report.plan));
  line("cache",
       fmt::format("{}, program ready in {:.2f} ms", name_of_use(report.plan->cache_use()), report.plan->build_ms()));
  line("kernel", kernel_text(report, timing));
  line("rate", rate_text(rates(timing.bytes, timing.kernel_ms, session)));
  line("transfer", transfer_text(report));
  return out;
}

std::string repeats_text(const RunReport& report, const Session& session) {
  if (report.kernels_ms.empty()) return {};
  const Summary times = summarize(report.kernels_ms);
  const std::optional<Rates> found = rates(report.timing.bytes, times.median, session);
  return fmt::format("{} more runs: median {:.4f} ms, quartiles {:.4f} and {:.4f}, {}\n", report.kernels_ms.size(),
                     times.median, times.lower_quartile, times.upper_quartile, rate_text(found));
}

namespace {

void add_plan(const RunReport& report, Json& json) {
  if (!report.plan) {
    json["schedules"] = report.schedules;
    return;
  }
  json["schedule"] = report.plan->schedule();
  json["origin"] = name_of(report.plan->origin());
  json["reason"] = report.plan->reason();
  json["accuracy_reason"] = report.plan->accuracy();
  json["cache"] = name_of_use(report.plan->cache_use());
}

}  // namespace

Json to_json(const RunReport& report, const Session& session) {
  Json json{{"inputs", mapped(report.inputs, value_json)}, {"outputs", mapped(report.outputs, value_json)}};
  if (report.plot) json["plot"] = *report.plot;
  json["memory_bytes"] = report.memory_bytes;
  if (!report.shares.empty()) json["devices"] = mapped(report.shares, share_json);
  add_plan(report, json);
  json["programs"] = to_json(session.program_counts());
  json["total_ms"] = report.total_ms;
  for (const auto& [name, ms] : report.laps.all()) json[fmt::format("{}_ms", name)] = ms;
  if (report.plan) json["build_ms"] = report.plan->build_ms();
  json["kernel_ms"] = time_json(report.timing.kernel_ms);
  json["launches"] = report.timing.launches;
  json["bytes"] = report.timing.bytes;
  json["notes"] = report.notes;
  add_speed(report, session, json);
  add_repeats(report, session, json);
  return json;
}

std::string to_text(const DeviceUse& use) {
  return fmt::format(
      "{} files in {:.2f} s, {}; the device was idle for {:.0f} % of it (kernels {:.3f} s, copies {:.3f} s)", use.files,
      use.total_ms * 1e-3, use.at_a_time == 1 ? "one after the other" : fmt::format("{} at a time", use.at_a_time),
      use.total_ms > 0 ? 100 * use.idle_ms() / use.total_ms : 0, use.kernel_ms * 1e-3, use.copy_ms * 1e-3);
}

Json to_json(const DeviceUse& use) {
  return {{"at_a_time", use.at_a_time}, {"total_ms", use.total_ms},   {"busy_ms", use.busy_ms},
          {"idle_ms", use.idle_ms()},   {"kernel_ms", use.kernel_ms}, {"copy_ms", use.copy_ms}};
}

}  // namespace lenslet::cli
