// Commands on image objects, checked before the driver sees them.
#include <algorithm>
#include <utility>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>
#include <lenslet/queue.hpp>

#include "toolkit/objects/queue_state.hpp"
#include "toolkit/ocl/formatted_image.hpp"
#include "toolkit/ocl/host_rows.hpp"

namespace lenslet {
namespace {

[[noreturn]] void refuse_image(const std::string& what) {
  throw Error(ErrorKind::invalid_argument, what);
}

void check_host(const Queue::State& queue, const ImageObject& image, const TexelBox& box, const TexelPitch& pitch,
                std::size_t bytes) {
  check_memory(queue, image);
  check_box(image, box);
  const std::size_t needed = ocl::host_rows(image.description(), box.size, pitch).bytes();
  if (bytes < needed)
    refuse_image(fmt::format("{} bytes of the host for texels of an {}; allowed: {} and more", bytes,
                             to_string(image.description()), needed));
}

void check_array(const Queue::State& queue, const ImageObject& image, const DeviceArray& array) {
  check_memory(queue, image);
  check_memory(queue, array);
  const std::size_t needed = ocl::host_rows(image.description(), whole_of(image.description()).size, {}).bytes();
  if (array.type().bytes() != needed)
    refuse_image(fmt::format("{} of {} bytes for an {}; allowed: {}", to_string(array.type()), array.type().bytes(),
                             to_string(image.description()), needed));
}

template <class Enqueue>
Event copied(const Queue::State& queue, const std::vector<MemoryUsed>& from, const std::vector<MemoryUsed>& to,
             const std::vector<Event>& after, const Enqueue& enqueue) {
  if (from[0].overlaps(to[0])) refuse_image("a copy of texels onto themselves: both sides must lie apart");
  return queue.put(
      "a copy", after, [&] { return both(from, to); }, enqueue);
}

Event filled(const Queue::State& queue, const ImageObject& image, const void* colour, const std::vector<Event>& after) {
  check_memory(queue, image);
  return queue.put(
      "a fill", after, [&] { return used(image, true); },
      [&](const ocl::After& list) { return ocl::fill_texels(queue.queue, image.handle(), colour, list); });
}

// The kind of numbers that a fill's colour must have for an image's channels.
enum class Colour : std::uint8_t { floating, with_sign, without_sign };

Colour colour_of(ChannelType type) {
  if (type >= ChannelType::signed_int8 && type <= ChannelType::signed_int32) return Colour::with_sign;
  const bool is_unsigned = type >= ChannelType::unsigned_int8 && type <= ChannelType::unsigned_int32;
  return is_unsigned ? Colour::without_sign : Colour::floating;
}

void check_colour(const ImageObject& image, Colour given) {
  constexpr const char* names[] = {"floats", "integers with a sign", "integers without a sign"};
  const Colour wanted = colour_of(image.description().format.type);
  if (given != wanted)
    refuse_image(fmt::format("a colour of {} for texels of {}; allowed: {}", names[static_cast<std::size_t>(given)],
                             to_string(image.description().format), names[static_cast<std::size_t>(wanted)]));
}

}  // namespace

void check_box(const ImageObject& image, const TexelBox& box) {
  const TexelBox whole = whole_of(image.description());
  for (std::size_t i = 0; i < 3; ++i)
    if (box.size[i] == 0 || box.size[i] > whole.size[i] || box.origin[i] > whole.size[i] - box.size[i])
      refuse_image(fmt::format("a box from {} on of {} does not lie in an {}, or is empty", fmt::join(box.origin, ", "),
                               fmt::join(box.size, " x "), to_string(image.description())));
}

Event Queue::write(std::span<const std::byte> from, const ImageObject& to, const TexelBox& box, const TexelPitch& pitch,
                   const std::vector<Event>& after) const {
  check_host(*state_, to, box, pitch, from.size());
  return state_->put(
      "a write", after, [&] { return used(to, box, true); },
      [&](const ocl::After& list) {
        return ocl::write_texels(state_->queue, to.handle(), box, from.data(), pitch, list);
      });
}

Event Queue::write(std::span<const std::byte> from, const ImageObject& to, const std::vector<Event>& after) const {
  return write(from, to, whole_of(to.description()), {}, after);
}

Event Queue::read(const ImageObject& from, std::span<std::byte> to, const TexelBox& box, const TexelPitch& pitch,
                  const std::vector<Event>& after) const {
  check_host(*state_, from, box, pitch, to.size());
  return state_->put(
      "a read", after, [&] { return used(from, box, false); },
      [&](const ocl::After& list) {
        return ocl::read_texels(state_->queue, from.handle(), box, to.data(), pitch, list);
      });
}

Event Queue::read(const ImageObject& from, std::span<std::byte> to, const std::vector<Event>& after) const {
  return read(from, to, whole_of(from.description()), {}, after);
}

Event Queue::copy(const ImageObject& from, const TexelBox& box, const ImageObject& to,
                  const std::array<std::size_t, 3>& origin, const std::vector<Event>& after) const {
  check_memory(*state_, from);
  check_memory(*state_, to);
  check_box(from, box);
  check_box(to, {origin, box.size});
  if (from.description().format != to.description().format)
    refuse_image(fmt::format("a copy of texels of {} to {}; allowed: to the same format",
                             to_string(from.description().format), to_string(to.description().format)));
  return copied(*state_, used(from, box, false), used(to, {origin, box.size}, true), after,
                [&](const ocl::After& list) {
                  return ocl::copy_texels(state_->queue, from.handle(), box, to.handle(), origin, list);
                });
}

Event Queue::copy(const ImageObject& from, const DeviceArray& to, const std::vector<Event>& after) const {
  check_array(*state_, from, to);
  return copied(*state_, used(from, false), used(to, true), after, [&](const ocl::After& list) {
    return ocl::copy_texels(state_->queue, from.handle(), to.buffer(), list);
  });
}

Event Queue::copy(const DeviceArray& from, const ImageObject& to, const std::vector<Event>& after) const {
  check_array(*state_, to, from);
  return copied(*state_, used(from, false), used(to, true), after, [&](const ocl::After& list) {
    return ocl::copy_texels(state_->queue, from.buffer(), to.handle(), list);
  });
}

Event Queue::fill(const ImageObject& image, const std::array<float, 4>& colour, const std::vector<Event>& after) const {
  check_colour(image, Colour::floating);
  return filled(*state_, image, colour.data(), after);
}

Event Queue::fill(const ImageObject& image, const std::array<std::int32_t, 4>& colour,
                  const std::vector<Event>& after) const {
  check_colour(image, Colour::with_sign);
  return filled(*state_, image, colour.data(), after);
}

Event Queue::fill(const ImageObject& image, const std::array<std::uint32_t, 4>& colour,
                  const std::vector<Event>& after) const {
  check_colour(image, Colour::without_sign);
  return filled(*state_, image, colour.data(), after);
}

}  // namespace lenslet
