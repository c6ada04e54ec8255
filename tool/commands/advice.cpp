// The tips, their claims, and what the device says to them.
#include "tool/commands/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tool/jobs/run_report.hpp"

namespace lenslet::cli {
namespace {

constexpr std::int64_t large = std::int64_t{1} << 24;  // bytes of a transfer whose start no longer counts

std::string bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit < 3; ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, bytes < 10 && unit > 0 ? 1 : 0, units[unit]);
}

std::string rate_text(double bytes_per_second) {
  return fmt::format("{:.3g} GB/s", bytes_per_second / 1e9);
}

// Work-items that run in step, for sentences.
std::string step_text(const DeviceInfo& device) {
  if (device.lanes_in_step > 0) return fmt::format("{} work-items run in step", device.lanes_in_step);
  if (device.kind != DeviceKind::cpu) return "the driver does not tell how many work-items run in step";
  return fmt::format("a core takes its items in turns, in vectors of {} floats", std::max(device.native_floats, 1));
}

std::string copies_text(const Costs& costs) {
  return fmt::format("copied there {}: a byte that moves costs as much as {:.1f} copied bytes", rate_text(costs.copy),
                     costs.copy / std::min(costs.to_device, costs.to_host));
}

// Of the tips on transfers and memory.
std::string numbers_of_memory(int tip, const DeviceInfo& device, const Costs& costs) {
  switch (tip) {
    case 1:
      return fmt::format("to the device {}, back {}, {}{}", rate_text(costs.to_device), rate_text(costs.to_host),
                         copies_text(costs),
                         device.host_memory ? "; memory is the host's: map instead of copying" : "");
    case 2:
      return fmt::format("4 bytes take {:.0f} us; under {} the start is more than half of the time",
                         costs.least_ms * 1e3, bytes_text(costs.least_ms / 1e3 * costs.to_device));
    case 3:
      return device.cache_line == 0 ? step_text(device)
                                    : fmt::format("{}; a cache line has {} B, {} floats", step_text(device),
                                                  device.cache_line, device.cache_line / sizeof(float));
    case 4:
      return fmt::format("{} for a group, {}", bytes_text(static_cast<double>(device.local_memory)),
                         device.own_local_memory ? "hardware of its own" : "ordinary memory, which a cache may hold");
    case 5:
      return "OpenCL does not tell how many registers there are; what does not fit is memory, and --kernel says how "
             "much";
    default:
      return device.own_local_memory
                 ? "usually 32 banks of 4 B: neighbouring items read neighbouring words, or one word"
                 : "no banks: local memory is ordinary memory";
  }
}

// Of the tips on groups and work-items.
std::string numbers_of_work(int tip, const DeviceInfo& device) {
  switch (tip) {
    case 7:
      return fmt::format("{} compute units: {} groups and more, best a multiple of {}", device.compute_units,
                         2 * device.compute_units, device.compute_units);
    case 8:
      return fmt::format("{}; a group has at most {}", step_text(device), device.max_group);
    case 9:
      return device.kind == DeviceKind::cpu
                 ? "a core runs one group after the other: nothing to hide"
                 : fmt::format("each group may take {} of local memory: an eighth leaves room for eight",
                               bytes_text(static_cast<double>(device.local_memory)));
    case 10:
      return fmt::format("{}; {}", device.fp64 ? "doubles are there: a literal without f makes them" : "no doubles",
                         device.fast_fma ? "fma() is an instruction" : "fma() is none");
    case 11:
      return "commands are put into the queue without waiting; read results with one wait at the end";
    case 12:
      return step_text(device) + ": items in step take both ways of a branch";
    case 13:
      return device.images ? fmt::format("images of up to {} x {}{}", device.max_image_width, device.max_image_height,
                                         device.kind == DeviceKind::cpu ? ", read by functions: no hardware" : "")
                           : "no images";
    case 14:
      return fmt::format("{} for an argument", bytes_text(static_cast<double>(device.max_constant)));
    default:
      return device.kind == DeviceKind::cpu ? "a barrier cuts the loop over a group's items into two"
                                            : "a barrier waits for the last items of a group";
  }
}

}  // namespace

std::span<const Tip> tips() {
  static const std::vector<Tip> all = {
      {1, "Move little between host and device.", "transfer", {40}},
      {2, "Move it at once, not in pieces.", "transfer", {40}},
      {3, "Let neighbouring work-items read neighbouring elements.", "vector-add", {27}},
      {4, "Read what a group shares from local memory.", "local-memory", {24}},
      {5, "Keep a work-item's own values in private memory.", "private-memory", {75, 76}},
      {6, "Let a group's items read local memory in different banks.", "local-memory", {51}},
      {7, "Launch as many groups as there are compute units, better twice as many.", "group", {50}},
      {8, "Make groups a multiple of the items that run in step; add idle items.", "group", {49}},
      {9, "Let several groups fit on a unit.", "occupancy", {77, 78}},
      {10, "Compute by fast instructions, and write literals as float.", "constant-memory", {52}},
      {11, "Do not wait for commands one by one.", "sync", {38, 39}},
      {12, "Let the items that run in step take the same branches.", "divergence", {53, 57}},
      {13, "Read pictures from image objects.", "storage", {55}},
      {14, "Keep what all items read alike in constant memory.", "constant-memory", {54}},
      {15, "Have few barriers.", "dot", {56}}};
  return all;
}

Costs measure_costs(const Session& session) {
  const Array bytes({SampleType::u8, {large}}), few({SampleType::u8, {4}});
  const DeviceArray there = session.upload(bytes), few_there = session.upload(few);
  const auto rate = [](double ms) { return static_cast<double>(large) / (ms / 1e3); };
  Costs costs{};
  costs.to_device = rate(least_ms([&] { static_cast<void>(session.upload(bytes)); }));
  costs.to_host = rate(least_ms([&] { static_cast<void>(session.download(there)); }));
  costs.copy = session.copy_rate() / 2;  // which reads and writes each byte
  costs.least_ms = least_ms([&] { static_cast<void>(session.download(few_there)); });
  return costs;
}

std::string numbers_for(const Tip& tip, const DeviceInfo& device, const Costs& costs) {
  return tip.number < 7 ? numbers_of_memory(tip.number, device, costs) : numbers_of_work(tip.number, device);
}

}  // namespace lenslet::cli
