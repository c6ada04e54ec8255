// Writing and reading tuning results. What is read was written by others and is believed in nothing.
#include "store_json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <lenslet/error.hpp>
#include <lenslet/op.hpp>
#include <lenslet/version.hpp>

#include "any_work.hpp"
#include "exit.hpp"

namespace lenslet::cli {
namespace {

constexpr char schema_version[] = "1.0.0";  // of T4
constexpr char array_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
constexpr std::int64_t longest_side = std::int64_t{1} << 31;
constexpr std::int64_t most_elements = std::int64_t{1} << 50;

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

template <class Value>
Value field(const Json& json, const char* name) {
  if (!json.contains(name)) usage_error(fmt::format("'{}' is missing", name));
  try {
    return json.at(name).get<Value>();
  } catch (const Json::exception&) {
    usage_error(fmt::format("'{}' is {}, which is of the wrong type", name, json.at(name).dump()));
  }
}

double milliseconds(const Json& measurements, const std::string& name) {
  for (const Json& each : measurements)
    if (each.is_object() && each.value("name", "") == name) {
      const auto ms = field<double>(each, "value");
      if (ms > 0 && std::isfinite(ms)) return ms;
      usage_error(fmt::format("the measurement '{}' is {}; allowed: more than 0", name, ms));
    }
  usage_error(fmt::format("the measurement '{}' is missing", name));
}

Outcome outcome_of(const std::string& word) {
  for (const OutcomeName& each : outcome_names)
    if (word == each.t4) return each.outcome;
  usage_error(fmt::format("'invalidity' is '{}', which is no outcome", word));
}

std::int64_t side(const Json& json, const char* name, std::int64_t most) {
  const auto pixels = field<std::int64_t>(json, name);
  if (pixels >= 1 && pixels <= most) return pixels;
  usage_error(fmt::format("'{}' is {}; allowed: 1 to {}", name, pixels, most));
}

// Which words an op of arrays has depends on the call; what is none of its schedules is passed over when it is looked
// up.
void check_schedule(const std::string& schedule, bool of_arrays) {
  if (!of_arrays)
    parse_schedule(schedule);
  else if (schedule.empty() || schedule.find_first_not_of(array_letters) != std::string::npos)
    usage_error(fmt::format("'schedule' is '{}'; allowed: words between dots", schedule));
}

StoredTrial parse_entry(const Json& json) {
  StoredTrial stored;
  const auto own = field<Json>(json, "lenslet");
  stored.op = field<std::string>(own, "op");
  const bool of_arrays = is_array_op(stored.op);
  if (!of_arrays) find_op(stored.op);
  stored.work = field<std::string>(own, "work");
  stored.size = {side(own, "width", of_arrays ? most_elements : longest_side), side(own, "height", longest_side)};
  stored.device = field<std::string>(own, "device");
  stored.driver = field<std::string>(own, "driver");
  stored.architecture = field<std::string>(own, "architecture");
  stored.format = field<int>(own, "format");
  stored.library = field<std::string>(own, "library");
  stored.unix_time = field<std::int64_t>(own, "unix_time");
  Trial& trial = stored.trial;
  trial.schedule = field<std::string>(field<Json>(json, "configuration"), "schedule");
  check_schedule(trial.schedule, of_arrays);
  trial.outcome = outcome_of(field<std::string>(json, "invalidity"));
  trial.detail = field<std::string>(own, "detail");
  if (trial.outcome != Outcome::correct) return stored;
  const auto measurements = field<Json>(json, "measurements");
  trial.time = {milliseconds(measurements, "time"), milliseconds(measurements, "lower_quartile"),
                milliseconds(measurements, "upper_quartile"), field<int>(own, "samples"),
                field<bool>(own, "host_clock")};
  return stored;
}

}  // namespace

Json to_json(const std::vector<StoredTrial>& trials) {
  Json json{{"schema_version", schema_version}, {"lenslet", version}, {"results", Json::array()}};
  for (const StoredTrial& trial : trials) json["results"].push_back(entry_json(trial));
  return json;
}

std::vector<StoredTrial> parse_trials(const std::string& text) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {  // its own text repeats the bytes at fault, which may be anything
    usage_error(fmt::format("not JSON: wrong at byte {}", error.byte));
  }
  if (!json.is_object() || !json.contains("results") || !json["results"].is_array())
    usage_error("no tuning results: the object with an array 'results' is not there");
  std::vector<StoredTrial> trials;
  for (const Json& each : json["results"]) {
    try {
      trials.push_back(parse_entry(each));
    } catch (const Error& error) {
      usage_error(fmt::format("entry {} of 'results': {}", trials.size(), error.what()));
    }
  }
  return trials;
}

}  // namespace lenslet::cli
