// Writing and reading tuning results. What is read was written by others and is believed in nothing.
#include "store_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <lenslet/error.hpp>
#include <lenslet/version.hpp>
#include <limits>

#include "report/field.hpp"
#include "report/parse_json.hpp"

namespace lenslet::cli {
namespace {

using report::Field;

constexpr char schema_version[] = "1.0.0";  // of T4

struct OutcomeName {
  Outcome outcome;
  const char* t4;
};
constexpr std::array outcome_names{
    OutcomeName{Outcome::correct, "correct"},      OutcomeName{Outcome::wrong, "correctness"},
    OutcomeName{Outcome::build_failed, "compile"}, OutcomeName{Outcome::launch_failed, "runtime"},
    OutcomeName{Outcome::timeout, "timeout"},      OutcomeName{Outcome::excluded, "constraints"}};

Json measurement(const char* name, double ms) {
  return {{"name", name}, {"value", ms}, {"unit", "ms"}};
}

Json entry_json(const StoredTrial& stored) {
  const Trial& trial = stored.trial;
  Json json{
      {"timestamp", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(stored.unix_time)))},
      {"configuration", {{"schedule", trial.schedule}}},
      {"objectives", {"time"}},
      {"times", Json::object()}};
  for (const OutcomeName& each : outcome_names)
    if (each.outcome == trial.outcome) json["invalidity"] = each.t4;
  json["correctness"] = trial.outcome == Outcome::correct ? 1 : 0;
  json["measurements"] = Json::array();
  if (trial.outcome == Outcome::correct)
    json["measurements"] = {measurement("time", trial.time.median_ms), measurement("lower_quartile", trial.time.low_ms),
                            measurement("upper_quartile", trial.time.high_ms)};
  json["lenslet"] = {{"op", stored.op},
                     {"work", stored.work},
                     {"width", stored.size.width},
                     {"height", stored.size.height},
                     {"device", stored.device},
                     {"driver", stored.driver},
                     {"architecture", stored.architecture},
                     {"format", stored.format},
                     {"samples", trial.time.samples},
                     {"host_clock", trial.time.host_clock},
                     {"detail", trial.detail},
                     {"library", stored.library},
                     {"unix_time", stored.unix_time}};
  return json;
}

double milliseconds(const Field& measurements, const std::string& name) {
  for (const Field& each : measurements.items())
    if (each.has("name") && each["name"].text() == name) return each["value"].number();
  measurements.refuse(fmt::format("the measurement '{}' is missing", name));
}

Outcome outcome_of(const Field& field) {
  const std::string word = field.text();
  for (const OutcomeName& each : outcome_names)
    if (word == each.t4) return each.outcome;
  field.refuse_value("an outcome");
}

std::int64_t count(const Field& field) {
  return field.whole(0, std::numeric_limits<std::int64_t>::max());
}

int small_count(const Field& field) {
  return static_cast<int>(field.whole(0, std::numeric_limits<int>::max()));
}

// Only the types: what the values must be is the library's to say.
StoredTrial parse_fields(const Field& entry) {
  const Field own = entry["lenslet"];
  StoredTrial stored{.op = own["op"].text(),
                     .work = own["work"].text(),
                     .device = own["device"].text(),
                     .driver = own["driver"].text(),
                     .architecture = own["architecture"].text(),
                     .format = small_count(own["format"]),
                     .size = {count(own["width"]), count(own["height"])},
                     .trial = {},
                     .library = own["library"].text(),
                     .unix_time = count(own["unix_time"])};
  Trial& trial = stored.trial;
  trial.schedule = entry["configuration"]["schedule"].text();
  trial.outcome = outcome_of(entry["invalidity"]);
  trial.detail = own["detail"].text();
  if (trial.outcome != Outcome::correct) return stored;
  const Field times = entry["measurements"];
  trial.time = {milliseconds(times, "time"), milliseconds(times, "lower_quartile"),
                milliseconds(times, "upper_quartile"), small_count(own["samples"]), own["host_clock"].flag()};
  return stored;
}

StoredTrial parse_entry(const Field& entry) {
  const StoredTrial stored = parse_fields(entry);
  try {
    check(stored);
  } catch (const Error& error) {
    entry.refuse(error.what());
  }
  return stored;
}

}  // namespace

Json to_json(const std::vector<StoredTrial>& trials) {
  Json json{{"schema_version", schema_version}, {"lenslet", version}, {"results", Json::array()}};
  for (const StoredTrial& trial : trials) json["results"].push_back(entry_json(trial));
  return json;
}

std::vector<StoredTrial> parse_trials(const std::string& text) {
  const Json json = report::parse_json(text);
  if (!json.is_object() || !json.contains("results") || !json["results"].is_array())
    throw Error(ErrorKind::io, "no tuning results: the object with an array 'results' is not there");
  std::vector<StoredTrial> trials;
  for (const Field& each : Field(json)["results"].items()) trials.push_back(parse_entry(each));
  return trials;
}

}  // namespace lenslet::cli
