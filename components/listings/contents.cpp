// A guard's bytes all differ, so that hardly any kernel writes what is there already.
#include "listings/contents.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::listings {
namespace {

constexpr std::size_t guard_bytes = 1 << 16;  // a multiple of every device's alignment for buffers

std::byte guard_byte(std::size_t place) {
  return static_cast<std::byte>((place * 167 + place / 251 + 89) & 0xff);
}

std::int64_t guard_elements(const ArrayType& type) {
  return static_cast<std::int64_t>(guard_bytes / size_of(type.type));
}

Array guarded(const Array& array) {
  Array all({array.type().type, {array.count() + 2 * guard_elements(array.type())}});
  const std::span<std::byte> bytes = all.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = guard_byte(i);
  std::ranges::copy(array.bytes(), bytes.begin() + guard_bytes);
  return all;
}

[[noreturn]] void refuse(const Memory& memory, const std::string& what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("memory '{}' of a listing: {}", memory.name, what));
}

ChannelType channel_type(const Memory& memory) {
  switch (memory.type.type) {
    case SampleType::u8:
      return memory.unorm ? ChannelType::unorm_int8 : ChannelType::unsigned_int8;
    case SampleType::u16:
      return memory.unorm ? ChannelType::unorm_int16 : ChannelType::unsigned_int16;
    case SampleType::u32:
      return ChannelType::unsigned_int32;
    case SampleType::i8:
      return ChannelType::signed_int8;
    case SampleType::i16:
      return ChannelType::signed_int16;
    case SampleType::i32:
      return ChannelType::signed_int32;
    case SampleType::f16:
      return ChannelType::half_float;
    case SampleType::f32:
      return ChannelType::float32;
    default:
      refuse(memory, "no texels have this type; allowed: u8, u16, u32, i8, i16, i32, f16, f32");
  }
}

TexelFormat format_of(const Memory& memory) {
  switch (memory.type.shape.back()) {
    case 1:
      return {ChannelOrder::r, channel_type(memory)};
    case 2:
      return {ChannelOrder::rg, channel_type(memory)};
    case 4:
      return {ChannelOrder::rgba, channel_type(memory)};
    default:
      refuse(memory, fmt::format("{} channels; allowed: 1, 2, 4", memory.type.shape.back()));
  }
}

// How many elements of a guard have changed, and which is the first one.
struct Changed {
  std::size_t count = 0;
  std::size_t first = 0;
};

Changed changed_elements(std::span<const std::byte> guard, std::size_t place, std::size_t size) {
  Changed changed;
  for (std::size_t i = 0; i < guard.size(); i += size)
    for (std::size_t j = i; j < i + size; ++j) {
      if (guard[j] == guard_byte(place + j)) continue;
      if (changed.count++ == 0) changed.first = i / size;
      break;
    }
  return changed;
}

}  // namespace

Array made(const Memory& memory) {
  Array array(memory.type);
  if (!memory.value) return array;
  for (std::int64_t i = 0; i < array.count(); ++i) array.set(i, memory.value(i));
  return array;
}

std::vector<double> numbers_of(const Array& array) {
  std::vector<double> numbers(static_cast<std::size_t>(array.count()));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = array.at(static_cast<std::int64_t>(i));
  return numbers;
}

ImageDescription description_of(const Memory& memory) {
  const std::vector<std::int64_t>& shape = memory.type.shape;
  const auto side = [&](std::size_t from_end) { return static_cast<std::size_t>(shape[shape.size() - from_end]); };
  const ImageKind kind = *memory.image;
  ImageDescription description{.kind = kind, .format = format_of(memory), .width = side(2)};
  const bool is_rows = kind == ImageKind::image1d || kind == ImageKind::image1d_array;
  const bool is_stack = kind == ImageKind::image2d_array || kind == ImageKind::image3d;
  if (!is_rows) description.height = side(3);
  if (kind == ImageKind::image1d_array) description.layers = side(3);
  if (is_stack) (kind == ImageKind::image3d ? description.depth : description.layers) = side(4);
  return description;
}

Contents::Contents(const Queue& queue, const Setup& setup) : queue_(queue), memory_(setup.memory) {
  for (const Memory& each : memory_) add(each);
}

void Contents::add(const Memory& memory) {
  if (!memory.over.empty()) {
    images_.emplace(memory.name, ImageObject(queue_.session(), buffers_.at(memory.over).own, format_of(memory)));
    return;
  }
  const Array array = made(memory);
  before_[memory.name] = numbers_of(array);
  if (memory.image) return add_image(memory, array);
  if (std::ranges::find(memory_, memory.name, &Memory::over) != memory_.end())
    return add_unguarded(memory, array);  // some drivers make no image over a part of a buffer
  const DeviceArray whole = queue_.session().upload(guarded(array));
  buffers_.emplace(memory.name,
                   Buffer{whole, queue_.session().part(whole, guard_elements(memory.type), array.count())});
}

void Contents::add_unguarded(const Memory& memory, const Array& array) {
  const DeviceArray own = queue_.session().upload(array);
  buffers_.emplace(memory.name, Buffer{{}, own});
}

void Contents::add_image(const Memory& memory, const Array& array) {
  const ImageObject image(queue_.session(), description_of(memory));
  queue_.write(array.bytes(), image).wait();
  images_.emplace(memory.name, image);
}

const Memory& Contents::memory(const std::string& name) const {
  const auto found = std::ranges::find(memory_, name, &Memory::name);
  if (found == memory_.end())
    throw Error(ErrorKind::invalid_argument, fmt::format("a listing without the memory '{}'", name));
  return *found;
}

KernelArgument Contents::argument(const Argument& argument) const {
  if (const auto* value = std::get_if<KernelArgument>(&argument)) return *value;
  const std::string& name = memory(std::get<Use>(argument).memory).name;
  if (const auto image = images_.find(name); image != images_.end()) return image->second;
  return buffers_.at(name).own;
}

Array Contents::download(const std::string& name) const {
  Array array(memory(name).type);
  if (const auto image = images_.find(name); image != images_.end())
    queue_.read(image->second, array.bytes()).wait();
  else
    queue_.read(buffers_.at(name).own, array.bytes()).wait();
  return array;
}

Values Contents::outputs() const {
  Values values;
  for (const Memory& each : memory_)
    if (each.output) values[each.name] = numbers_of(download(each.name));
  return values;
}

std::vector<std::string> Contents::written_outside() const {
  std::vector<std::string> found;
  for (const auto& [name, buffer] : buffers_) {
    if (!buffer.whole) continue;
    const Array whole = queue_.session().download(*buffer.whole);
    const std::span<const std::byte> bytes = whole.bytes();
    const std::size_t end = bytes.size() - guard_bytes, size = size_of(whole.type().type);
    const Changed before = changed_elements(bytes.first(guard_bytes), 0, size);
    const Changed behind = changed_elements(bytes.subspan(end), end, size);
    if (before.count + behind.count == 0) continue;
    found.push_back(
        fmt::format("{} elements outside of {} were written, the first {}", before.count + behind.count, name,
                    behind.count > 0 ? fmt::format("{} behind its end", behind.first)
                                     : fmt::format("{} before its begin", guard_bytes / size - before.first)));
  }
  return found;
}

}  // namespace lenslet::listings
