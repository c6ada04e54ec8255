// Image objects of any kind and format, and commands on them. image_object.hpp has those that filters use.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <lenslet/image_object.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// See <lenslet/image_object.hpp> for what they throw.
class FormattedImage {
 public:
  struct Handle;  // cl::Memory
  FormattedImage(const Queue& queue, const ImageDescription& description, KernelAccess access);
  FormattedImage(const Queue& queue, const Buffer& buffer, std::uint64_t bytes, TexelFormat format);
  FormattedImage(const Queue& queue, const ImageDescription& description, std::span<std::byte> host,
                 const TexelPitch& pitch, KernelAccess access);
  FormattedImage(const Queue& queue, _cl_mem* image);  // of other code, which it retains

  const ImageDescription& description() const { return description_; }
  KernelAccess access() const { return access_; }
  const Handle& handle() const { return *handle_; }
  ImageObjectInfo info() const;

 private:
  ImageDescription description_;
  KernelAccess access_;
  std::shared_ptr<const Handle> handle_;
};

std::vector<TexelFormat> image_formats(const Queue& queue, ImageKind kind, KernelAccess access);

void set_argument(Kernel& kernel, unsigned index, const FormattedImage& image);

_cl_mem* handle_of(const FormattedImage& image);

// Whether the memory belongs to the queue's context, see ocl/foreign.hpp.
bool share_context(const Queue& queue, const FormattedImage& memory);

// Commands that do not wait. The host's memory is large enough for the box, which lies in the image.
Event write_texels(const Queue& queue, const FormattedImage& to, const TexelBox& box, const std::byte* from,
                   const TexelPitch& pitch, const After& after);
Event read_texels(const Queue& queue, const FormattedImage& from, const TexelBox& box, std::byte* to,
                  const TexelPitch& pitch, const After& after);
Event copy_texels(const Queue& queue, const FormattedImage& from, const TexelBox& box, const FormattedImage& to,
                  const std::array<std::size_t, 3>& origin, const After& after);
Event copy_texels(const Queue& queue, const FormattedImage& from, const Buffer& to, const After& after);
Event copy_texels(const Queue& queue, const Buffer& from, const FormattedImage& to, const After& after);
Event fill_texels(const Queue& queue, const FormattedImage& image, const void* colour, const After& after);

// A mapped part, with the driver's pitches.
struct MappedPart {
  std::byte* memory = nullptr;  // of the box
  std::byte* begin = nullptr;   // of the driver, which may have mapped more
  TexelPitch pitch;
};

// Both functions wait.
MappedPart map_texels(const Queue& queue, const FormattedImage& image, HostAccess access, const TexelBox& box,
                      const After& after);
void unmap_texels(const Queue& queue, const FormattedImage& image, const MappedPart& part);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
