// Lines are printed during the measuring, so columns get their widths from the works alone.
#include "tool/commands/bench_report.hpp"

#include <fmt/format.h>

#include <lenslet/version.hpp>
#include <set>

#include "tool/records/measured.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr int bench_format = 1;

struct Axis {
  const char* title;
  std::string (*text)(const Work& work);
};

constexpr Axis axes[] = {{"op", [](const Work& work) { return describe(work.call); }},
                         {"size", size_text},
                         {"type", type_text},
                         {"border", border_text},
                         {"accuracy", accuracy_text}};

std::vector<std::string> numbers(const Measurement& m, const Session& session) {
  const std::optional<Rates> found = rates(m.bytes, m.time.median_ms, session);
  return {fmt::format("{:.4f}", m.time.median_ms), fmt::format("{:.4f}", m.time.low_ms),
          fmt::format("{:.4f}", m.time.high_ms), fmt::format("{:.1f}", m.bytes_per_second() * 1e-9),
          found ? fmt::format("{:.1f}%", 100 * found->share()) : "-"};
}

// Says whether a schedule was tuned for this very case, for a near one, or not at all.
std::string tuned_text(Origin origin) {
  if (origin == Origin::exact) return "yes";
  if (origin == Origin::device_class) return "no";
  return std::string(name_of(origin));
}

}  // namespace

BenchTable::BenchTable(const Session& session, const std::vector<Work>& works) : session_(session) {
  std::vector<std::string> titles;
  for (const Axis& axis : axes) {
    std::set<std::string> values;
    for (const Work& work : works) values.insert(axis.text(work));
    if (values.size() > 1 || axis.title == axes[0].title) {
      titles.emplace_back(axis.title);
      texts_.push_back(axis.text);
    } else if (*values.begin() != "-") {
      fixed_ += fmt::format(", {} {}", axis.title, *values.begin());
    }
  }
  for (const char* title : {">median ms", ">low ms", ">high ms", ">GB/s", ">of copy", "tuned", "schedule"})
    titles.emplace_back(title);
  table_.emplace(titles);
  for (const Work& work : works)
    table_->fit(with_axes(work, {"9999.9999", "9999.9999", "9999.9999", "99999.9", "100.0%", "other driver"}));
}

std::vector<std::string> BenchTable::with_axes(const Work& work, std::vector<std::string> numbers) const {
  for (auto text = texts_.rbegin(); text != texts_.rend(); ++text) numbers.insert(numbers.begin(), (*text)(work));
  return numbers;
}

std::string BenchTable::heading() const {
  return fmt::format("{}, copy {:.1f} GB/s, lenslet {}{}\n\n{}", device_text(session_.device()),
                     session_.copy_rate() * 1e-9, version, fixed_, table_->titles());
}

std::string BenchTable::row(const Work& work, const Measurement& measurement) const {
  const bool correct = measurement.outcome == Outcome::correct;
  std::vector<std::string> cells =
      with_axes(work, correct ? numbers(measurement, session_) : std::vector<std::string>(5, "-"));
  std::string remark = correct && measurement.time.host_clock ? "  by the host's clock" : "";
  if (!correct) remark = fmt::format("  {}: {}", name_of(measurement.outcome), measurement.detail);
  cells.push_back(tuned_text(measurement.origin));
  cells.push_back(measurement.schedule + remark);
  return table_->line(cells);
}

Json to_json(const Work& work, const Measurement& measurement, const Session& session) {
  Json json = to_json(work);
  const Measured& time = measurement.time;
  json.update(to_json(Trial{measurement.schedule, measurement.outcome, time, measurement.detail}));
  json.update({{"origin", name_of(measurement.origin)}, {"reason", measurement.reason}});
  if (measurement.outcome != Outcome::correct) return json;
  json["clock"] = time.host_clock ? "host" : "device";
  json["call_ms"] = measurement.call_ms;
  json["bytes"] = measurement.bytes;
  const std::optional<Rates> found = rates(measurement.bytes, time.median_ms, session);
  json["bytes_per_second"] = measurement.bytes_per_second();
  json["share_of_copy_rate"] = found ? Json(found->share()) : Json();
  return json;
}

Json bench_json(const Session& session, const MeasureOptions& options, Json records) {
  return {{"format", bench_format},
          {"lenslet", version},
          {"device", to_json(session.device())},
          {"copy_bytes_per_second", session.copy_rate()},
          {"repeats", options.repeats},
          {"images", options.images},
          {"records", std::move(records)}};
}

}  // namespace lenslet::cli
