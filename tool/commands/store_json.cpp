// Writes and reads tuning results. Nothing in a foreign file is trusted.
#include "tool/commands/store_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <lenslet/error.hpp>
#include <lenslet/version.hpp>
#include <limits>

#include "studies/report/field.hpp"
#include "studies/report/parse_json.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

using report::Field;

constexpr char schema_version[] = "1.0.0";  // of T4

struct OutcomeName {
  Outcome outcome;
  std::string_view t4;
};
constexpr std::array outcome_names{
    OutcomeName{Outcome::correct, "correct"},      OutcomeName{Outcome::wrong, "correctness"},
    OutcomeName{Outcome::build_failed, "compile"}, OutcomeName{Outcome::launch_failed, "runtime"},
    OutcomeName{Outcome::timeout, "timeout"},      OutcomeName{Outcome::excluded, "constraints"}};

Json measurement(const char* name, double ms) {
  return {{"name", name}, {"value", ms}, {"unit", "ms"}};
}

// Calls use(name, field) for each field of an entry that is lenslet's own, so that reading and writing have the same
// ones.
template <class Stored, class Use>
void each_own_field(Stored& stored, Use use) {
  use("op", stored.op);
  use("work", stored.work);
  use("width", stored.size.width);
  use("height", stored.size.height);
  use("device", stored.device);
  use("driver", stored.driver);
  use("architecture", stored.architecture);
  use("format", stored.format);
  use("detail", stored.trial.detail);
  use("library", stored.library);
  use("unix_time", stored.unix_time);
}

Json entry_json(const StoredTrial& stored) {
  const Trial& trial = stored.trial;
  const bool correct = trial.outcome == Outcome::correct;
  Json json{
      {"timestamp", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(stored.unix_time)))},
      {"configuration", {{"schedule", trial.schedule}}},
      {"objectives", {"time"}},
      {"times", Json::object()},
      {"invalidity", std::ranges::find(outcome_names, trial.outcome, &OutcomeName::outcome)->t4},
      {"correctness", correct ? 1 : 0},
      {"measurements", Json::array()}};
  if (correct)
    json["measurements"] = {measurement("time", trial.time.median_ms), measurement("lower_quartile", trial.time.low_ms),
                            measurement("upper_quartile", trial.time.high_ms)};
  Json& own = json["lenslet"] = {{"samples", trial.time.samples}, {"host_clock", trial.time.host_clock}};
  each_own_field(stored, [&own](const char* name, const auto& field) { own[name] = field; });
  return json;
}

double milliseconds(const Field& measurements, const std::string& name) {
  for (const Field& each : measurements.items())
    if (each.has("name") && each["name"].text() == name) return each["value"].number();
  measurements.refuse(fmt::format("the measurement '{}' is missing", name));
}

Outcome outcome_of(const Field& field) {
  const auto* known = std::ranges::find(outcome_names, field.text(), &OutcomeName::t4);
  if (known == outcome_names.end()) field.refuse_value("an outcome");
  return known->outcome;
}

void read(const Field& field, std::string& value) {
  value = field.text();
}
template <class Number>
void read(const Field& field, Number& value) {
  value = static_cast<Number>(field.whole(0, std::numeric_limits<Number>::max()));
}

// Checks only types. The library checks the values.
StoredTrial parse_fields(const Field& entry) {
  const Field own = entry["lenslet"];
  StoredTrial stored;
  each_own_field(stored, [&own](const char* name, auto& field) { read(own[name], field); });
  Trial& trial = stored.trial;
  trial.schedule = entry["configuration"]["schedule"].text();
  trial.outcome = outcome_of(entry["invalidity"]);
  if (trial.outcome != Outcome::correct) return stored;
  const Field times = entry["measurements"];
  trial.time = {.median_ms = milliseconds(times, "time"),
                .low_ms = milliseconds(times, "lower_quartile"),
                .high_ms = milliseconds(times, "upper_quartile"),
                .host_clock = own["host_clock"].flag()};
  read(own["samples"], trial.time.samples);
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
  return {{"schema_version", schema_version}, {"lenslet", version}, {"results", mapped(trials, entry_json)}};
}

std::vector<StoredTrial> parse_trials(const std::string& text) {
  const Json json = report::parse_json(text);
  if (!json.is_object() || !json.contains("results") || !json["results"].is_array())
    throw Error(ErrorKind::io, "no tuning results: the object with an array 'results' is not there");
  return mapped(Field(json)["results"].items(), parse_entry);
}

}  // namespace lenslet::cli
