// Puts the numbers that a device tells beside what its kind of hardware calls the thing.
#include "tool/commands/devices_table.hpp"

#include <fmt/format.h>

#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

// How makers call the parts, as far as a driver lets it be known whose hardware it is.
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

// Whole numbers of the largest unit, from 1 on.
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

}  // namespace

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

}  // namespace lenslet::cli
