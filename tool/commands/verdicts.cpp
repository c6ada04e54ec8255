// {"content": "lenslet verdicts", "format": 1, "devices": [{"name", "platform", "claims": [{"number", "text",
// "verdict", "driver", "version", "time"}]}]}. A claim is known by its text, and has the driver and the time of its
// verdict.
#include "tool/commands/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <lenslet/error.hpp>

#include "system/read_files.hpp"
#include "tool/files/text_file.hpp"
#include "tool/terminal/exit.hpp"

namespace lenslet::cli {
namespace {

using report::Json;

constexpr char content[] = "lenslet verdicts";
constexpr int format = 1;

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_list(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) && object[key].is_array();
}

bool is_whole(const Json& json) {
  if (!is_list(json, "devices") || text_at(json, "content") != content || json.value("format", Json()) != format)
    return false;
  return std::ranges::all_of(json["devices"], [](const Json& device) {
    return is_list(device, "claims") && std::ranges::all_of(device["claims"], [](const Json& claim) {
             return claim.is_object() && !text_at(claim, "text").empty() && !text_at(claim, "verdict").empty() &&
                    !text_at(claim, "time").empty();
           });
  });
}

Json read_verdicts(const std::string& file) {
  if (std::error_code unknown; !std::filesystem::exists(file, unknown))
    return {{"content", content}, {"format", format}, {"devices", Json::array()}};
  const system::OnlyLooking looking;  // the file will be replaced
  Json json = Json::parse(read_file(file), nullptr, false);
  if (!is_whole(json))
    throw Error(ErrorKind::io,
                fmt::format("{} holds no verdicts; allowed: a file that --verdicts wrote, or none", file));
  return json;
}

bool is_decided(const std::string& verdict) {
  return verdict == name_of(Verdict::holds) || verdict == name_of(Verdict::does_not_hold);
}

const Json* claim_in(const Json& claims, const std::string& text) {
  const auto found = std::ranges::find_if(claims, [&](const Json& claim) { return text_at(claim, "text") == text; });
  return found == claims.end() ? nullptr : &*found;
}

bool is_change(const std::string& before, Verdict now) {
  return is_decided(before) && now != Verdict::undecided && before != name_of(now);
}

// Calls f with each claim of the record.
template <class F>
void for_claims(const report::Record& record, const F& f) {
  for (const StudyReport& study : record.studies)
    for (const Claim& claim : study.claims) f(claim);
}

Json entry_of(const Claim& claim, const report::Record& record) {
  return {
      {"number", claim.number},           {"text", claim.text},        {"verdict", std::string(name_of(claim.verdict))},
      {"driver", fact(record, "driver")}, {"version", record.version}, {"time", record.time}};
}

// Keeps a claim's verdict with its driver and time, or takes the new one.
void keep_claim(Json& claims, const Claim& claim, const report::Record& record, bool accept) {
  Json* last = const_cast<Json*>(claim_in(claims, claim.text));
  if (!last) return claims.push_back(entry_of(claim, record));
  const std::string verdict = text_at(*last, "verdict");
  const bool taken =
      is_decided(verdict) ? accept && is_change(verdict, claim.verdict) : verdict != name_of(claim.verdict);
  if (taken)
    *last = entry_of(claim, record);
  else
    (*last)["number"] = claim.number;
}

}  // namespace

Verdicts::Verdicts(VerdictsOption option) : option_(std::move(option)) {
  if (option_.file.empty()) return;
  json_ = read_verdicts(option_.file);
  check_writable(option_.file);
}

const Json* Verdicts::device_of(const report::Record& record) const {
  if (option_.file.empty()) return nullptr;
  const Json& devices = json_["devices"];
  const auto found = std::ranges::find_if(devices, [&](const Json& device) {
    return text_at(device, "name") == fact(record, "name") && text_at(device, "platform") == fact(record, "platform");
  });
  return found == devices.end() ? nullptr : &*found;
}

Json& Verdicts::device_of(const report::Record& record) {
  if (const Json* known = std::as_const(*this).device_of(record)) return const_cast<Json&>(*known);
  Json& devices = json_["devices"];
  devices.push_back(
      {{"name", fact(record, "name")}, {"platform", fact(record, "platform")}, {"claims", Json::array()}});
  return devices.back();
}

std::vector<std::string> Verdicts::changes(const report::Record& record) const {
  std::vector<std::string> lines;
  const Json* device = device_of(record);
  if (!device) return lines;
  for_claims(record, [&](const Claim& claim) {
    const Json* before = claim_in((*device)["claims"], claim.text);
    if (before && is_change(text_at(*before, "verdict"), claim.verdict))
      lines.push_back(fmt::format("claim {} changed from '{}' (driver {}, {}) to '{}' (driver {}): {}", claim.number,
                                  text_at(*before, "verdict"), text_at(*before, "driver"), text_at(*before, "time"),
                                  name_of(claim.verdict), fact(record, "driver"), claim.text));
  });
  return lines;
}

void Verdicts::keep(const report::Record& record) {
  if (option_.file.empty() || (!option_.accept && !changes(record).empty())) return;
  Json& claims = device_of(record)["claims"];
  const Json before = claims;
  for_claims(record, [&](const Claim& claim) { keep_claim(claims, claim, record, option_.accept); });
  if (claims == before) return;
  write_text(option_.file, json_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace lenslet::cli
