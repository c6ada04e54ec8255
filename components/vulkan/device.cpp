// A device of Vulkan's beside a session: what they share, and the values that they have in common.
#include <array>
#include <utility>

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <lenslet/error.hpp>
#include <lenslet/value.hpp>
#include <lenslet/vulkan.hpp>

#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "ocl/reserve.hpp"
#include "session/state.hpp"
#include "vulkan/api.hpp"
#include "vulkan/open_device.hpp"
#include "vulkan/shared.hpp"

namespace lenslet::vulkan {
namespace {

constexpr std::size_t types = 4;
using Channels = std::array<VkFormat, max_channels>;

// By type, in the order of PixelType, and channels.
constexpr std::array<Channels, types> formats{
    Channels{VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8_UNORM, VK_FORMAT_R8G8B8A8_UNORM},
    Channels{VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16_UNORM, VK_FORMAT_R16G16B16A16_UNORM},
    Channels{VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT},
    Channels{VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}};

VkFormat format_of(PixelFormat format) {
  return formats[static_cast<std::size_t>(format.type)][static_cast<std::size_t>(format.channels - 1)];
}

// The largest image of the format; nothing where there is none.
VkExtent3D largest(VkPhysicalDevice device, VkFormat format, VkImageUsageFlags usage, bool exported) {
  auto external =
      structure<VkPhysicalDeviceExternalImageFormatInfo>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
  external.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto info = structure<VkPhysicalDeviceImageFormatInfo2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2);
  info.pNext = exported ? &external : nullptr;
  info.format = format;
  info.type = VK_IMAGE_TYPE_2D;
  info.tiling = VK_IMAGE_TILING_LINEAR;
  info.usage = image_info(format, {1, 1}, usage).usage;
  auto shared = structure<VkExternalImageFormatProperties>(VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES);
  auto properties = structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
  properties.pNext = exported ? &shared : nullptr;
  if (vkGetPhysicalDeviceImageFormatProperties2(device, &info, &properties) != VK_SUCCESS) return {};
  const auto features = shared.externalMemoryProperties.externalMemoryFeatures;
  constexpr VkExternalMemoryFeatureFlags alone = VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT;  // OpenCL knows no such
  if (exported && (!(features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) || (features & alone))) return {};
  return properties.imageFormatProperties.maxExtent;
}

std::string allowed(VkPhysicalDevice device, VkImageUsageFlags usage, bool exported) {
  std::string text;
  for (const PixelType type : pixel_types)
    for (int channels = 1; channels <= max_channels; ++channels)
      if (largest(device, format_of({type, channels}), usage, exported).width > 0)
        text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", name_of(type), channels);
  return text.empty() ? "none" : text;
}

VkImageCreateInfo image_info(VkFormat format, Size size, VkImageUsageFlags usage) {
  auto info = structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height), 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_LINEAR;
  info.usage = usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  return info;
}

// Throws unsupported where the device has no image of linear tiling for such pixels, with the pixels of which it has
// one, and for one that is too large.
VkFormat check_format(VkPhysicalDevice device, const ImageType& type, VkImageUsageFlags usage, bool exported) {
  const VkFormat format = format_of(type.format);
  const VkExtent3D most = largest(device, format, usage, exported);
  if (most.width == 0)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} has no linear image of {} for this use; allowed: {}", name_of(device),
                            to_string(type.format), allowed(device, usage, exported)));
  if (type.size.width > most.width || type.size.height > most.height)
    throw Error(ErrorKind::unsupported, fmt::format("{} is larger than the linear images of {}; allowed: {} x {}",
                                                    to_string(type), name_of(device), most.width, most.height));
  return format;
}

std::string memory_problem(const DeviceState& state) {
  if (std::string problem = import_problem(state.session); !problem.empty()) return problem;
  const auto uuid = uuid_of(state.session);
  if (uuid && *uuid != uuid_of(state.handles.physical))
    return fmt::format("{} is another device than Vulkan's {}", state.session.device().name, state.name);
  return export_problem(state.handles);
}

void choose_sharing(DeviceState& state, const Options& options) {
  if (options.sharing == Sharing::objects)
    throw Error(ErrorKind::unsupported, "OpenCL has no objects of Vulkan's; allowed: memory, copies");
  state.reason = memory_problem(state);
  if (options.sharing == Sharing::memory && !state.reason.empty())
    throw Error(ErrorKind::unsupported,
                fmt::format("Vulkan and OpenCL share no memory: {}; copies always work", state.reason));
  state.sharing = options.sharing.value_or(state.reason.empty() ? Sharing::memory : Sharing::copies);
  if (!options.semaphores) return;
  std::string problem = state.sharing == Sharing::copies ? "the way is 'copies'" : semaphore_problem(state.session);
  if (problem.empty()) problem = semaphore_export_problem(state.handles);
  if (!problem.empty())
    throw Error(ErrorKind::unsupported, fmt::format("Vulkan and OpenCL have no semaphores in common: {}; without them "
                                                    "the host waits",
                                                    problem));
  state.semaphores = true;
}

void check_handles(const Handles& handles) {
  if (handles.instance != VK_NULL_HANDLE && handles.physical != VK_NULL_HANDLE && handles.device != VK_NULL_HANDLE &&
      handles.queue != VK_NULL_HANDLE)
    return;
  throw Error(ErrorKind::invalid_argument,
              "one of Vulkan's handles is null; allowed: instance, physical device, "
              "device and queue of one device");
}

// Vulkan's device of the session; its first where OpenCL does not tell which that is, or Vulkan has it not.
std::optional<DeviceUuid> uuid_for(const Session& session) {
  const auto uuid = uuid_of(session);
  for (const DeviceUuid& known : device_uuids())
    if (uuid == known) return uuid;
  return {};
}

const ocl::Queue& queue_of(const DeviceState& state) {
  return state_of(state.session).queue;
}

// All of what is imported: a part would be a sub-buffer, with which PoCL's copies of rectangles crash.
ocl::Buffer memory_of(const Shared& shared, std::uint64_t bytes, KernelAccess access) {
  if (shared.imported() == nullptr) return ocl::share(ocl::reserve(queue_of(shared.state()), bytes, {}), access);
  const auto whole = static_cast<std::int64_t>(shared.imported()->bytes());
  return ocl::share(shared.imported()->array({ElementType::u8, {whole}}).buffer(), access);
}

Shared::Copies copies_of(const Shared& shared, const ocl::Buffer& memory, std::uint64_t bytes) {
  const std::span<std::byte> mapped(shared.mapped(), bytes);
  const ocl::Queue& queue = queue_of(shared.state());
  return {[&queue, memory, mapped] { queue.write(memory, 0, mapped); },
          [&queue, memory, mapped] { queue.read(memory, 0, mapped); }, bytes};
}

}  // namespace

Device::Device(const Session& session, const Options& options)
    : state_(std::make_shared<DeviceState>(DeviceState{session, {}})) {
  state_->owned = std::make_unique<OpenDevice>(uuid_for(session));
  state_->handles = state_->owned->handles();
  state_->name = name_of(state_->handles.physical);
  choose_sharing(*state_, options);
}

Device::Device(const Session& session, const Handles& handles, const Options& options)
    : state_(std::make_shared<DeviceState>(DeviceState{session, handles})) {
  check_handles(handles);
  state_->name = name_of(handles.physical);
  choose_sharing(*state_, options);
}

const Handles& Device::handles() const {
  return state_->handles;
}

const std::string& Device::name() const {
  return state_->name;
}

Sharing Device::sharing() const {
  return state_->sharing;
}

bool Device::semaphores() const {
  return state_->semaphores;
}

const std::string& Device::reason() const {
  return state_->reason;
}

Traffic Device::traffic() const {
  return state_->traffic;
}

SharedArray Device::allocate(const ArrayType& type, KernelAccess access, VkBufferUsageFlags usage) const {
  check(type);
  if (type.bytes() == 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} has no elements; allowed: at least one", to_string(type)));
  auto shared = std::make_unique<Shared>(
      state_, make_buffer(state_->handles, type.bytes(), usage, state_->sharing == Sharing::memory), access);
  const ocl::Buffer memory = memory_of(*shared, type.bytes(), access);
  if (shared->mapped() != nullptr) shared->set_copies(copies_of(*shared, memory, type.bytes()));
  return {std::move(shared), DeviceArray(type, memory)};
}

// Rows lie as Vulkan lays them out, on both sides.
SharedImage Device::allocate(const ImageType& type, KernelAccess access, VkImageUsageFlags usage) const {
  check(type.format);
  if (type.layers != 1 || type.size.width < 1 || type.size.height < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} of {} layers; allowed: a pixel or more in one layer", to_string(type), type.layers));
  const bool exported = state_->sharing == Sharing::memory;
  const VkFormat format = check_format(state_->handles.physical, type, usage, exported);
  auto external = structure<VkExternalMemoryImageCreateInfo>(VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO);
  external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  VkImageCreateInfo info = image_info(format, type.size, usage);
  info.pNext = exported ? &external : nullptr;
  const VkDevice device = state_->handles.device;
  Image made_image = made<Image>(device, vkCreateImage, info, "vkCreateImage", to_string(type));
  const VkImageSubresource color{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
  VkSubresourceLayout rows;
  vkGetImageSubresourceLayout(device, made_image.get(), &color, &rows);
  const ImageLayout layout =
      checked_layout(type, {static_cast<std::int64_t>(rows.offset), static_cast<std::int64_t>(rows.rowPitch)});
  const std::uint64_t bytes = end_within(~std::uint64_t{0}, type, layout).value();
  auto shared = std::make_unique<Shared>(state_, std::move(made_image), access);
  const ocl::Buffer memory = memory_of(*shared, bytes, access);
  if (shared->mapped() != nullptr) shared->set_copies(copies_of(*shared, memory, bytes));
  return {std::move(shared), image_at(memory, type, layout), format};
}

}  // namespace lenslet::vulkan
