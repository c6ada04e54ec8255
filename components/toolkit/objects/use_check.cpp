// Keeps the commands at work, and what they wait for. There are few at a time, so each is checked.
#include "toolkit/objects/use_check.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "ocl/foreign.hpp"
#include "toolkit/ocl/memory_object.hpp"

namespace lenslet {
namespace {

[[noreturn]] void refuse_use(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

// An argument that is memory.
struct MemoryArgument {
  std::size_t index;
  const ArgumentInfo& info;
  MemoryUsed use;
  const void* object;   // OpenCL's handle
  KernelAccess access;  // of the kernel to the object
};

bool may_write(const ArgumentInfo& argument) {
  if (argument.access != ImageAccess::none) return argument.access != ImageAccess::read_only;
  return argument.address == AddressSpace::global && !argument.is_const;
}

// The bytes from the first to the last pixel, with the gaps between rows.
ocl::Stretch place_of(const DeviceImage& image) {
  if (!image.in_buffer()) return {ocl::handle_of(image.object()), 0, 1};
  const ocl::Stretch all = ocl::place_of(image.buffer()), own = image.buffer().stretch(), part = stretch_of(image);
  return {all.memory, all.begin + (part.begin - own.begin), all.begin + (part.end - own.begin)};
}

std::optional<MemoryArgument> memory_of(std::size_t index, const ArgumentInfo& info, const KernelArgument& argument) {
  const bool writes = may_write(info);
  if (const auto* array = std::get_if<DeviceArray>(&argument.what()))
    return MemoryArgument{index,
                          info,
                          {ocl::place_of(array->buffer()), writes},
                          ocl::handle_of(array->buffer()),
                          array->buffer().access()};
  if (const auto* image = std::get_if<ImageObject>(&argument.what()))
    return MemoryArgument{index, info, used(*image, writes)[0], ocl::handle_of(image->handle()), image->access()};
  const auto* image = std::get_if<DeviceImage>(&argument.what());
  if (image == nullptr) return {};
  const bool rows = image->in_buffer();
  return MemoryArgument{index,
                        info,
                        {place_of(*image), writes},
                        rows ? ocl::handle_of(image->buffer()) : ocl::handle_of(image->object()),
                        rows ? image->buffer().access() : KernelAccess::read_write};
}

// If the driver does not tell a kernel's arguments, the list is empty.
std::vector<MemoryArgument> memory_of(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments) {
  std::vector<MemoryArgument> all;
  for (std::size_t i = 0; i < std::min(kernel.arguments.size(), arguments.size()); ++i)
    if (auto one = memory_of(i, kernel.arguments[i], arguments[i])) all.push_back(*one);
  return all;
}

void check_access(const KernelInfo& kernel, const MemoryArgument& one) {
  if (one.use.writes && one.access == KernelAccess::read_only)
    refuse_use(
        fmt::format("kernel {}: argument {}, '{}', may write memory that kernels only read; allowed: a pointer to "
                    "const, or other memory",
                    kernel.name, one.index, one.info.name));
  if (!one.use.writes && one.access == KernelAccess::write_only)
    refuse_use(
        fmt::format("kernel {}: argument {}, '{}', is only read, of memory that kernels only write; allowed: other "
                    "memory",
                    kernel.name, one.index, one.info.name));
}

void check_pair(const KernelInfo& kernel, const MemoryArgument& a, const MemoryArgument& b) {
  if (!a.use.overlaps(b.use) || (!a.use.writes && !b.use.writes)) return;
  const bool images = a.info.access != ImageAccess::none || b.info.access != ImageAccess::none;
  const bool restricted = a.info.is_restrict || b.info.is_restrict;
  if (a.object == b.object && !images && !restricted) return;
  refuse_use(
      fmt::format("kernel {}: arguments {}, '{}', and {}, '{}', have bytes in common, and one of them may be "
                  "written, {}; allowed: memory apart",
                  kernel.name, a.index, a.info.name, b.index, b.info.name,
                  a.object != b.object ? "through two memory objects"
                  : images             ? "in one image"
                                       : "where 'restrict' says that there are none"));
}

}  // namespace

// Parts of one image are compared by their texels, without the gaps between rows.
bool MemoryUsed::overlaps(const MemoryUsed& other) const {
  if (image == nullptr || image != other.image) return place.overlaps(other.place);
  for (std::size_t i = 0; i < 3; ++i)
    if (part.origin[i] >= other.part.origin[i] + other.part.size[i] ||
        other.part.origin[i] >= part.origin[i] + part.size[i])
      return false;
  return true;
}

std::vector<MemoryUsed> used(const DeviceArray& array, bool writes) {
  return {{ocl::place_of(array.buffer()), writes}};
}

std::vector<MemoryUsed> used(const ImageObject& image, bool writes) {
  return used(image, whole_of(image.description()), writes);
}

std::vector<MemoryUsed> used(const ImageObject& image, const TexelBox& part, bool writes) {
  return {{ocl::place_of(image.handle(), part), writes, ocl::handle_of(image.handle()), part}};
}

std::vector<MemoryUsed> both(std::vector<MemoryUsed> first, const std::vector<MemoryUsed>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<MemoryUsed> used_by(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments) {
  std::vector<MemoryUsed> uses;
  for (const MemoryArgument& one : memory_of(kernel, arguments)) uses.push_back(one.use);
  return uses;
}

void check_uses(const KernelInfo& kernel, const std::vector<KernelArgument>& arguments) {
  const std::vector<MemoryArgument> all = memory_of(kernel, arguments);
  for (std::size_t i = 0; i < all.size(); ++i) {
    check_access(kernel, all[i]);
    for (std::size_t k = 0; k < i; ++k) check_pair(kernel, all[k], all[i]);
  }
}

UseCheck::UseCheck() : state_(std::make_shared<State>()) {}

void UseCheck::State::admit(const Command& command) {
  forget_ended();
  for (const Command& other : commands_)
    for (const MemoryUsed& theirs : other.uses)
      for (const MemoryUsed& ours : command.uses) {
        if (!ours.overlaps(theirs) || (!ours.writes && !theirs.writes) || ends_before(other.place, command)) continue;
        if (!other.event)
          refuse_use(
              fmt::format("{}: the host has a part of this memory mapped; allowed: once it is unmapped", command.what));
        refuse_use(
            fmt::format("{}: {} uses a part of the same memory, one of them writes, and nothing says which is "
                        "first; allowed: to wait for its event, or memory apart",
                        command.what, other.what));
      }
}

std::uint64_t UseCheck::State::add(Command command) {
  command.place = next_++;
  commands_.push_back(std::move(command));
  return commands_.back().place;
}

void UseCheck::State::remove(std::uint64_t place) {
  std::erase_if(commands_, [place](const Command& each) { return each.place == place; });
}

std::optional<std::uint64_t> UseCheck::State::place_of(const ocl::Event& event) const {
  for (const Command& each : commands_)
    if (each.event && each.event->handle() == event.handle()) return each.place;
  return {};
}

UseCheck::State::Predecessors UseCheck::State::predecessors_of(const ocl::After& events) const {
  Predecessors before;
  for (const ocl::Event& event : events)
    if (const auto known = place_of(event))
      before.known.push_back(*known);
    else if (!event.ended())
      before.all_up_to = next_;
  return before;
}

const UseCheck::State::Command* UseCheck::State::find(std::uint64_t place) const {
  const auto found = std::ranges::find(commands_, place, &Command::place);
  return found == commands_.end() ? nullptr : &*found;
}

// Follows what commands wait for. Commands that have ended are forgotten.
bool UseCheck::State::ends_before(std::uint64_t place, const Command& command) const {
  std::vector<const Command*> open{&command};
  std::set<std::uint64_t> seen;
  while (!open.empty()) {
    const Predecessors& before = open.back()->before;
    open.pop_back();
    if (place < before.all_up_to) return true;
    for (const std::uint64_t each : before.known) {
      if (each == place) return true;
      const Command* const known = seen.insert(each).second ? find(each) : nullptr;
      if (known != nullptr) open.push_back(known);
    }
  }
  return false;
}

void UseCheck::State::forget_ended() {
  std::erase_if(commands_, [](const Command& each) { return each.event && each.event->ended(); });
}

}  // namespace lenslet
