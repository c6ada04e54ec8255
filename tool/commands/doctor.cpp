// lenslet doctor: why a device is missing, wrong or slow, and what mends it. No driver is loaded by this process.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/version.hpp>

#include "tool/commands/command.hpp"
#include "tool/commands/doctor.hpp"
#include "tool/options/open_session.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::chrono::seconds devices_limit{60};

int load_library(const std::string& library) {
  if (dlopen(library.c_str(), RTLD_NOW) != nullptr) return exit_done;
  say(dlerror());
  return exit_failed;
}

void append(std::vector<Finding>& all, std::vector<Finding> more) {
  for (Finding& finding : more) all.push_back(std::move(finding));
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

int status_of(const std::vector<Finding>& findings, bool has_devices) {
  if (!has_devices) return exit_no_device;
  return std::ranges::count(findings, Health::problem, &Finding::health) > 0 ? exit_failed : exit_done;
}

int run_doctor(const CLI::App& app) {
  if (const auto library = given(app, "--load")) return load_library(*library);
  if (is_set(app, "--self-test")) return test_device(open_session(read_device_option(app)));
  std::vector<Finding> findings = look_at_loader();
  append(findings, look_at_drivers());
  append(findings, look_at_permissions());
  const OwnRun run = run_own({}, {"devices", "--json"}, devices_limit);
  const std::vector<ListedDevice> devices = devices_of(run);
  append(findings, look_at_cards(mapped(devices, &ListedDevice::info)));
  if (devices.empty())
    findings.push_back({Health::problem, "devices", run.reason, package_for(this_system(), Need::cpu)});
  append(findings, test_devices(devices));
  if (is_set(app, "--json"))
    print_json(findings_json(findings));
  else
    print_findings(findings);
  return status_of(findings, !devices.empty());
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
