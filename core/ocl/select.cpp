// Matches a device selector against the list of devices.
#include "ocl/select.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {

std::string_view name_of(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::gpu:
      return "gpu";
    case DeviceKind::accelerator:
      return "accelerator";
    case DeviceKind::cpu:
      return "cpu";
    case DeviceKind::other:
      break;
  }
  return "other";
}

namespace ocl {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::vector<std::string> split(std::string_view selector) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t colon = selector.find(':');
    words.push_back(lower(selector.substr(0, colon)));
    if (colon == std::string_view::npos) return words;
    selector.remove_prefix(colon + 1);
  }
}

// A kind's word means the kind alone: "cpu" is not a GPU of a vendor whose platform has CPU in its name.
bool matches(const DeviceInfo& device, const std::string& word) {
  if (word.empty()) return false;
  for (const DeviceKind kind : {DeviceKind::gpu, DeviceKind::accelerator, DeviceKind::cpu})
    if (word == name_of(kind)) return device.kind == kind;
  const std::string platform = lower(device.platform);
  if (word == "pocl" && platform.find("portable computing language") != std::string::npos) return true;
  return platform.find(word) != std::string::npos || lower(device.vendor).find(word) != std::string::npos ||
         lower(device.name).find(word) != std::string::npos;
}

bool matches_all(const DeviceInfo& device, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return matches(device, word); });
}

bool is_index(std::string_view selector) {
  return std::all_of(selector.begin(), selector.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Returns the index, or `size` for one that no list could have.
std::size_t parse_index(std::string_view selector, std::size_t size) {
  std::size_t index = 0;
  const auto parsed = std::from_chars(selector.data(), selector.data() + selector.size(), index);
  return parsed.ec == std::errc() ? std::min(index, size) : size;
}

// Returns the device of the preferred kind. Kinds are numbered in the order of preference; the first of the list wins
// among equals.
std::size_t preferred(std::span<const DeviceInfo> devices, const std::vector<std::string>& words) {
  std::size_t best = devices.size();
  for (std::size_t i = 0; i < devices.size(); ++i)
    if (matches_all(devices[i], words) && (best == devices.size() || devices[i].kind < devices[best].kind)) best = i;
  return best;
}

constexpr char drivers[] =
    "nvidia-opencl-icd (non-free) for NVIDIA, mesa-opencl-icd for AMD, intel-opencl-icd for Intel, pocl-opencl-icd for "
    "any CPU";

std::string text_of(std::span<const std::string> failures) {
  return failures.empty() ? "" : fmt::format("; without devices: {}", fmt::join(failures, ", "));
}

[[noreturn]] void throw_no_match(std::span<const DeviceInfo> devices, std::string_view selector,
                                 std::string_view origin, std::span<const std::string> failures) {
  std::string list;
  for (const DeviceInfo& device : devices)
    list += fmt::format("{}{}: {} {} ({})", list.empty() ? "" : "; ", device.index, name_of(device.kind), device.name,
                        device.platform);
  throw Error(ErrorKind::no_device,
              fmt::format("no device matches \"{}\"{}; there is {}{}", selector,
                          origin.empty() ? "" : fmt::format(" of {}", origin), list, text_of(failures)));
}

}  // namespace

std::size_t select(std::span<const DeviceInfo> devices, std::string_view selector, std::string_view origin,
                   std::span<const std::string> failures) {
  if (devices.empty())
    throw Error(ErrorKind::no_device,
                fmt::format("no OpenCL driver {}{}; Debian's packages bring drivers: {}",
                            failures.empty() ? "with a device was found" : "has a device", text_of(failures), drivers));
  std::size_t found = devices.size();
  if (selector.empty())
    found = preferred(devices, {});
  else if (is_index(selector))
    found = parse_index(selector, devices.size());
  else
    found = preferred(devices, split(selector));
  if (found == devices.size()) throw_no_match(devices, selector, origin, failures);
  return found;
}

}  // namespace ocl
}  // namespace lenslet
