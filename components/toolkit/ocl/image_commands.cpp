// Transfers, copies and fills of image objects of any kind.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/image_object.hpp>
#include <lenslet/pixel.hpp>

#include "ocl/commands.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/enqueue.hpp"
#include "ocl/order.hpp"
#include "toolkit/ocl/image_buffer.hpp"

namespace lenslet::ocl {
namespace {

constexpr std::string_view colours = "rgba";

// What each channel takes of a colour, in the order of ChannelOrder.
constexpr std::string_view taken[] = {"r",  "a",   "rg",   "ra", "rgb", "rgba", "bgra", "argb", "r", "r",
                                      "rx", "rgx", "rgbx", "r",  "",    "",     "",     "",     "",  "abgr"};

template <class Channel>
Channel saturated(double value) {
  using Limits = std::numeric_limits<Channel>;
  return std::isnan(value) ? Channel{} : static_cast<Channel>(std::clamp<double>(value, Limits::min(), Limits::max()));
}

template <class Channel>
Channel normalized(float value) {
  return saturated<Channel>(std::nearbyint(double{value} * std::numeric_limits<Channel>::max()));
}

template <class Value, class Convert>
std::vector<std::byte> converted(std::string_view channels, const void* colour, const Convert& convert) {
  std::array<Value, 4> values;
  std::memcpy(values.data(), colour, sizeof values);
  std::vector<std::byte> texel;
  for (const char channel : channels) {
    const auto bits = convert(channel == 'x' ? Value{} : values[colours.find(channel)]);
    const auto bytes = std::as_bytes(std::span(&bits, 1));
    texel.insert(texel.end(), bytes.begin(), bytes.end());
  }
  return texel;
}

// A texel of this colour as clEnqueueFillImage takes it: four floats, or four integers of 32 bits for integer channels.
// Empty for channels that share a word, for depth with a stencil, and for sRGB.
std::vector<std::byte> texel_bytes(const TexelFormat& format, const void* colour) {
  const std::string_view channels = taken[static_cast<std::size_t>(format.order)];
  switch (format.type) {
    case ChannelType::snorm_int8:
      return converted<float>(channels, colour, normalized<std::int8_t>);
    case ChannelType::snorm_int16:
      return converted<float>(channels, colour, normalized<std::int16_t>);
    case ChannelType::unorm_int8:
      return converted<float>(channels, colour, normalized<std::uint8_t>);
    case ChannelType::unorm_int16:
      return converted<float>(channels, colour, normalized<std::uint16_t>);
    case ChannelType::signed_int8:
      return converted<std::int32_t>(channels, colour, saturated<std::int8_t>);
    case ChannelType::signed_int16:
      return converted<std::int32_t>(channels, colour, saturated<std::int16_t>);
    case ChannelType::signed_int32:
      return converted<std::int32_t>(channels, colour, saturated<std::int32_t>);
    case ChannelType::unsigned_int8:
      return converted<std::uint32_t>(channels, colour, saturated<std::uint8_t>);
    case ChannelType::unsigned_int16:
      return converted<std::uint32_t>(channels, colour, saturated<std::uint16_t>);
    case ChannelType::unsigned_int32:
      return converted<std::uint32_t>(channels, colour, saturated<std::uint32_t>);
    case ChannelType::half_float:
      return converted<float>(channels, colour, to_half);
    case ChannelType::float32:
      return converted<float>(channels, colour, [](float value) { return value; });
    default:
      return {};
  }
}

cl_command_queue queue_of(const Queue& queue) {
  return queue.handle().queue();
}

cl_mem memory_of(const FormattedImage& image) {
  return image.handle().memory();
}

// OpenCL accepts none for images without slices. NVIDIA's driver accepts, for one slice, only a multiple of the row's
// pitch.
std::size_t slice_pitch(const FormattedImage& image, const TexelBox& box, const TexelPitch& pitch) {
  const ImageKind kind = image.description().kind;
  const std::size_t slices = kind == ImageKind::image1d_array ? box.size[1] : box.size[2];
  return kind == ImageKind::image1d || kind == ImageKind::image2d || slices == 1 ? 0 : pitch.slice;
}

void check_layers(const Queue& queue, const FormattedImage& image, const TexelBox& box) {
  const DeviceInfo& device = queue.device().info();
  const bool is_layered = image.description().kind == ImageKind::image1d_array && box.origin[1] + box.size[1] > 1;
  if (is_layered && copies_first_layer_alone(device))
    throw Error(ErrorKind::unsupported,
                fmt::format("{} copies no layers of an image1d_array to arrays or from them; allowed: reads and writes "
                            "of the host, or an image2d",
                            device.name));
}

Event copy_out(const Queue& queue, const FormattedImage& from, const TexelBox& box, const Buffer& to,
               std::uint64_t offset, const After& after) {
  check_layers(queue, from, box);
  return enqueue("clEnqueueCopyImageToBuffer", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyImageToBuffer(queue_of(queue), memory_of(from), to.handle().memory()(), box.origin.data(),
                                      box.size.data(), to.handle().origin + offset, count, list, own);
  });
}

Event copy_in(const Queue& queue, const Buffer& from, std::uint64_t offset, const FormattedImage& to,
              const TexelBox& box, const After& after) {
  check_layers(queue, to, box);
  return enqueue("clEnqueueCopyBufferToImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyBufferToImage(queue_of(queue), from.handle().memory()(), memory_of(to),
                                      from.handle().origin + offset, box.origin.data(), box.size.data(), count, list,
                                      own);
  });
}

Event fill_part(const Queue& queue, const BufferPart& part, const TexelFormat& format, const void* colour,
                const After& after) {
  const std::vector<std::byte> texel = texel_bytes(format, colour);
  if (!std::has_single_bit(texel.size()))
    throw Error(ErrorKind::unsupported, fmt::format("a fill of an image1d_buffer of {}; allowed: texels of 1, 2, 4, 8 "
                                                    "or 16 bytes with channels of their own, or a write",
                                                    to_string(format)));
  return fill_later(queue, part.buffer, texel, part.bytes, after);
}

}  // namespace

void set_argument(Kernel& kernel, unsigned index, const FormattedImage& image) {
  void* const memory = memory_of(image);
  kernel.set(index, &memory, sizeof memory);
}

Event write_texels(const Queue& queue, const FormattedImage& to, const TexelBox& box, const std::byte* from,
                   const TexelPitch& pitch, const After& after) {
  if (const auto part = in_buffer(to, box))
    return write_later(queue, part->buffer, part->offset, {from, part->bytes}, after);
  return enqueue("clEnqueueWriteImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueWriteImage(queue_of(queue), memory_of(to), CL_FALSE, box.origin.data(), box.size.data(), pitch.row,
                               slice_pitch(to, box, pitch), from, count, list, own);
  });
}

Event read_texels(const Queue& queue, const FormattedImage& from, const TexelBox& box, std::byte* to,
                  const TexelPitch& pitch, const After& after) {
  if (const auto part = in_buffer(from, box))
    return read_later(queue, part->buffer, part->offset, {to, part->bytes}, after);
  return enqueue("clEnqueueReadImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueReadImage(queue_of(queue), memory_of(from), CL_FALSE, box.origin.data(), box.size.data(), pitch.row,
                              slice_pitch(from, box, pitch), to, count, list, own);
  });
}

Event copy_texels(const Queue& queue, const FormattedImage& from, const TexelBox& box, const FormattedImage& to,
                  const std::array<std::size_t, 3>& origin, const After& after) {
  const TexelBox target{origin, box.size};
  const auto source = in_buffer(from, box), goal = in_buffer(to, target);
  if (source && goal)
    return copy_later(queue, source->buffer, source->offset, goal->buffer, goal->offset, source->bytes, after);
  if (source) return copy_in(queue, source->buffer, source->offset, to, target, after);
  if (goal) return copy_out(queue, from, box, goal->buffer, goal->offset, after);
  return enqueue("clEnqueueCopyImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyImage(queue_of(queue), memory_of(from), memory_of(to), box.origin.data(), origin.data(),
                              box.size.data(), count, list, own);
  });
}

Event copy_texels(const Queue& queue, const FormattedImage& from, const Buffer& to, const After& after) {
  const TexelBox whole = whole_of(from.description());
  if (const auto part = in_buffer(from, whole)) return copy_later(queue, part->buffer, 0, to, 0, part->bytes, after);
  return copy_out(queue, from, whole, to, 0, after);
}

Event copy_texels(const Queue& queue, const Buffer& from, const FormattedImage& to, const After& after) {
  const TexelBox whole = whole_of(to.description());
  if (const auto part = in_buffer(to, whole)) return copy_later(queue, from, 0, part->buffer, 0, part->bytes, after);
  return copy_in(queue, from, 0, to, whole, after);
}

Event fill_texels(const Queue& queue, const FormattedImage& image, const void* colour, const After& after) {
  const TexelBox whole = whole_of(image.description());
  if (const auto part = in_buffer(image, whole))
    return fill_part(queue, *part, image.description().format, colour, after);
  return enqueue("clEnqueueFillImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueFillImage(queue_of(queue), memory_of(image), colour, whole.origin.data(), whole.size.data(), count,
                              list, own);
  });
}

}  // namespace lenslet::ocl
