// Runs of this tool as other processes: some drivers end the process that loads them.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "system/run_program.hpp"
#include "system/temporary_folder.hpp"
#include "tool/commands/doctor.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;

constexpr DeviceKind device_kinds[] = {DeviceKind::gpu, DeviceKind::accelerator, DeviceKind::cpu};

std::string last_line(std::string said) {
  said.erase(said.find_last_not_of(" \t\r\n") + 1);
  std::string line = said.substr(said.rfind('\n') + 1);
  constexpr std::string_view start = "lenslet: ";
  if (line.starts_with(start)) line.erase(0, start.size());
  return line;
}

DeviceKind kind_named(const std::string& name) {
  const auto* found = std::ranges::find_if(device_kinds, [&](DeviceKind kind) { return name_of(kind) == name; });
  return found == std::end(device_kinds) ? DeviceKind::other : *found;
}

ListedDevice device_of(const Json& json) {
  ListedDevice device;
  device.is_default = json.value("default", false);
  device.info.index = json.value("index", 0);
  device.info.kind = kind_named(json.value("kind", ""));
  device.info.name = json.value("name", "");
  device.info.vendor = json.value("vendor", "");
  device.info.platform = json.value("platform", "");
  device.info.driver = json.value("driver", "");
  return device;
}

}  // namespace

OwnRun run_own(const std::vector<std::string>& variables, const std::vector<std::string>& words,
               std::chrono::seconds limit) {
  const system::TemporaryFolder folder({"said"});
  std::vector<std::string> line = variables;
  line.push_back(fs::read_symlink("/proc/self/exe").string());
  line.insert(line.end(), words.begin(), words.end());
  const system::ProgramEnd end = system::run_program("/usr/bin/env", line, folder.path() / "said", limit);
  OwnRun run{end.ok, end.output, {}};
  if (!end.in_time)
    run.reason = fmt::format("it did not answer within {} s", limit.count());
  else if (!end.ok)
    run.reason = last_line(end.output);
  return run;
}

Json json_of(const OwnRun& run) {
  const std::size_t begin = run.output.find('{');
  if (!run.ok || begin == std::string::npos) return {};
  const Json json = Json::parse(run.output.substr(begin), nullptr, false);
  return json.is_object() ? json : Json();
}

std::vector<ListedDevice> devices_of(const OwnRun& run) {
  std::vector<ListedDevice> devices;
  if (const Json json = json_of(run); json.is_object())
    for (const Json& each : json["devices"]) devices.push_back(device_of(each));
  return devices;
}

}  // namespace lenslet::cli
