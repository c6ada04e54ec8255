// OpenCL's image objects of all kinds and formats, as arguments of your own kernels. Filters use DeviceImage instead
// (<lenslet/device_image.hpp>). docs/queues.md shows these objects.
//
//   const ImageObject table(session, {ImageKind::image1d, {ChannelOrder::r, ChannelType::float32}, 256});
//   queue.write(std::as_bytes(std::span(values)), table);
//   queue.launch(kernel, {.global = {n}}, {table, Sampler{.filter = Sampler::Filter::linear}, out});
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/access.hpp>
#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

namespace ocl {
class FormattedImage;
}

enum class ImageKind : std::uint8_t { image1d, image1d_buffer, image1d_array, image2d, image2d_array, image3d };

inline constexpr ImageKind image_kinds[] = {ImageKind::image1d, ImageKind::image1d_buffer, ImageKind::image1d_array,
                                            ImageKind::image2d, ImageKind::image2d_array,  ImageKind::image3d};

std::string_view name_of(ImageKind kind);  // "image1d_buffer": the kernel's type without its _t

// Which channels a texel has, in memory's order. An x is a channel that is not read.
enum class ChannelOrder : std::uint8_t {
  r,
  a,
  rg,
  ra,
  rgb,
  rgba,
  bgra,
  argb,
  intensity,
  luminance,
  rx,
  rgx,
  rgbx,
  depth,
  depth_stencil,
  srgb,
  srgbx,
  srgba,
  sbgra,
  abgr,
};

std::string_view name_of(ChannelOrder order);  // "rgba"

// How a channel lies in memory. Kernels read snorm, unorm, half and float by read_imagef, signed integers by
// read_imagei, unsigned ones by read_imageui. Sampler::Filter::linear only works with read_imagef.
enum class ChannelType : std::uint8_t {
  snorm_int8,
  snorm_int16,
  unorm_int8,
  unorm_int16,
  unorm_short_565,
  unorm_short_555,
  unorm_int_101010,
  signed_int8,
  signed_int16,
  signed_int32,
  unsigned_int8,
  unsigned_int16,
  unsigned_int32,
  half_float,
  float32,
  unorm_int24,
  unorm_int_101010_2,
};

std::string_view name_of(ChannelType type);  // "unorm_int8", "float32"

struct TexelFormat {
  ChannelOrder order = ChannelOrder::rgba;
  ChannelType type = ChannelType::unorm_int8;

  bool operator==(const TexelFormat&) const = default;
};

std::string to_string(const TexelFormat& format);  // "rgba unorm_int8"

// Lists the formats that images of this kind can have on a session's device, in the driver's order. Empty on a device
// without images. Formats that have no name here are left out.
std::vector<TexelFormat> image_formats(const Session& session, ImageKind kind,
                                       KernelAccess access = KernelAccess::read_write);

// The kind, format and size of an image object. Sides that its kind does not have are 1.
struct ImageDescription {
  ImageKind kind = ImageKind::image2d;
  TexelFormat format = {};
  std::size_t width = 1;
  std::size_t height = 1;
  std::size_t depth = 1;   // of image3d only
  std::size_t layers = 1;  // of the two array kinds only

  bool operator==(const ImageDescription&) const = default;
};

std::string to_string(const ImageDescription& description);  // "image2d of 640 x 480, rgba unorm_int8"

// A part of an image, in texels. As in OpenCL, the layer of an image1d_array is y, that of an image2d_array is z. Sides
// that the kind does not have are at 0 with size 1.
struct TexelBox {
  std::array<std::size_t, 3> origin{};
  std::array<std::size_t, 3> size{1, 1, 1};
};

TexelBox whole_of(const ImageDescription& description);

// Distances in the host's memory, in bytes. 0: no gaps.
struct TexelPitch {
  std::size_t row = 0;    // from one row to the next
  std::size_t slice = 0;  // from one layer of an array to the next, or from one slice of an image3d to the next
};

// What the driver says of an image object.
struct ImageObjectInfo {
  TexelFormat format;
  std::size_t element_bytes = 0;  // bytes of a texel
  std::size_t row_pitch = 0;      // bytes
  std::size_t slice_pitch = 0;    // bytes
  std::size_t width = 0;
  std::size_t height = 0;  // height, depth and layers are 0 where the kind has none
  std::size_t depth = 0;
  std::size_t layers = 0;
  bool over_buffer = false;  // it uses the memory of a buffer
};

// A handle: copies share the object.
class ImageObject {
 public:
  // Allocates an image object. Its texels are undefined. Throws unsupported on a device without images, beyond the
  // device's limits, and, with the possible formats, for a format that the device lacks for this kind. Throws
  // invalid_argument for a side of 0, and for a side that the kind does not have. An image1d_buffer needs the next
  // constructor.
  ImageObject(const Session& session, const ImageDescription& description,
              KernelAccess access = KernelAccess::read_write);

  // Makes an image1d_buffer of an array: texels in the array's memory. Throws as above, and invalid_argument where the
  // array's bytes are no whole number of texels.
  ImageObject(const Session& session, const DeviceArray& array, TexelFormat format);

  // Uses memory of the host (CL_MEM_USE_HOST_PTR), which must outlive the object. The host may read or write it only
  // while it is mapped. Throws as above, and invalid_argument for a null pointer, and where `bytes` are less than the
  // rows need.
  ImageObject(const Session& session, const ImageDescription& description, void* memory, std::size_t bytes,
              const TexelPitch& pitch = {}, KernelAccess access = KernelAccess::read_write);

  const ImageDescription& description() const;
  KernelAccess access() const;
  ImageObjectInfo info() const;

  // For the library. <lenslet/opencl_images.hpp> takes image objects of other code.
  explicit ImageObject(std::shared_ptr<const ocl::FormattedImage> handle) : handle_(std::move(handle)) {}
  const ocl::FormattedImage& handle() const { return *handle_; }

 private:
  std::shared_ptr<const ocl::FormattedImage> handle_;
};

}  // namespace lenslet
#pragma GCC visibility pop
