// What the tips mean for a kernel, by what the driver and the kernel's text say of it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "tool/commands/advice.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

using Sentences = std::vector<std::string>;

constexpr std::size_t most_places = 4;

// "line 3: x[i * 4]; line 5: ..."
std::string places_text(const std::vector<TextPlace>& places) {
  std::vector<std::string> texts;
  for (const TextPlace& place : places) {
    if (texts.size() == most_places) {
      texts.push_back(fmt::format("and {} more", places.size() - most_places));
      break;
    }
    texts.push_back(fmt::format("line {}: {}", place.line, place.words));
  }
  return join(texts, "; ");
}

bool is_buffer(const ArgumentInfo& argument) {
  return argument.address == AddressSpace::global && argument.access == ImageAccess::none;
}

template <class Wanted>
std::vector<std::string> names_of_arguments(const KernelInfo& kernel, Wanted wanted) {
  std::vector<std::string> names;
  for (const ArgumentInfo& argument : kernel.arguments)
    if (wanted(argument)) names.push_back(argument.name);
  return names;
}

Sentences transfers(const KernelInfo& kernel) {
  const auto read = names_of_arguments(kernel, [](const auto& one) { return is_buffer(one) && one.is_const; });
  const auto both = names_of_arguments(kernel, [](const auto& one) { return is_buffer(one) && !one.is_const; });
  Sentences all;
  if (!read.empty())
    all.push_back(fmt::format("reads {}: keep what the next launch reads, too, on the device", join(read, ", ")));
  if (!both.empty())
    all.push_back(
        fmt::format("may read and write {}: what is only read should be const, what is only written need not "
                    "be sent",
                    join(both, ", ")));
  return all;
}

Sentences strides(const KernelText& text) {
  if (text.strides.empty()) return {"no subscript has a multiple of the item's id in x"};
  return {"neighbouring items read apart: " + places_text(text.strides)};
}

std::uint64_t local_bytes(const AdvisedKernel& kernel) {
  return kernel.info.local_bytes + kernel.local_arguments;
}

bool has_local_arguments(const KernelInfo& kernel) {
  return std::ranges::any_of(kernel.arguments, [](const auto& one) { return one.address == AddressSpace::local; });
}

Sentences local_memory(const AdvisedKernel& kernel, const DeviceInfo& device) {
  const std::uint64_t bytes = local_bytes(kernel);
  if (bytes == 0 && !has_local_arguments(kernel.info)) return {"it has no local memory"};
  Sentences all{fmt::format("{} B of {} B{}", bytes, device.local_memory,
                            has_local_arguments(kernel.info) && kernel.local_arguments == 0
                                ? " and its __local arguments, which --local BYTES says"
                                : "")};
  if (!device.own_local_memory) all.emplace_back("here the tile is copied from memory to memory; try it without");
  return all;
}

Sentences private_memory(const KernelInfo& kernel) {
  if (kernel.private_bytes == 0) return {"no private bytes beside registers, as the driver says"};
  return {
      fmt::format("{} B a work-item in private memory: arrays with places that only the run knows, or registers that "
                  "did not suffice",
                  kernel.private_bytes)};
}

std::size_t product(const std::vector<std::size_t>& sides) {
  return std::accumulate(sides.begin(), sides.end(), std::size_t{1}, std::multiplies<>());
}

std::string sides_text(const std::vector<std::size_t>& sides) {
  return fmt::format("{}", fmt::join(sides, "x"));
}

// The range in whole groups.
std::vector<std::size_t> rounded(const AdvisedKernel& kernel) {
  std::vector<std::size_t> sides = kernel.range;
  for (std::size_t i = 0; i < sides.size(); ++i)
    sides[i] = (sides[i] + kernel.group[i] - 1) / kernel.group[i] * kernel.group[i];
  return sides;
}

Sentences groups(const AdvisedKernel& kernel, const DeviceInfo& device) {
  if (kernel.range.empty() || kernel.group.empty()) return {"--range N and --group N say how many groups there are"};
  const std::size_t count = product(rounded(kernel)) / product(kernel.group);
  const auto units = static_cast<std::size_t>(std::max(device.compute_units, 1));
  if (count < units) return {fmt::format("{} groups leave {} of {} units idle", count, units - count, units)};
  if (count < 2 * units) return {fmt::format("{} groups for {} units: twice as many hide more", count, units)};
  const std::size_t rest = count % units;
  if (rest == 0 || count >= 16 * units) return {fmt::format("{} groups for {} units", count, units)};
  return {fmt::format("{} groups for {} units: the last round has {} of them", count, units, rest)};
}

Sentences multiples(const AdvisedKernel& kernel) {
  const std::size_t multiple = std::max<std::size_t>(kernel.info.preferred_multiple, 1);
  Sentences all{fmt::format("groups of a multiple of {}, at most {}, as the driver says of this kernel", multiple,
                            kernel.info.max_group)};
  if (kernel.group.empty()) return all;
  const std::size_t group = product(kernel.group);
  if (group > kernel.info.max_group)
    all.push_back(fmt::format("a group of {} is more than it can have", sides_text(kernel.group)));
  else if (group % multiple != 0)
    all.push_back(fmt::format("a group of {} leaves {} lanes of {} idle", sides_text(kernel.group),
                              multiple - group % multiple, (group / multiple + 1) * multiple));
  if (!kernel.range.empty() && rounded(kernel) != kernel.range)
    all.push_back(fmt::format("a range of {} is no multiple of the group: round it up to {} and test the id",
                              sides_text(kernel.range), sides_text(rounded(kernel))));
  return all;
}

Sentences occupancy(const AdvisedKernel& kernel, const DeviceInfo& device) {
  Sentences all;
  if (const std::uint64_t bytes = local_bytes(kernel); bytes > 0)
    all.push_back(fmt::format("by its local memory {} groups fit into what one may take", device.local_memory / bytes));
  if (kernel.info.max_group < device.max_group)
    all.push_back(fmt::format("groups of at most {} of the device's {}: registers or local memory are what it lacks",
                              kernel.info.max_group, device.max_group));
  if (all.empty()) all.emplace_back("nothing that the driver tells limits its groups");
  return all;
}

Sentences literals(const KernelText& text, const DeviceInfo& device) {
  if (text.doubles.empty()) return {"no literal without an f"};
  return {fmt::format("{}: {}",
                      device.fp64 ? "literals that are doubles" : "literals without an f, which are floats here",
                      places_text(text.doubles))};
}

Sentences images(const KernelInfo& kernel) {
  const auto used = names_of_arguments(kernel, [](const auto& one) { return one.access != ImageAccess::none; });
  if (!used.empty()) return {"image objects: " + join(used, ", ")};
  return {"it has no image object"};
}

Sentences constants(const KernelInfo& kernel, const DeviceInfo& device) {
  const auto used = names_of_arguments(kernel, [](const auto& one) { return one.address == AddressSpace::constant; });
  if (!used.empty()) return {fmt::format("__constant: {}, each up to {} B", join(used, ", "), device.max_constant)};
  const auto read = names_of_arguments(kernel, [](const auto& one) { return is_buffer(one) && one.is_const; });
  if (read.empty()) return {"nothing that is only read"};
  return {fmt::format("which of {} do all items read at the same place? That may be __constant", join(read, ", "))};
}

Sentences barriers(const KernelText& text) {
  if (text.barriers.empty() && text.loop_barriers.empty()) return {"no barrier"};
  if (text.loop_barriers.empty()) return {fmt::format("{} barriers, none in a loop", text.barriers.size())};
  return {"in loops: " + places_text(text.loop_barriers)};
}

}  // namespace

Sentences advice_for(const Tip& tip, const AdvisedKernel& kernel, const DeviceInfo& device) {
  switch (tip.number) {
    case 1:
      return transfers(kernel.info);
    case 3:
      return strides(kernel.text);
    case 4:
      return local_memory(kernel, device);
    case 5:
      return private_memory(kernel.info);
    case 7:
      return groups(kernel, device);
    case 8:
      return multiples(kernel);
    case 9:
      return occupancy(kernel, device);
    case 10:
      return literals(kernel.text, device);
    case 12:
      if (kernel.text.branches.empty()) return {"no branch on the item's id"};
      return {"branches on the item's id, of which a test for the end of the range costs the last group alone: " +
              places_text(kernel.text.branches)};
    case 13:
      return images(kernel.info);
    case 14:
      return constants(kernel.info, device);
    case 15:
      return barriers(kernel.text);
    default:
      return {};
  }
}

}  // namespace lenslet::cli
