// {"content": "lenslet verdicts", "format": 1, "devices": [{"name", "platform", "driver", "version", "time", "claims":
// [{"number", "text", "verdict"}]}]}
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
             return claim.is_object() && !text_at(claim, "text").empty() && !text_at(claim, "verdict").empty();
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

const Json* claim_in(const Json& device, const std::string& text) {
  const Json& claims = device["claims"];
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

Json facts_of(const report::Record& record) {
  return {{"name", fact(record, "name")},
          {"platform", fact(record, "platform")},
          {"driver", fact(record, "driver")},
          {"version", record.version},
          {"time", record.time}};
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

Json* Verdicts::device_of(const report::Record& record) {
  return const_cast<Json*>(std::as_const(*this).device_of(record));
}

std::vector<std::string> Verdicts::changes(const report::Record& record) const {
  std::vector<std::string> lines;
  const Json* device = device_of(record);
  if (!device) return lines;
  for_claims(record, [&](const Claim& claim) {
    const Json* before = claim_in(*device, claim.text);
    if (before && is_change(text_at(*before, "verdict"), claim.verdict))
      lines.push_back(fmt::format("claim {} changed from '{}' (driver {}, {}) to '{}' (driver {}): {}", claim.number,
                                  text_at(*before, "verdict"), text_at(*device, "driver"), text_at(*device, "time"),
                                  name_of(claim.verdict), fact(record, "driver"), claim.text));
  });
  return lines;
}

void Verdicts::keep(const report::Record& record) {
  if (option_.file.empty()) return;
  Json* device = device_of(record);
  Json claims = Json::array();
  for_claims(record, [&](const Claim& claim) {
    const Json* last = device ? claim_in(*device, claim.text) : nullptr;
    const std::string verdict = last ? text_at(*last, "verdict") : std::string();
    const bool stays = is_decided(verdict) && !(option_.accept && claim.verdict != Verdict::undecided);
    claims.push_back({{"number", claim.number},
                      {"text", claim.text},
                      {"verdict", stays ? verdict : std::string(name_of(claim.verdict))}});
  });
  if (device && (*device)["claims"] == claims) return;
  Json entry = facts_of(record);
  entry["claims"] = std::move(claims);
  if (device)
    *device = std::move(entry);
  else
    json_["devices"].push_back(std::move(entry));
  write_text(option_.file, json_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace lenslet::cli
