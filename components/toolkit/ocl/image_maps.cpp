// Maps of image objects of any kind.
#include <utility>

#include "ocl/commands.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/enqueue.hpp"
#include "toolkit/ocl/image_buffer.hpp"

namespace lenslet::ocl {
namespace {

MappedPart mapped(const Queue& queue, const FormattedImage& image, cl_map_flags flags, const TexelBox& box,
                  const After& after) {
  MappedPart part;
  enqueue("clEnqueueMapImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    cl_int status = CL_SUCCESS;
    part.begin = static_cast<std::byte*>(clEnqueueMapImage(queue.handle().queue(), image.handle().memory(), CL_TRUE,
                                                           flags, box.origin.data(), box.size.data(), &part.pitch.row,
                                                           &part.pitch.slice, count, list, own, &status));
    return status;
  }).wait();
  part.memory = part.begin;
  return part;
}

// Maps the layers before the box, too. They stay as they are.
MappedPart mapped_from_first_layer(const Queue& queue, const FormattedImage& image, HostAccess access, TexelBox box,
                                   const After& after) {
  const std::size_t before = std::exchange(box.origin[1], 0);
  box.size[1] += before;
  const HostAccess keeping = access == HostAccess::overwrite ? HostAccess::write : access;
  MappedPart part = mapped(queue, image, map_flags_of(keeping), box, after);
  part.memory += before * part.pitch.slice;
  return part;
}

}  // namespace

MappedPart map_texels(const Queue& queue, const FormattedImage& image, HostAccess access, const TexelBox& box,
                      const After& after) {
  if (const auto in = in_buffer(image, box)) {
    std::byte* const begin = map(queue, in->buffer, access, in->offset, in->bytes, after);
    return {begin, begin, {.row = in->bytes}};
  }
  if (image.description().kind == ImageKind::image1d_array && maps_from_first_layer(queue.device().info()))
    return mapped_from_first_layer(queue, image, access, box, after);
  return mapped(queue, image, map_flags_of(access), box, after);
}

void unmap_texels(const Queue& queue, const FormattedImage& image, const MappedPart& part) {
  if (image.handle().over) return unmap(queue, *image.handle().over, part.begin);
  enqueue("clEnqueueUnmapMemObject", {}, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueUnmapMemObject(queue.handle().queue(), image.handle().memory(), part.begin, count, list, own);
  }).wait();
}

}  // namespace lenslet::ocl
