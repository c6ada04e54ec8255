// Lines are printed while the measuring goes on, so columns get their widths from the works alone.
#include "bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lenslet/version.hpp>
#include <set>

#include "rate.hpp"
#include "text.hpp"
#include "work_list.hpp"

namespace lenslet::cli {
namespace {

constexpr int format_version = 1;

std::string numbers(const Measurement& m, const Session& session) {
  const std::optional<Rates> found = rates(m.bytes, m.time.median_ms, session);
  return fmt::format("{:>9.4f} {:>9.4f} {:>9.4f} {:>8.1f} {:>7}{}", m.time.median_ms, m.time.low_ms, m.time.high_ms,
                     m.bytes_per_second() * 1e-9, found ? fmt::format("{:.1f}%", 100 * found->share()) : "-",
                     m.time.host_clock ? "  by the host's clock" : "");
}

}  // namespace

BenchTable::BenchTable(const Session& session, const std::vector<Work>& works) : session_(session) {
  const Column all[] = {{"op", [](const Work& work) { return describe(work); }, 0},
                        {"size", size_text, 0},
                        {"type", type_text, 0},
                        {"border", border_text, 0}};
  for (Column column : all) {
    std::set<std::string> values;
    column.width = column.title.size();
    for (const Work& work : works) {
      column.width = std::max(column.width, column.text(work).size());
      values.insert(column.text(work));
    }
    if (values.size() > 1 || column.title == "op")
      columns_.push_back(column);
    else if (*values.begin() != "-")
      fixed_ += fmt::format(", {} {}", column.title, *values.begin());
  }
}

std::string BenchTable::heading() const {
  const DeviceInfo& device = session_.device();
  std::string out = fmt::format("{} ({}, driver {}), copy {:.1f} GB/s, lenslet {}{}\n\n", device.name, device.platform,
                                device.driver, session_.copy_rate() * 1e-9, version, fixed_);
  for (const Column& column : columns_) out += fmt::format("{:<{}} ", column.title, column.width);
  return out +
         fmt::format("{:>9} {:>9} {:>9} {:>8} {:>7}  schedule\n", "median ms", "low ms", "high ms", "GB/s", "of copy");
}

std::string BenchTable::row(const Work& work, const Measurement& measurement) const {
  std::string out;
  for (const Column& column : columns_) out += fmt::format("{:<{}} ", column.text(work), column.width);
  out += measurement.outcome == Outcome::correct
             ? numbers(measurement, session_)
             : fmt::format("{}: {}", name_of(measurement.outcome), measurement.detail);
  return out + fmt::format("  {}\n", measurement.schedule);
}

Json to_json(const Work& work, const Measurement& measurement, const Session& session) {
  Json json = to_json(work);
  json["schedule"] = measurement.schedule;
  json["outcome"] = name_of(measurement.outcome);
  json["detail"] = measurement.detail;
  if (measurement.outcome != Outcome::correct) return json;
  const Measured& time = measurement.time;
  json["median_ms"] = time.median_ms;
  json["low_ms"] = time.low_ms;
  json["high_ms"] = time.high_ms;
  json["samples"] = time.samples;
  json["clock"] = time.host_clock ? "host" : "device";
  json["call_ms"] = measurement.call_ms;
  json["bytes"] = measurement.bytes;
  const std::optional<Rates> found = rates(measurement.bytes, time.median_ms, session);
  json["bytes_per_second"] = measurement.bytes_per_second();
  json["share_of_copy_rate"] = found ? Json(found->share()) : Json();
  return json;
}

Json bench_json(const Session& session, const MeasureOptions& options, Json records) {
  return {{"format", format_version},
          {"lenslet", version},
          {"device", to_json(session.device())},
          {"copy_bytes_per_second", session.copy_rate()},
          {"repeats", options.repeats},
          {"images", options.images},
          {"records", std::move(records)}};
}

}  // namespace lenslet::cli
