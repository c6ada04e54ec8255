// lenslet devices: the OpenCL devices of this machine.
#include <string>

#include <fmt/format.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>

#include "tool/commands/command.hpp"
#include "tool/commands/toolkit.hpp"
#include "tool/options/option.hpp"
#include "tool/options/shared_options.hpp"
#include "tool/records/json.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// The makers' names for the parts. They depend on what the driver tells of the hardware.
struct Names {
  std::string unit, element, step, group_memory;
};

Names names_for(const DeviceInfo& device) {
  if (device.kind == DeviceKind::cpu)
    return {"a core, or a thread of one", "a lane of its vectors of f32", "none: a core takes its items in turns",
            "memory"};
  if (device.architecture.starts_with("sm_"))
    return {"a streaming multiprocessor (SM)", "a unit for f32, a CUDA core", "a warp", "shared memory in the SM"};
  if (device.architecture.starts_with("gfx"))
    return {"a compute unit (CU)", "a lane of its SIMD units", "a wavefront", "local data share (LDS) in the CU"};
  return {"-", "-", "-", device.own_local_memory ? "in the compute unit" : "memory"};
}

// Writes whole numbers from 1 on, in the largest possible unit.
std::string bytes_text(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  auto value = static_cast<double>(bytes);
  for (; value >= 1024 && unit < 3; ++unit) value /= 1024;
  return bytes == 0 ? "not known" : fmt::format("{:.{}f} {}", value, value < 10 && unit > 0 ? 1 : 0, units[unit]);
}

std::string count_text(int count) {
  return count == 0 ? "not known" : fmt::format("{}", count);
}

std::string cache_text(const DeviceInfo& device) {
  if (device.cache_bytes == 0) return device.host_memory ? "the host's memory" : "the device's memory";
  return fmt::format("{}, cached by {} in lines of {} B", device.host_memory ? "the host's memory" : "its own memory",
                     bytes_text(device.cache_bytes), device.cache_line);
}

std::string elements_text(const DeviceInfo& device) {
  if (device.unit_elements == 0) return "not known";
  return fmt::format("{} each, {} in all", device.unit_elements, device.unit_elements * device.compute_units);
}

std::string hardware_table(const DeviceInfo& device) {
  const Names names = names_for(device);
  Table table({"OpenCL", "here", "what it is in hardware"});
  table.add(
      {"device", std::string(name_of(device.kind)),
       device.clock_mhz == 0 ? device.architecture : fmt::format("{}, {} MHz", device.architecture, device.clock_mhz)});
  table.add({"compute unit", fmt::format("{}", device.compute_units), names.unit});
  table.add({"processing element", elements_text(device), names.element});
  table.add(
      {"items that run in step", device.kind == DeviceKind::cpu ? "-" : count_text(device.lanes_in_step), names.step});
  table.add({"work-group", fmt::format("up to {} items", device.max_group), "within one compute unit"});
  table.add({"private memory", "-", "registers, or memory where they do not suffice"});
  table.add({"local memory", fmt::format("{} a group", bytes_text(device.local_memory)), names.group_memory});
  table.add({"constant memory", fmt::format("up to {} an argument", bytes_text(device.max_constant)),
             device.kind == DeviceKind::cpu ? "memory" : "memory, through a cache of its own where there is one"});
  table.add({"global memory", bytes_text(device.global_memory), cache_text(device)});
  table.add(
      {"image objects",
       device.images ? fmt::format("up to {} x {}", device.max_image_width, device.max_image_height) : "none",
       device.kind == DeviceKind::cpu ? "computed by the core" : "read through texture units where there are some"});
  return fmt::format("{}  {}  ({})\n{}", device.index, device.name, device.platform, table.text());
}

// Returns the index of the device that a run without --device takes; -1 if LENSLET_DEVICE names one that is missing.
int default_index() {
  try {
    return find_device().index;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::no_device) throw;
    print_warning(error.what());
    return -1;
  }
}

// Extracts "3.0" from "OpenCL 3.0 and what the driver adds".
std::string version_number(const std::string& version) {
  const std::size_t start = version.find(' ') + 1;
  return version.substr(start, version.find(' ', start) - start);
}

void print_table(const std::vector<DeviceInfo>& all, int chosen) {
  Table table({"", ">index", "kind", "name", "platform", "OpenCL", "driver", ">memory", ">units"});
  for (const DeviceInfo& device : all)
    table.add({device.index == chosen ? "*" : "", fmt::format("{}", device.index), std::string(name_of(device.kind)),
               device.name, device.platform, version_number(device.version), device.driver,
               fmt::format("{:.1f} GiB", static_cast<double>(device.global_memory) / (1u << 30)),
               fmt::format("{}", device.compute_units)});
  print_text(table.text());
  if (chosen >= 0) print("* the default; --device or LENSLET_DEVICE chooses another\n");
}

// Programs check these before they rely on them: OpenCL 1.2, table 4.3.
Json with_capabilities(const DeviceInfo& device) {
  Json json = to_json(device);
  json.update({{"architecture", device.architecture},
               {"profile", device.profile},
               {"platform_vendor", device.platform_vendor},
               {"platform_profile", device.platform_profile},
               {"max_group_sides", device.max_group_sides},
               {"max_constant", device.max_constant},
               {"max_parameters", device.max_parameters},
               {"address_bits", device.address_bits},
               {"alignment", device.alignment},
               {"cache_bytes", device.cache_bytes},
               {"cache_line", device.cache_line},
               {"timer_resolution_ns", device.timer_resolution},
               {"host_memory", device.host_memory},
               {"fp64", device.fp64},
               {"fast_fma", device.fast_fma},
               {"denormals", device.denormals},
               {"sub_groups", device.sub_groups},
               {"half_sums", device.half_sums},
               {"unit_elements", device.unit_elements},
               {"lanes_in_step", device.lanes_in_step},
               {"native_floats", device.native_floats},
               {"own_local_memory", device.own_local_memory},
               {"extensions", device.extensions},
               {"platform_extensions", device.platform_extensions}});
  return json;
}

int run_devices(const CLI::App& app) {
  const std::vector<DeviceInfo> all = devices();
  if (all.empty()) find_device();  // throws, and says what is missing
  if (is_set(app, "--table")) {
    if (is_set(app, "--objects")) usage_error("--table and --objects are two reports: give one of them");
    if (is_set(app, "--json")) usage_error("--table is for people, and --json has the same numbers: give one of them");
    for (const DeviceInfo& device : all) print_text((device.index > 0 ? "\n" : "") + hardware_table(device));
    return exit_done;
  }
  const int chosen = default_index();
  const bool with_objects = is_set(app, "--objects");
  if (with_objects) toolkit.require("--objects");
  if (!is_set(app, "--json")) {
    print_table(all, chosen);
    if (with_objects)
      for (const DeviceInfo& device : all) toolkit->print_objects(device);
    return exit_done;
  }
  Json json{{"devices", Json::array()}};
  for (const DeviceInfo& device : all) {
    json["devices"].push_back(with_capabilities(device));
    json["devices"].back()["default"] = device.index == chosen;
    if (with_objects) json["devices"].back()["objects"] = toolkit->objects_json(device);
  }
  print_json(json);
  return exit_done;
}

}  // namespace

std::function<int()> add_devices(CLI::App& app) {
  add_switch(app, "--objects", "Also say which queues, kernels of its own and formats of images a device has");
  add_switch(app, "--table", "Show what stands in hardware for each part of OpenCL's model of a platform");
  add_report_options(app);
  set_help(app, "List the OpenCL devices of this machine. A star marks the one that is used by default.",
           "lenslet devices [options]", "Example: lenslet devices --json");
  return [&app] { return run_devices(app); };
}

}  // namespace lenslet::cli
