// Values over memory of the host, and values that the host maps.
#include "session/memory.hpp"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/memory.hpp>

#include "image/layout.hpp"
#include "ocl/foreign.hpp"
#include "ocl/mapping.hpp"
#include "ocl/reserve.hpp"
#include "session/state.hpp"

namespace lenslet {

bool share_context(const ocl::Queue& queue, const DeviceImage& image) {
  return image.in_buffer() ? ocl::share_context(queue, image.buffer()) : ocl::share_context(queue, image.object());
}

void check_own(const Session& session, const DeviceImage& image, std::string_view what) {
  if (!share_context(state_of(session).queue, image)) ocl::refuse_memory(what, "the session");
}

void check_own(const Session& session, const DeviceArray& array, std::string_view what) {
  if (!ocl::share_context(state_of(session).queue, array.buffer())) ocl::refuse_memory(what, "the session");
}

namespace {

ocl::Buffer buffer_over(const Session& session, void* memory, std::uint64_t bytes, KernelAccess access) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  if (memory == nullptr) throw Error(ErrorKind::invalid_argument, "memory of the host at a null pointer");
  if (address % ocl::host_alignment != 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("memory of the host that begins {} bytes behind a multiple of {}; allowed: at such a "
                            "multiple",
                            address % ocl::host_alignment, ocl::host_alignment));
  return state_of(session).queue.over({static_cast<std::byte*>(memory), bytes}, access);
}

// Returns the end of the last pixel, in bytes.
std::uint64_t end_in_buffer(const Session& session, const ImageType& type, const ImageLayout& layout) {
  const DeviceInfo& device = session.device();
  if (const auto end = end_within(device.max_allocation, type, layout)) return *end;
  throw Error(ErrorKind::unsupported,
              fmt::format("{} with rows {} bytes apart is more than the {} bytes that {} takes in one buffer",
                          to_string(type), layout.stride, device.max_allocation, device.name));
}

std::unique_ptr<ocl::Mapping> map_image(const Session& session, const DeviceImage& image, HostAccess access) {
  check_own(session, image);
  if (!image.in_buffer())
    throw Error(ErrorKind::unsupported, fmt::format("an image in the storage '{}' is not mapped; allowed: buffer, "
                                                    "image_buffer",
                                                    name_of(image.storage())));
  const DeviceImage shown = image.as_whole();
  const std::uint64_t begin = stretch_of(shown).begin - image.buffer().stretch().begin;
  const std::uint64_t bytes = stretch_of(shown).end - stretch_of(shown).begin;
  // The host may not overwrite what lies between the rows of a rectangle.
  const bool has_gaps = image.stride() != image.size().width * image.format().channels;
  if (access == HostAccess::overwrite && has_gaps) access = HostAccess::write;
  return std::make_unique<ocl::Mapping>(state_of(session).queue, image.buffer(), access, begin, bytes);
}

}  // namespace

DeviceImage over_host_memory(const Session& session, void* memory, const ImageType& type, const ImageLayout& layout,
                             KernelAccess access) {
  const ImageLayout checked = checked_layout(type, layout);
  return image_at(buffer_over(session, memory, end_in_buffer(session, type, checked), access), type, checked);
}

DeviceArray over_host_memory(const Session& session, void* memory, const ArrayType& type, KernelAccess access) {
  check(type);
  if (type.bytes() == 0) return session.allocate(type);
  return {type, buffer_over(session, memory, type.bytes(), access)};
}

DeviceImage allocate(const Session& session, const ImageType& type, const MemoryUse& use) {
  const auto sample = static_cast<std::int64_t>(size_of(type.format.type));
  check_shape(type.size, type.format, type.layers);
  end_in_buffer(session, type, checked_layout(type, {0, aligned_stride(type.size.width, type.format) * sample}));
  const std::uint64_t bytes = bytes_of_rows(type.size, type.format, type.layers);
  return image_in(ocl::reserve(state_of(session).queue, bytes, use), type.size, type.format, type.layers);
}

DeviceArray allocate(const Session& session, const ArrayType& type, const MemoryUse& use) {
  check(type);
  if (type.bytes() == 0) return session.allocate(type);
  return {type, ocl::reserve(state_of(session).queue, type.bytes(), use)};
}

MappedImage::MappedImage(const Session& session, const DeviceImage& image, HostAccess access, std::int64_t layer)
    : mapping_(map_image(session, image.layer(layer), access)),
      size_(image.size()),
      format_(image.format()),
      stride_(layout_of(image).stride) {}
MappedImage::MappedImage(MappedImage&&) noexcept = default;
MappedImage& MappedImage::operator=(MappedImage&&) noexcept = default;
MappedImage::~MappedImage() = default;

std::byte* MappedImage::row(std::int64_t y) const {
  return mapping_->bytes().data() + y * stride_;
}

void MappedImage::unmap() {
  mapping_->unmap();
}

MappedArray::MappedArray(const Session& session, const DeviceArray& array, HostAccess access) : type_(array.type()) {
  check_own(session, array);
  if (array.count() > 0)
    mapping_ = std::make_unique<ocl::Mapping>(state_of(session).queue, array.buffer(), access, 0, array.type().bytes());
}
MappedArray::MappedArray(MappedArray&&) noexcept = default;
MappedArray& MappedArray::operator=(MappedArray&&) noexcept = default;
MappedArray::~MappedArray() = default;

std::span<std::byte> MappedArray::bytes() const {
  return mapping_ ? mapping_->bytes() : std::span<std::byte>();
}

void MappedArray::unmap() {
  if (mapping_) mapping_->unmap();
}

}  // namespace lenslet
