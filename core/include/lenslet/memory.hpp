// Memory that the host and a device share: values over the host's memory, and values that the host may look into.
//
//   lenslet::DeviceImage image = lenslet::over_host_memory(session, pixels, {format, size});   // no copy on a CPU
//   plan.run_into(image, outputs);
//   lenslet::MappedImage mapped(session, outputs[0], lenslet::HostAccess::read);
//   use(mapped.view());
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <lenslet/access.hpp>
#include <lenslet/session.hpp>
#include <lenslet/value.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

namespace ocl {
class Mapping;
}

// Where an image's pixels lie in memory, in bytes. All numbers are multiples of a sample's size. Devices are fastest
// where rows begin at multiples of 128 bytes.
struct ImageLayout {
  std::int64_t offset = 0;        // of the first pixel
  std::int64_t stride = 0;        // from one row to the next; 0: rows without gaps
  std::int64_t layer_stride = 0;  // from one layer to the next; 0: layers without gaps
};

// Make values over memory of the host (CL_MEM_USE_HOST_PTR). The memory must outlive the value and all launches with
// it. Where DeviceInfo::host_memory is true, the device uses the memory in place; elsewhere the driver copies it to the
// device and back. The host may read or write the memory only while the value is mapped. The memory must begin at a
// multiple of 128 bytes; some drivers copy it unless it begins at a multiple of 4096. Throw invalid_argument for a null
// pointer, memory that does not begin at a multiple of 128 bytes, or an impossible layout. Throw unsupported for more
// bytes than the device takes in one buffer.
DeviceImage over_host_memory(const Session& session, void* memory, const ImageType& type,
                             const ImageLayout& layout = {}, KernelAccess access = KernelAccess::read_write);
DeviceArray over_host_memory(const Session& session, void* memory, const ArrayType& type,
                             KernelAccess access = KernelAccess::read_write);

// What the host may do with a value's memory. Any other transfer or map throws invalid_argument.
enum class HostUse : std::uint8_t {
  any,
  reads,   // downloads, and maps for HostAccess::read (CL_MEM_HOST_READ_ONLY)
  writes,  // uploads, and maps for HostAccess::overwrite (CL_MEM_HOST_WRITE_ONLY)
  none,    // only kernels and copies on the device use it (CL_MEM_HOST_NO_ACCESS)
};

// How a value will be used. The driver may use it to choose where the memory lies.
struct MemoryUse {
  KernelAccess kernels = KernelAccess::read_write;
  HostUse host = HostUse::any;

  // Take memory of the host that the device can reach by itself (CL_MEM_ALLOC_HOST_PTR). It suits values that are
  // mapped often.
  bool pinned = false;
};

// Allocate values in the storage `buffer`. Their contents are undefined. Throw as Session::allocate() does.
DeviceImage allocate(const Session& session, const ImageType& type, const MemoryUse& use);
DeviceArray allocate(const Session& session, const ArrayType& type, const MemoryUse& use);

// One layer of an image, or of a view's rectangle, that the host may read or write until it is unmapped. Until then no
// launch and no transfer may use the image's memory.
class MappedImage {
 public:
  // Waits for all earlier work of the session. Throws invalid_argument for a layer that does not exist, memory of
  // another session, or an access that HostUse forbids. Throws unsupported in the storages image and image_array.
  // Throws device where the driver refuses.
  MappedImage(const Session& session, const DeviceImage& image, HostAccess access, std::int64_t layer = 0);
  MappedImage(MappedImage&&) noexcept;
  MappedImage& operator=(MappedImage&&) noexcept;
  ~MappedImage();  // unmaps

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  std::int64_t stride() const { return stride_; }  // bytes from one row to the next
  std::byte* row(std::int64_t y) const;            // `y` counts from 0 and is not checked
  ImageView view() const { return {row(0), size_, format_, stride_}; }

  void unmap();  // waits until the device has what was written; row() must not be used afterwards

 private:
  std::unique_ptr<ocl::Mapping> mapping_;
  Size size_;
  PixelFormat format_;
  std::int64_t stride_;
};

// The elements of an array, which the host may read or write until they are unmapped. Throws as MappedImage does.
class MappedArray {
 public:
  MappedArray(const Session& session, const DeviceArray& array, HostAccess access);
  MappedArray(MappedArray&&) noexcept;
  MappedArray& operator=(MappedArray&&) noexcept;
  ~MappedArray();

  const ArrayType& type() const { return type_; }
  std::span<std::byte> bytes() const;

  void unmap();

 private:
  std::unique_ptr<ocl::Mapping> mapping_;
  ArrayType type_;
};

}  // namespace lenslet
#pragma GCC visibility pop
