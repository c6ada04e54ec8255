// lenslet doctor: why a device is missing, wrong or slow, and what mends it. No driver is loaded by this process.
#include <dlfcn.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>
#include <lenslet/version.hpp>
#include <lenslet/work.hpp>

#include "tool/commands/command.hpp"
#include "tool/commands/doctor.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::chrono::seconds devices_limit{60}, test_limit{180};
constexpr Size timed_size{1024, 1024};
constexpr PixelFormat photograph{SampleType::u8, 3};
constexpr double slow_copy = 2e9;  // bytes per second: less than one channel of memory of a small board

double milliseconds_of(const auto& function) {
  const auto begin = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// A small picture against the reference, then the times of a call, by the process that --self-test starts.
int test_device(const CLI::App& app) {
  const Session session = open_session(read_device_option(app));
  const Call blur{"gaussian", {{"ksize", 5}}};
  const VerifyResult result =
      verify(session, {.work = image_work(blur, photograph, {67, 45}), .sizes = {{67, 45}, {1, 1}}, .regions = true});
  const Image picture(timed_size, photograph);
  const auto call = [&] { session.run(blur, ImageView(picture)); };
  const double first = milliseconds_of(call);
  print_json({{"outcome", name_of(result.outcome)},
              {"detail", result.detail},
              {"first_ms", first},
              {"again_ms", milliseconds_of(call)},
              {"copy_bytes_per_s", session.copy_rate()},
              {"cache_problem", session.cache_problem()},
              {"tuning_problem", session.tuning_problem()},
              {"data_directory", session.data_directory().string()}});
  return exit_done;
}

int load_library(const std::string& library) {
  if (dlopen(library.c_str(), RTLD_NOW) != nullptr) return exit_done;
  say(dlerror());
  return exit_failed;
}

Json json_in(const OwnRun& run) {
  const std::size_t begin = run.output.find('{');
  return run.ok && begin != std::string::npos ? Json::parse(run.output.substr(begin), nullptr, false) : Json();
}

struct Device {
  DeviceInfo info;
  bool is_default = false;
};

DeviceKind kind_named(const std::string& name) {
  for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::accelerator, DeviceKind::cpu})
    if (name == name_of(kind)) return kind;
  return DeviceKind::other;
}

std::vector<Device> devices_in(const Json& json) {
  std::vector<Device> devices;
  if (!json.is_object()) return devices;
  for (const Json& each : json["devices"]) {
    Device device{{}, each.value("default", false)};
    device.info.index = each.value("index", 0);
    device.info.kind = kind_named(each.value("kind", ""));
    device.info.name = each.value("name", "");
    device.info.vendor = each.value("vendor", "");
    device.info.platform = each.value("platform", "");
    devices.push_back(std::move(device));
  }
  return devices;
}

std::string shown(const Device& device) {
  return fmt::format("{} {}{}", device.info.index, device.info.name, device.is_default ? ", the default" : "");
}

void add_speed(std::vector<Finding>& findings, const Device& device, const Json& test) {
  const double rate = test.value("copy_bytes_per_s", 0.0);
  if (rate < slow_copy)
    findings.push_back({Health::note, "speed", fmt::format("{} copies {:.2f} GB/s only", shown(device), rate / 1e9),
                        "look for another process that keeps it busy, and at 'lenslet advise'"});
  if (device.is_default && device.info.name.find("llvmpipe") != std::string::npos)
    findings.push_back({Health::note, "speed", "llvmpipe is Mesa's renderer for the CPU; PoCL is faster",
                        package_for(this_system(), Need::cpu)});
}

void add_stores(std::vector<Finding>& findings, const Json& test) {
  for (const auto& [field, about] :
       {std::pair("cache_problem", "cache"), std::pair("tuning_problem", "tuning results")})
    if (const std::string problem = test.value(field, ""); !problem.empty())
      findings.push_back({Health::problem, about, problem, "'lenslet cache show' names the files"});
}

void add_self_test(std::vector<Finding>& findings, const Device& device) {
  const OwnRun run = run_own({}, {"doctor", "--self-test", fmt::format("--device={}", device.info.index)}, test_limit);
  const Json json = json_in(run);
  if (!json.is_object()) {
    findings.push_back({Health::problem, "self-test", fmt::format("{}: {}", shown(device), run.reason),
                        "choose another device by --device or LENSLET_DEVICE, or renew this one's driver"});
    return;
  }
  const std::string detail = json.value("detail", "");
  const bool right = json.value("outcome", "") == name_of(Outcome::correct);
  findings.push_back({right ? Health::good : Health::problem, "self-test",
                      fmt::format("{}: {}; a blur of {} x {} pixels takes {:.3g} ms at first, then {:.3g} ms",
                                  shown(device), right ? "right" : "wrong, " + detail, timed_size.width,
                                  timed_size.height, json.value("first_ms", 0.0), json.value("again_ms", 0.0)),
                      right ? "" : "renew the driver; 'lenslet verify' tries all ops"});
  add_speed(findings, device, json);
  if (device.is_default) add_stores(findings, json);
}

void append(std::vector<Finding>& all, std::vector<Finding> more) {
  for (Finding& finding : more) all.push_back(std::move(finding));
}

std::vector<DeviceInfo> infos_of(const std::vector<Device>& devices) {
  return mapped(devices, &Device::info);
}

void print_findings(const std::vector<Finding>& findings) {
  constexpr std::size_t column = 26;
  for (const Finding& finding : findings) {
    print_text(entry(fmt::format("{:<8} {}", name_of(finding.health), finding.about), finding.what, column));
    if (!finding.mend.empty()) print_text(entry("", "to do: " + finding.mend, column));
  }
}

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings)
    list.push_back({{"health", name_of(finding.health)},
                    {"about", finding.about},
                    {"what", finding.what},
                    {"mend", finding.mend}});
  return {{"version", version}, {"findings", list}};
}

int run_doctor(const CLI::App& app) {
  if (const auto library = given(app, "--load")) return load_library(*library);
  if (is_set(app, "--self-test")) return test_device(app);
  std::vector<Finding> findings = look_at_loader();
  append(findings, look_at_drivers());
  append(findings, look_at_permissions());
  const OwnRun run = run_own({}, {"devices", "--json"}, devices_limit);
  const std::vector<Device> devices = devices_in(json_in(run));
  append(findings, look_at_cards(infos_of(devices)));
  if (devices.empty()) findings.push_back({Health::problem, "devices", run.reason, ""});
  for (const Device& device : devices) add_self_test(findings, device);
  if (is_set(app, "--json"))
    print_json(findings_json(findings));
  else
    print_findings(findings);
  if (devices.empty()) return exit_no_device;
  return std::ranges::count(findings, Health::problem, &Finding::health) > 0 ? exit_failed : exit_done;
}

}  // namespace

std::string_view name_of(Health health) {
  constexpr std::string_view names[] = {"ok", "note", "problem"};
  return names[static_cast<std::size_t>(health)];
}

std::function<int()> add_doctor(CLI::App& app) {
  add_value(app, "--load", "LIBRARY", "Load a driver's library, and do nothing else", "");
  add_switch(app, "--self-test", "Prove a device, and time a call", "");
  add_value(app, "--device", "SEL", "The device of --self-test", "");
  add_report_options(app);
  set_help(
      app,
      "Find out why a device is missing, wrong or slow, and what mends it: the loader, its drivers, graphics cards, "
      "permissions, caches, and a small picture on each device.",
      "lenslet doctor [options]",
      "Exit status: 0 all well, 1 there are problems, 3 no OpenCL device.\nExample: lenslet doctor");
  return [&app] { return run_doctor(app); };
}

}  // namespace lenslet::cli
