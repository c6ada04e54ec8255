// Makes image objects within a device's limits, and asks the driver about them.
#include "toolkit/ocl/formatted_image.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ocl/enqueue.hpp"
#include "ocl/foreign.hpp"
#include "toolkit/ocl/host_rows.hpp"
#include "toolkit/ocl/memory_object.hpp"
#include "toolkit/ocl/object_handles.hpp"
#include "toolkit/ocl/texel_formats.hpp"

namespace lenslet::ocl {
namespace {

[[noreturn]] void refuse(ErrorKind kind, const std::string& what) {
  throw Error(kind, what);
}

bool has_height(ImageKind kind) {
  return kind == ImageKind::image2d || kind == ImageKind::image2d_array || kind == ImageKind::image3d;
}

bool has_layers(ImageKind kind) {
  return kind == ImageKind::image1d_array || kind == ImageKind::image2d_array;
}

void check_side(const ImageDescription& d, const char* what, std::size_t side, bool is_there, std::uint64_t most) {
  if (side == 0 || (!is_there && side != 1))
    refuse(ErrorKind::invalid_argument, fmt::format("a {} of {} for an {}; allowed: {}", what, side, name_of(d.kind),
                                                    is_there ? "1 or more" : "1, as it has none"));
  if (side > most)
    refuse(ErrorKind::unsupported,
           fmt::format("a {} of {} for an {}; allowed on this device: 1 to {}", what, side, name_of(d.kind), most));
}

template <class Value>
std::uint64_t ask(const cl::Device& device, cl_device_info what) {
  Value value = 0;
  device.getInfo(what, &value);
  return value;
}

// The sides that a kind may have on a device: OpenCL 1.2, table 4.3.
void check_sides(const Queue& queue, const ImageDescription& d) {
  const DeviceInfo& info = queue.device().info();
  const cl::Device& device = queue.device().handle().device;
  const bool volume = d.kind == ImageKind::image3d;
  const auto width = volume                                ? ask<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_WIDTH)
                     : d.kind == ImageKind::image1d_buffer ? info.max_image_buffer
                                                           : info.max_image_width;
  check_side(d, "width", d.width, true, width);
  check_side(d, "height", d.height, has_height(d.kind),
             volume ? ask<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_HEIGHT) : info.max_image_height);
  check_side(d, "depth", d.depth, volume, volume ? ask<std::size_t>(device, CL_DEVICE_IMAGE3D_MAX_DEPTH) : 1);
  check_side(d, "number of layers", d.layers, has_layers(d.kind), info.max_image_layers);
}

void check_images(const Queue& queue) {
  const DeviceInfo& info = queue.device().info();
  if (!info.images)
    refuse(ErrorKind::unsupported,
           fmt::format("{} has no image objects; allowed: arrays, which every device has", info.name));
}

std::string texts_of(const std::vector<TexelFormat>& formats) {
  std::vector<std::string> texts;
  for (const TexelFormat& format : formats) texts.push_back(to_string(format));
  return fmt::format("{}", fmt::join(texts, ", "));
}

void check_format(const Queue& queue, const ImageDescription& d, KernelAccess access) {
  const std::vector<TexelFormat> formats = image_formats(queue, d.kind, access);
  if (std::ranges::count(formats, d.format) == 0)
    refuse(ErrorKind::unsupported, fmt::format("an {} of {} on {}; allowed: {}", name_of(d.kind), to_string(d.format),
                                               queue.device().info().name, texts_of(formats)));
}

void check_description(const Queue& queue, const ImageDescription& description, KernelAccess access) {
  check_images(queue);
  checked([&] { check_sides(queue, description); });
  check_format(queue, description, access);
}

std::shared_ptr<const FormattedImage::Handle> make(const Queue& queue, const ImageDescription& d, cl_mem_flags flags,
                                                   void* host, const TexelPitch& pitch,
                                                   const std::optional<Buffer>& over = {}) {
  cl_image_format format{};
  set_format(d.format, format);
  cl_image_desc wanted{};
  wanted.image_type = object_type_of(d.kind);
  wanted.image_width = d.width;
  wanted.image_height = has_height(d.kind) ? d.height : 0;
  wanted.image_depth = d.kind == ImageKind::image3d ? d.depth : 0;
  wanted.image_array_size = has_layers(d.kind) ? d.layers : 0;
  wanted.image_row_pitch = pitch.row;
  wanted.image_slice_pitch = pitch.slice;
  wanted.buffer = over ? over->handle().buffer() : nullptr;
  return checked(
      [&] {
        cl_int status = CL_SUCCESS;
        const cl_mem made = clCreateImage(queue.handle().context(), flags, &format, &wanted, host, &status);
        check_status("clCreateImage", status);
        return std::make_shared<const FormattedImage::Handle>(FormattedImage::Handle{cl::Memory(made, false), over});
      },
      [&] { return "for an " + to_string(d); });
}

ImageDescription texels_of(std::uint64_t bytes, TexelFormat format) {
  const std::size_t texel = bytes_of(format);
  if (bytes % texel != 0)
    refuse(ErrorKind::invalid_argument,
           fmt::format("{} bytes as texels of {}; allowed: a multiple of {}", bytes, to_string(format), texel));
  return {ImageKind::image1d_buffer, format, static_cast<std::size_t>(bytes / texel)};
}

// An image over the host's memory has its rows there. The driver does not read the gap after the last row.
void check_host_bytes(const ImageDescription& d, std::size_t bytes, const TexelPitch& pitch) {
  const HostRows all = host_rows(d, whole_of(d).size, pitch);
  const std::size_t needed = all.bytes() - all.row + all.pitch.row;
  if (bytes < needed)
    refuse(ErrorKind::invalid_argument,
           fmt::format("{} bytes of the host with rows {} and slices {} bytes apart for an {}; allowed: {} bytes",
                       bytes, all.pitch.row, all.pitch.slice, to_string(d), needed));
}

template <class Value>
Value ask_image(cl_mem image, cl_image_info what) {
  Value value{};
  check_status("clGetImageInfo", clGetImageInfo(image, what, sizeof value, &value, nullptr));
  return value;
}

ImageKind image_kind_of(cl_mem memory) {
  cl_mem_object_type type = 0;
  check_status("clGetMemObjectInfo", clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof type, &type, nullptr));
  const auto found = std::ranges::find(image_kinds, type, object_type_of);
  if (found == std::end(image_kinds))
    refuse(ErrorKind::invalid_argument, "the object is no image object; allowed: image objects");
  return *found;
}

TexelFormat format_of_image(cl_mem image) {
  const auto format = ask_image<cl_image_format>(image, CL_IMAGE_FORMAT);
  if (const auto known = format_of(format)) return *known;
  refuse(ErrorKind::unsupported,
         fmt::format("an image object of the channel order 0x{:04x} and type 0x{:04x}, which have no names here",
                     format.image_channel_order, format.image_channel_data_type));
}

// Drivers say 0 for sides that the kind does not have.
ImageDescription description_of(cl_mem image) {
  const ImageKind kind = image_kind_of(image);
  const auto side = [&](bool is_there, cl_image_info what) {
    return is_there ? ask_image<std::size_t>(image, what) : std::size_t{1};
  };
  return {kind,
          format_of_image(image),
          side(true, CL_IMAGE_WIDTH),
          side(has_height(kind), CL_IMAGE_HEIGHT),
          side(kind == ImageKind::image3d, CL_IMAGE_DEPTH),
          side(has_layers(kind), CL_IMAGE_ARRAY_SIZE)};
}

KernelAccess access_of_memory(cl_mem memory) {
  cl_mem_flags flags = 0;
  check_status("clGetMemObjectInfo", clGetMemObjectInfo(memory, CL_MEM_FLAGS, sizeof flags, &flags, nullptr));
  return access_of(flags);
}

}  // namespace

FormattedImage::FormattedImage(const Queue& queue, const ImageDescription& description, KernelAccess access)
    : description_(description), access_(access) {
  if (description.kind == ImageKind::image1d_buffer)
    refuse(ErrorKind::invalid_argument, "an image1d_buffer by itself; allowed: over an array, whose memory it has");
  check_description(queue, description, access);
  handle_ = make(queue, description, flags_of(access), nullptr, {});
}

FormattedImage::FormattedImage(const Queue& queue, const Buffer& buffer, std::uint64_t bytes, TexelFormat format)
    : description_(texels_of(bytes, format)), access_(buffer.access()) {
  check_description(queue, description_, access_);
  handle_ = make(queue, description_, flags_of(access_), nullptr, {}, buffer);
}

FormattedImage::FormattedImage(const Queue& queue, const ImageDescription& description, std::span<std::byte> host,
                               const TexelPitch& pitch, KernelAccess access)
    : description_(description), access_(access) {
  if (description.kind == ImageKind::image1d_buffer)
    refuse(ErrorKind::invalid_argument, "an image1d_buffer over memory of the host; allowed: over an array there");
  if (host.data() == nullptr) refuse(ErrorKind::invalid_argument, "memory of the host at a null pointer");
  check_description(queue, description, access);
  check_host_bytes(description, host.size(), pitch);
  handle_ = make(queue, description, flags_of(access) | CL_MEM_USE_HOST_PTR, host.data(), pitch);
}

FormattedImage::FormattedImage(const Queue& queue, cl_mem image) {
  if (image == nullptr) refuse(ErrorKind::invalid_argument, "the image object is null");
  if (!share_context(queue, image))
    refuse(ErrorKind::invalid_argument, "the image object is of another context than the session's");
  checked([&] {
    description_ = description_of(image);
    access_ = access_of_memory(image);
    handle_ = std::make_shared<const Handle>(Handle{cl::Memory(image, true)});
  });
}

ImageObjectInfo FormattedImage::info() const {
  const cl_mem image = handle_->memory();
  return checked([&] {
    const auto size = [&](cl_image_info what) { return ask_image<std::size_t>(image, what); };
    return ImageObjectInfo{format_of(ask_image<cl_image_format>(image, CL_IMAGE_FORMAT)).value_or(TexelFormat{}),
                           size(CL_IMAGE_ELEMENT_SIZE),
                           size(CL_IMAGE_ROW_PITCH),
                           size(CL_IMAGE_SLICE_PITCH),
                           size(CL_IMAGE_WIDTH),
                           size(CL_IMAGE_HEIGHT),
                           size(CL_IMAGE_DEPTH),
                           size(CL_IMAGE_ARRAY_SIZE),
                           ask_image<void*>(image, CL_IMAGE_BUFFER) != nullptr};
  });
}

std::vector<TexelFormat> image_formats(const Queue& queue, ImageKind kind, KernelAccess access) {
  if (!queue.device().info().images) return {};
  const cl_context context = queue.handle().context();
  std::vector<cl_image_format> known;
  checked([&] {
    cl_uint count = 0;
    const cl_mem_flags flags = flags_of(access);
    const cl_mem_object_type type = object_type_of(kind);
    check_status("clGetSupportedImageFormats", clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count));
    known.resize(count);
    check_status("clGetSupportedImageFormats",
                 clGetSupportedImageFormats(context, flags, type, count, known.data(), nullptr));
  });
  std::vector<TexelFormat> formats;
  for (const cl_image_format& each : known)
    if (const auto format = format_of(each)) formats.push_back(*format);
  return formats;
}

cl_mem handle_of(const FormattedImage& image) {
  return image.handle().memory();
}

bool share_context(const Queue& queue, const FormattedImage& memory) {
  return share_context(queue, handle_of(memory));
}

}  // namespace lenslet::ocl
