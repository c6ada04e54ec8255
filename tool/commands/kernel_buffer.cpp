// A guard's bytes all differ, so that hardly any kernel writes what is there already.
#include "tool/commands/kernel_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

namespace lenslet::cli {
namespace {

constexpr std::int64_t guard_bytes = 1 << 16;  // a multiple of every device's alignment for buffers

std::byte guard_byte(std::size_t place) {
  return static_cast<std::byte>((place * 167 + place / 251 + 89) & 0xff);
}

// The place of the first changed byte of a guard, or its length.
std::size_t first_changed(std::span<const std::byte> guard, std::size_t place) {
  std::size_t i = 0;
  while (i < guard.size() && guard[i] == guard_byte(place + i)) ++i;
  return i;
}

DeviceArray guarded(const Session& session, const Array& array, std::int64_t guard) {
  Array all({array.type().type, {array.count() + 2 * guard}});
  const std::span<std::byte> bytes = all.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = guard_byte(i);
  std::ranges::copy(array.bytes(), bytes.begin() + guard_bytes);
  return session.upload(all);
}

}  // namespace

BufferArgument::BufferArgument(const Session& session, std::string name, const Array& array, bool keep)
    : name_(std::move(name)),
      type_(array.type()),
      guard_(guard_bytes / static_cast<std::int64_t>(size_of(type_.type))),
      whole_(array.count() > 0 ? guarded(session, array, guard_) : session.upload(array)),
      own_(array.count() > 0 ? session.part(whole_, guard_, array.count()) : whole_),
      first_(keep ? std::optional(array) : std::nullopt) {}

void BufferArgument::restore(const Session& session) const {
  if (first_ && first_->count() > 0) Queue(session).write(first_->bytes(), own_).wait();
}

Array BufferArgument::download(const Session& session) const {
  const Array flat = session.download(own_);
  Array shaped(type_);
  std::ranges::copy(flat.bytes(), shaped.bytes().begin());
  return shaped;
}

void BufferArgument::check_guards(const Session& session) const {
  if (type_.bytes() == 0) return;
  const auto changed = [&](std::int64_t first, std::size_t place) {
    return first_changed(session.download(whole_, Box{{first}, {guard_}}).bytes(), place);
  };
  constexpr auto guard = static_cast<std::size_t>(guard_bytes);
  const std::size_t behind = changed(guard_ + own_.type().count(), guard + type_.bytes());
  const std::size_t before = changed(0, 0);
  if (behind == guard && before == guard) return;
  const std::string where = behind < guard ? fmt::format("{} bytes behind its end", behind)
                                           : fmt::format("{} bytes before its begin", guard - before);
  throw Error(ErrorKind::device, fmt::format("the kernel wrote outside of its argument '{}', {}; allowed: inside of "
                                             "the {} bytes of {}",
                                             name_, where, type_.bytes(), to_string(type_)));
}

}  // namespace lenslet::cli
