// Matches a device selector against the list of devices.
#include "ocl/select.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
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

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t end = text.find(separator);
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> lower_words(std::string_view selector) {
  std::vector<std::string> words;
  for (const std::string_view word : split(selector, ':')) words.push_back(lower(word));
  return words;
}

// A word for a kind only means the kind: "cpu" must not match a GPU whose platform has CPU in its name.
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

// Returns the index, or `size` where the number is too large.
std::size_t parse_index(std::string_view selector, std::size_t size) {
  std::size_t index = 0;
  const auto parsed = std::from_chars(selector.data(), selector.data() + selector.size(), index);
  return parsed.ec == std::errc() ? std::min(index, size) : size;
}

// Returns the matching device of the most preferred kind; kinds are numbered in this order. Among equals it is the
// first of the list.
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
    found = preferred(devices, lower_words(selector));
  if (found == devices.size()) throw_no_match(devices, selector, origin, failures);
  return found;
}

}  // namespace ocl
}  // namespace lenslet

namespace lenslet::ocl {

namespace {

// The part of a selector behind the device: "pocl/2" means both halves, "pocl/2/0" the first.
struct Division {
  std::string_view device;
  std::optional<int> parts, part;
};

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional(number) : std::nullopt;
}

// Takes a number from the end. A name may contain '/', too.
std::optional<int> take_number(std::string_view& selector) {
  const std::size_t slash = selector.rfind('/');
  if (slash == std::string_view::npos) return {};
  const std::optional<int> number = whole_number(selector.substr(slash + 1));
  if (number) selector = selector.substr(0, slash);
  return number;
}

Division parse(std::string_view selector) {
  Division division{selector, {}, {}};
  division.parts = take_number(division.device);
  if (!division.parts) return division;
  if (const std::optional<int> before = take_number(division.device)) {
    division.part = division.parts;
    division.parts = before;
  }
  return division;
}

// Two different parts of the same division do not overlap.
bool overlap(const Selected& a, const Selected& b) {
  return a.device == b.device && (a.parts != b.parts || a.part == b.part);
}

class List {
 public:
  List(std::span<const DeviceInfo> devices, std::string_view text, std::string_view origin,
       std::span<const std::string> failures)
      : devices_(devices), text_(text), origin_(origin), failures_(failures) {}

  void add(std::string_view selector) {
    if (selector.empty() && !text_.empty())
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("a selector of \"{}\" is empty; allowed: selectors with commas between them", text_));
    if (selector == "all" && !devices_.empty()) return add_all();
    const Division division = parse(selector);
    const std::size_t device =
        division.part ? select(devices_, division.device, origin_, failures_) : first_free(division.device);
    check(division, device);
    const int parts = division.parts.value_or(1);
    for (int part = division.part.value_or(0); part < (division.part ? *division.part + 1 : parts); ++part)
      add(Selected{device, parts, part});
  }

  const std::vector<Selected>& all() const { return all_; }

 private:
  void add_all() {
    for (std::size_t device = 0; device < devices_.size(); ++device) add(Selected{device});
  }

  void add(const Selected& selected) {
    for (const Selected& other : all_)
      if (overlap(selected, other)) throw_twice(selected.device);
    all_.push_back(selected);
  }

  bool is_free(std::size_t device) const { return std::ranges::count(all_, device, &Selected::device) == 0; }

  // An index always means its device, even where that is taken.
  std::size_t first_free(std::string_view selector) const {
    const std::size_t usual = select(devices_, selector, origin_, failures_);
    if (is_free(usual) || whole_number(selector)) return usual;
    std::vector<std::size_t> places;
    std::vector<DeviceInfo> rest;
    for (std::size_t device = 0; device < devices_.size(); ++device) {
      if (!is_free(device)) continue;
      places.push_back(device);
      rest.push_back(devices_[device]);
    }
    try {
      return places[select(rest, selector)];
    } catch (const Error&) {  // no other device matches
      throw_twice(usual);
    }
  }

  void check(const Division& division, std::size_t device) const {
    const DeviceInfo& info = devices_[device];
    if (division.parts && (*division.parts < 1 || *division.parts > info.compute_units))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{} sub-devices of device {}; allowed: 1 to {}, as many as {} has compute units",
                              *division.parts, device, info.compute_units, info.name));
    if (division.part && *division.part >= *division.parts)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("sub-device {} of {} of device {}; allowed: 0 to {}", *division.part, *division.parts,
                              device, *division.parts - 1));
  }

  [[noreturn]] void throw_twice(std::size_t device) const {
    throw Error(ErrorKind::invalid_argument, fmt::format("\"{}\" names device {}, {}, twice; allowed: each device once",
                                                         text_, device, devices_[device].name));
  }

  std::span<const DeviceInfo> devices_;
  std::string_view text_, origin_;
  std::span<const std::string> failures_;
  std::vector<Selected> all_;
};

}  // namespace

std::string to_string(const Selected& selected) {
  return selected.parts == 1 ? fmt::format("{}", selected.device)
                             : fmt::format("{}/{}/{}", selected.device, selected.parts, selected.part);
}

std::vector<Selected> select_list(std::span<const DeviceInfo> devices, std::string_view selectors,
                                  std::string_view origin, std::span<const std::string> failures) {
  List list(devices, selectors, origin, failures);
  for (const std::string_view selector : split(selectors, ',')) list.add(selector);
  return list.all();
}

}  // namespace lenslet::ocl
