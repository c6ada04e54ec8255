// Transfers, copies, fills and maps of image objects of any kind.
#include "ocl/enqueue.hpp"
#include "ocl/formatted_image.hpp"
#include "ocl/handles.hpp"
#include "ocl/memory_object.hpp"

namespace lenslet::ocl {
namespace {

cl_command_queue queue_of(const Queue& queue) {
  return queue.handle().queue();
}

cl_mem memory_of(const FormattedImage& image) {
  return image.handle().memory();
}

constexpr std::size_t whole_origin[3] = {0, 0, 0};

}  // namespace

void set_argument(Kernel& kernel, unsigned index, const FormattedImage& image) {
  void* const memory = memory_of(image);
  kernel.set(index, &memory, sizeof memory);
}

Event write_texels(const Queue& queue, const FormattedImage& to, const TexelBox& box, const std::byte* from,
                   const TexelPitch& pitch, const After& after) {
  return enqueue("clEnqueueWriteImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueWriteImage(queue_of(queue), memory_of(to), CL_FALSE, box.origin.data(), box.size.data(), pitch.row,
                               pitch.slice, from, count, list, own);
  });
}

Event read_texels(const Queue& queue, const FormattedImage& from, const TexelBox& box, std::byte* to,
                  const TexelPitch& pitch, const After& after) {
  return enqueue("clEnqueueReadImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueReadImage(queue_of(queue), memory_of(from), CL_FALSE, box.origin.data(), box.size.data(), pitch.row,
                              pitch.slice, to, count, list, own);
  });
}

Event copy_texels(const Queue& queue, const FormattedImage& from, const TexelBox& box, const FormattedImage& to,
                  const std::array<std::size_t, 3>& origin, const After& after) {
  return enqueue("clEnqueueCopyImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyImage(queue_of(queue), memory_of(from), memory_of(to), box.origin.data(), origin.data(),
                              box.size.data(), count, list, own);
  });
}

Event copy_texels(const Queue& queue, const FormattedImage& from, const Buffer& to, const After& after) {
  return enqueue("clEnqueueCopyImageToBuffer", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyImageToBuffer(queue_of(queue), memory_of(from), to.handle().buffer(), whole_origin,
                                      whole_of(from.description()).size.data(), 0, count, list, own);
  });
}

Event copy_texels(const Queue& queue, const Buffer& from, const FormattedImage& to, const After& after) {
  return enqueue("clEnqueueCopyBufferToImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyBufferToImage(queue_of(queue), from.handle().buffer(), memory_of(to), 0, whole_origin,
                                      whole_of(to.description()).size.data(), count, list, own);
  });
}

Event fill_texels(const Queue& queue, const FormattedImage& image, const void* colour, const After& after) {
  return enqueue("clEnqueueFillImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueFillImage(queue_of(queue), memory_of(image), colour, whole_origin,
                              whole_of(image.description()).size.data(), count, list, own);
  });
}

MappedPart map_texels(const Queue& queue, const FormattedImage& image, HostAccess access, const TexelBox& box,
                      const After& after) {
  MappedPart part;
  enqueue("clEnqueueMapImage", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    cl_int status = CL_SUCCESS;
    void* memory =
        clEnqueueMapImage(queue_of(queue), memory_of(image), CL_TRUE, map_flags_of(access), box.origin.data(),
                          box.size.data(), &part.pitch.row, &part.pitch.slice, count, list, own, &status);
    part.memory = static_cast<std::byte*>(memory);
    return status;
  }).wait();
  return part;
}

void unmap_texels(const Queue& queue, const FormattedImage& image, std::byte* memory) {
  enqueue("clEnqueueUnmapMemObject", {}, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueUnmapMemObject(queue_of(queue), memory_of(image), memory, count, list, own);
  }).wait();
}

}  // namespace lenslet::ocl
