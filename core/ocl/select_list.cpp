// Splits a list at its commas, and selectors at the '/' behind which a division stands.
#include "ocl/select_list.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/select.hpp"

namespace lenslet::ocl {
namespace {

// What stands behind a device's own selector: "pocl/2" means both halves, "pocl/2/0" the first.
struct Division {
  std::string_view device;
  std::optional<int> parts, part;
};

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional(number) : std::nullopt;
}

// Takes a number from the end; names may have a '/' of their own.
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

std::vector<std::string_view> split_at_commas(std::string_view text) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t comma = text.find(',');
    words.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

// Different parts of one division go together.
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

  // An index means its device, also where that is taken.
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
  for (const std::string_view selector : split_at_commas(selectors)) list.add(selector);
  return list.all();
}

}  // namespace lenslet::ocl
