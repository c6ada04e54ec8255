// Memory that the host and a device have together: values over memory of the host, and values in the host's reach.
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

namespace lenslet {

namespace ocl {
class Mapping;
}

// Where an image's pixels lie in memory, in bytes. All three are multiples of a sample's size. Rows that begin at
// multiples of 128 bytes are the fastest.
struct ImageLayout {
  std::int64_t offset = 0;        // of the first pixel
  std::int64_t stride = 0;        // from a row to the next one; 0: rows without gaps
  std::int64_t layer_stride = 0;  // from a layer to the next one; 0: its rows follow those of the layer before
};

// Make values over memory of the host (CL_MEM_USE_HOST_PTR), which must outlive the value and all launches with it.
// Where DeviceInfo::host_memory is true the device uses it in place; else the driver copies it to the device and back.
// The host may look at it, or write into it, only while the value is mapped. The memory begins at a multiple of 128
// bytes; some drivers copy it where it does not begin at one of 4096. Throw invalid_argument for a null pointer, memory
// that begins elsewhere, or a layout that is none, unsupported for more than the device takes in one buffer.
DeviceImage over_host_memory(const Session& session, void* memory, const ImageType& type,
                             const ImageLayout& layout = {}, KernelAccess access = KernelAccess::read_write);
DeviceArray over_host_memory(const Session& session, void* memory, const ArrayType& type,
                             KernelAccess access = KernelAccess::read_write);

// What the host may do with a value's memory. What it does all the same, by transfers or maps, throws invalid_argument.
enum class HostUse : std::uint8_t {
  any,
  reads,   // downloads, and maps for HostAccess::read (CL_MEM_HOST_READ_ONLY)
  writes,  // uploads, and maps for HostAccess::overwrite (CL_MEM_HOST_WRITE_ONLY)
  none,    // kernels and copies on the device alone use it (CL_MEM_HOST_NO_ACCESS)
};

// How a value will be used, by which the driver may choose where its memory lies.
struct MemoryUse {
  KernelAccess kernels = KernelAccess::read_write;
  HostUse host = HostUse::any;

  // In memory of the host that the device reaches by itself (CL_MEM_ALLOC_HOST_PTR), for what is mapped often.
  bool pinned = false;
};

// Allocate values in the storage `buffer` for a use. Their contents are undefined. Throw as Session::allocate() does.
DeviceImage allocate(const Session& session, const ImageType& type, const MemoryUse& use);
DeviceArray allocate(const Session& session, const ArrayType& type, const MemoryUse& use);

// One layer of an image, or of the rectangle that a view names, in the host's reach until it is unmapped. Until then no
// launch and no transfer may use its memory.
class MappedImage {
 public:
  // Waits for what the session has launched. Throws invalid_argument for a layer that there is not, or memory of
  // another session; unsupported in the storages image and image_array; device where the driver refuses.
  MappedImage(const Session& session, const DeviceImage& image, HostAccess access, std::int64_t layer = 0);
  MappedImage(MappedImage&&) noexcept;
  MappedImage& operator=(MappedImage&&) noexcept;
  ~MappedImage();  // unmaps

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  std::int64_t stride() const { return stride_; }  // bytes from a row to the next one
  std::byte* row(std::int64_t y) const;
  ImageView view() const { return {row(0), size_, format_, stride_}; }

  void unmap();  // waits until the device has what was written; rows are gone then

 private:
  std::unique_ptr<ocl::Mapping> mapping_;
  Size size_;
  PixelFormat format_;
  std::int64_t stride_;
};

// The elements of an array in the host's reach, as above.
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
