// A Vulkan device beside a session: how they share memory, and the values that both use.
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/vulkan.hpp>

#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "ocl/reserve.hpp"
#include "session/state.hpp"
#include "vulkan/formats.hpp"
#include "vulkan/shared.hpp"

namespace lenslet::vulkan {
namespace {

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

// Returns the UUID of the session's device. Nothing if OpenCL does not tell it, or if Vulkan lacks the device: then
// Vulkan's first device is opened.
std::optional<DeviceUuid> uuid_for(const Session& session) {
  const auto uuid = uuid_of(session);
  for (const DeviceUuid& known : device_uuids())
    if (uuid == known) return uuid;
  return {};
}

const ocl::Queue& queue_of(const DeviceState& state) {
  return state_of(state.session).queue;
}

// All of the imported memory: a part would be a sub-buffer, with which PoCL's copies of rectangles crash.
ocl::Buffer memory_of(const Shared& shared, std::uint64_t bytes, KernelAccess access) {
  if (shared.imported() == nullptr) return ocl::share(ocl::reserve(queue_of(shared.state()), bytes, {}), access);
  const auto whole = static_cast<std::int64_t>(shared.imported()->bytes());
  return ocl::share(shared.imported()->array({SampleType::u8, {whole}}).buffer(), access);
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

// Rows lie in Vulkan's layout on both sides.
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
