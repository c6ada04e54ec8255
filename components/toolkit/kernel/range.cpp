// Checks one rule after the other, so that each error names its number.
#include "toolkit/kernel/range.hpp"

#include <algorithm>
#include <limits>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet::kernel {
namespace {

constexpr char axes[] = "xyz";

template <class... T>
[[noreturn]] void refuse_range(const KernelInfo& kernel, fmt::format_string<T...> format, T&&... values) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("kernel {}: {}", kernel.name, fmt::format(format, std::forward<T>(values)...)));
}

void check_list(const KernelInfo& kernel, const char* what, const std::vector<std::size_t>& list, std::size_t wanted) {
  if (list.size() != wanted)
    refuse_range(kernel, "the {} has {} dimensions and the range {}; allowed: as many", what, list.size(), wanted);
}

void check_sides(const KernelInfo& kernel, const char* what, const std::vector<std::size_t>& sides) {
  for (std::size_t i = 0; i < sides.size(); ++i)
    if (sides[i] == 0) refuse_range(kernel, "the {} is 0 in {}; allowed: 1 or more", what, axes[i]);
}

void check_offset(const KernelInfo& kernel, const KernelRange& range, const DeviceInfo& device) {
  const std::uint64_t most =
      device.address_bits == 32 ? std::numeric_limits<std::uint32_t>::max() : std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = 0; i < range.global.size(); ++i) {
    const std::uint64_t begin = range.offset.empty() ? 0 : range.offset[i];
    if (begin > most || range.global[i] > most - begin)
      refuse_range(kernel, "offset {} and range {} in {}; allowed: together at most {}", begin, range.global[i],
                   axes[i], most);
  }
}

// The group that the kernel's own attribute demands, in so many dimensions.
std::vector<std::size_t> demanded(const KernelInfo& kernel, std::size_t dimensions) {
  const auto& group = kernel.compile_group;
  if (std::ranges::count(group, 0u) == static_cast<std::ptrdiff_t>(group.size())) return {};
  std::vector<std::size_t> sides(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(dimensions));
  for (std::size_t i = dimensions; i < group.size(); ++i)
    if (group[i] > 1)
      refuse_range(kernel, "a range of {} dimensions; allowed: {}, as its reqd_work_group_size is {}", dimensions,
                   i + 1, fmt::join(group, " x "));
  return sides;
}

void check_group(const KernelInfo& kernel, const std::vector<std::size_t>& group, const DeviceInfo& device) {
  std::uint64_t items = 1;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const std::uint64_t most = i < device.max_group_sides.size() ? device.max_group_sides[i] : device.max_group;
    if (group[i] > most) refuse_range(kernel, "a group of {} in {}; allowed: 1 to {}", group[i], axes[i], most);
    items *= group[i];
    if (items > kernel.max_group)
      refuse_range(kernel, "groups of {}; allowed: at most {} work-items on {}", fmt::join(group, " x "),
                   kernel.max_group, device.name);
  }
}

void fit_to_groups(const KernelInfo& kernel, KernelRange& range) {
  for (std::size_t i = 0; i < range.group.size(); ++i) {
    std::size_t& global = range.global[i];
    if (global % range.group[i] == 0) continue;
    if (!range.round_up && kernel.no_uneven_groups.empty()) continue;
    const std::size_t whole =
        global > std::numeric_limits<std::size_t>::max() - range.group[i] ? global : round_up(global, range.group[i]);
    if (!range.round_up)
      refuse_range(kernel,
                   "a range of {} in {} in groups of {}; allowed: a multiple, such as {}, which --round-up and "
                   "KernelRange::round_up make, if the kernel leaves alone what is too much; no uneven groups, as {}",
                   global, axes[i], range.group[i], whole, kernel.no_uneven_groups);
    global = whole;
  }
}

}  // namespace

KernelRange resolved(const KernelRange& range, const KernelInfo& kernel, const DeviceInfo& device) {
  const std::size_t dimensions = range.global.size();
  if (dimensions < 1 || dimensions > 3) refuse_range(kernel, "a range of {} dimensions; allowed: 1 to 3", dimensions);
  check_sides(kernel, "range", range.global);
  KernelRange result = range;
  const std::vector<std::size_t> wanted = demanded(kernel, dimensions);
  if (result.group.empty()) result.group = wanted;
  if (!result.group.empty()) check_list(kernel, "group", result.group, dimensions);
  check_sides(kernel, "group", result.group);
  if (!wanted.empty() && result.group != wanted)
    refuse_range(kernel, "groups of {}; allowed: {}, its reqd_work_group_size", fmt::join(result.group, " x "),
                 fmt::join(wanted, " x "));
  if (!result.offset.empty()) check_list(kernel, "offset", result.offset, dimensions);
  check_group(kernel, result.group, device);
  fit_to_groups(kernel, result);
  check_offset(kernel, result, device);
  return result;
}

}  // namespace lenslet::kernel
