// Makes image objects within a device's limits, and copies into, out of and between them.
#include "ocl/image_object.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/queue.hpp"
#include "ocl/texel_layers.hpp"

namespace lenslet::ocl {
namespace {

using Place = cl::array<cl::size_type, 3>;

constexpr Place first_texel{0, 0, 0};

Place region(const Texels& texels) {
  return {texels.width, texels.height, texels.layers};
}

std::string note(const Texels& t) {
  const std::string layers = t.layers == 1 ? "" : fmt::format(" x {} layers", t.layers);
  return fmt::format("for an image object of {} x {}{} {} samples", t.width, t.height, layers, name_of(t.type));
}

[[noreturn]] void too_large(const DeviceInfo& device, const char* what, std::uint64_t wanted, std::uint64_t allowed) {
  throw Error(ErrorKind::unsupported, fmt::format("{} {} are over the limit of {} for image objects on {}", wanted,
                                                  what, allowed, device.name));
}

void check_limits(const DeviceInfo& device, const Texels& t) {
  if (t.floating && t.storage != Storage::image)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("floating texels for the storage '{}'; allowed: 'image'", name_of(t.storage)));
  if (!std::ranges::count(texel_types(device, t.storage), t.type))
    throw Error(ErrorKind::unsupported, fmt::format("{} has no image objects of {} samples for the storage '{}'",
                                                    device.name, name_of(t.type), name_of(t.storage)));
  if (t.storage == Storage::image_buffer) {
    if (t.width > device.max_image_buffer) too_large(device, "samples in a buffer", t.width, device.max_image_buffer);
    return;
  }
  if (t.width > device.max_image_width) too_large(device, "samples in a row", t.width, device.max_image_width);
  if (t.height > device.max_image_height) too_large(device, "rows", t.height, device.max_image_height);
  if (t.layers == 1) return;
  if (t.storage != Storage::image_array)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} layers in the storage '{}', which has one: use 'image_array' or 'buffer'", t.layers,
                            name_of(t.storage)));
  if (t.layers > device.max_image_layers) too_large(device, "layers", t.layers, device.max_image_layers);
}

// In these formats kernels read integer samples as numbers from 0 to 1.
cl::ImageFormat floating_format(SampleType type) {
  switch (type) {
    case SampleType::u8:
      return {CL_R, CL_UNORM_INT8};
    case SampleType::u16:
      return {CL_R, CL_UNORM_INT16};
    case SampleType::f16:
      return {CL_R, CL_HALF_FLOAT};
    default:
      return {CL_R, CL_FLOAT};
  }
}

std::shared_ptr<const cl::Image> create(const cl::Context& context, const Texels& t) {
  const cl::ImageFormat format = t.floating ? floating_format(t.type) : texel_format(t.type);
  if (t.storage == Storage::image_array)
    return std::make_shared<cl::Image2DArray>(context, CL_MEM_READ_WRITE, format, t.layers, t.width, t.height, 0, 0);
  return std::make_shared<cl::Image2D>(context, CL_MEM_READ_WRITE, format, t.width, t.height);
}

const cl::Image& image_of(const ImageObject& object) {
  return *object.handle().image;
}

std::vector<SampleType> readable(const cl::Context& context, cl_mem_object_type kind) {
  std::vector<cl::ImageFormat> formats;
  context.getSupportedImageFormats(CL_MEM_READ_WRITE, kind, &formats);
  std::vector<SampleType> types;
  for (const SampleType type : filter_types) {
    const cl::ImageFormat wanted = texel_format(type);
    const auto is_wanted = [&](const cl::ImageFormat& f) {
      return f.image_channel_order == wanted.image_channel_order &&
             f.image_channel_data_type == wanted.image_channel_data_type;
    };
    if (std::ranges::any_of(formats, is_wanted)) types.push_back(type);
  }
  return types;
}

// Puts one command on an image object into the queue.
template <class Command>
Event enqueue(const Texels& texels, Command&& command) {
  cl::Event event;
  checked([&] { command(&event); }, [&] { return note(texels); });
  return Event(std::exchange(event(), nullptr));
}

}  // namespace

const std::vector<SampleType>& texel_types(const DeviceInfo& device, Storage storage) {
  if (storage == Storage::image_buffer) return device.image_buffer_types;
  return storage == Storage::image ? device.image_types : device.image_array_types;
}

cl::ImageFormat texel_format(SampleType type) {
  switch (size_of(type)) {
    case 1:
      return {CL_R, CL_UNSIGNED_INT8};
    case 2:
      return {CL_R, CL_UNSIGNED_INT16};
    default:
      return {CL_R, CL_UNSIGNED_INT32};
  }
}

Device with_texel_types(const Device& device, const cl::Context& context) {
  DeviceInfo info = device.info();
  if (!info.images) return device;
  info.image_buffer_types = readable(context, CL_MEM_OBJECT_IMAGE1D_BUFFER);
  info.image_types = readable(context, CL_MEM_OBJECT_IMAGE2D);
  info.image_array_types = readable(context, CL_MEM_OBJECT_IMAGE2D_ARRAY);
  return device.with(std::move(info));
}

ImageObject::ImageObject(std::shared_ptr<Handle> handle, const Texels& texels)
    : handle_(std::move(handle)), texels_(texels) {}

ImageObject Queue::view(const Buffer& buffer, SampleType type) const {
  const Texels texels{Storage::image_buffer, type, buffer.bytes() / size_of(type), 1};
  check_limits(device_.info(), texels);
  const auto make = [&] {
    auto image = std::make_shared<cl::Image1DBuffer>(handle_->context, flags_of(buffer.access()), texel_format(type),
                                                     texels.width, buffer.handle().buffer);
    return std::make_shared<ImageObject::Handle>(ImageObject::Handle{std::move(image)});
  };
  return {checked(make, [&] { return note(texels); }), texels};
}

ImageObject Queue::allocate(const Texels& texels) const {
  check_limits(device_.info(), texels);
  const auto make = [&] {
    return std::make_shared<ImageObject::Handle>(ImageObject::Handle{create(handle_->context, texels)});
  };
  return {checked(make, [&] { return note(texels); }), texels};
}

void Queue::write(const ImageObject& to, const std::byte* host, std::uint64_t host_stride) const {
  write(to, host, host_stride, {0, 0, to.texels().width, to.texels().height});
}

void Queue::write(const ImageObject& to, const std::byte* host, std::uint64_t host_stride,
                  const TexelRect& part) const {
  enqueue(to.texels(), [&](cl::Event* event) {
    handle().queue.enqueueWriteImage(image_of(to), CL_TRUE, {part.x, part.y, part.layer}, {part.width, part.height, 1},
                                     host_stride, 0, host, nullptr, event);
  }).wait();
}

void Queue::read(const ImageObject& from, std::byte* host, std::uint64_t host_stride, const TexelRect& part) const {
  enqueue(from.texels(), [&](cl::Event* event) {
    handle().queue.enqueueReadImage(image_of(from), CL_TRUE, {part.x, part.y, part.layer}, {part.width, part.height, 1},
                                    host_stride, 0, host, nullptr, event);
  }).wait();
}

Event Queue::copy(const Buffer& from, const ImageObject& to, std::uint64_t offset) const {
  return enqueue(to.texels(), [&](cl::Event* event) {
    handle().queue.enqueueCopyBufferToImage(from.handle().memory(), image_of(to), from.handle().origin + offset,
                                            first_texel, region(to.texels()), nullptr, event);
  });
}

Event copy_layers(const Queue& queue, const ImageObject& from, const TexelLayers& layers, const Buffer& to,
                  std::uint64_t offset) {
  return enqueue(from.texels(), [&](cl::Event* event) {
    queue.handle().queue.enqueueCopyImageToBuffer(image_of(from), to.handle().memory(), {0, 0, layers.first},
                                                  {from.texels().width, from.texels().height, layers.count},
                                                  to.handle().origin + offset, nullptr, event);
  });
}

Event copy_layers(const Queue& queue, const ImageObject& from, const TexelLayers& layers, const ImageObject& to) {
  return enqueue(from.texels(), [&](cl::Event* event) {
    queue.handle().queue.enqueueCopyImage(image_of(from), image_of(to), {0, 0, layers.first}, first_texel,
                                          {from.texels().width, from.texels().height, layers.count}, nullptr, event);
  });
}

}  // namespace lenslet::ocl
