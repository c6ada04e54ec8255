// Vulkan's buffers and images as values: Vulkan writes and the session reads, and the other way round.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <lenslet/lenslet.hpp>
#include <lenslet/vulkan.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet::vulkan {
namespace {

// Submits commands to the device's queue and waits for none.
class Commands {
 public:
  explicit Commands(const Handles& handles) : handles_(handles) {
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = handles.family;
    vkCreateCommandPool(handles.device, &pool, nullptr, &pool_);
  }
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;
  ~Commands() {
    vkQueueWaitIdle(handles_.queue);
    vkDestroyCommandPool(handles_.device, pool_, nullptr);
  }

  template <class Record>
  void run(const Record& record) const {
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool_;
    info.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    vkAllocateCommandBuffers(handles_.device, &info, &commands);
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    vkBeginCommandBuffer(commands, &begin);
    record(commands);
    vkEndCommandBuffer(commands);
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    ASSERT_EQ(vkQueueSubmit(handles_.queue, 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
  }

 private:
  Handles handles_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
};

class VulkanTest : public testing::Test {
 protected:
  Session session;
  Device device{session};
  Commands commands{device.handles()};
};

TEST_F(VulkanTest, ArraysComeAndGo) {
  constexpr std::uint32_t word = 0x01020304;
  const ArrayType type{SampleType::u32, {300}};
  SharedArray written = device.allocate(type), copied = device.allocate(type);
  for (std::uint32_t turn = 0; turn < 3; ++turn) {
    commands.run([&](VkCommandBuffer to) { vkCmdFillBuffer(to, written.handle(), 0, VK_WHOLE_SIZE, word + turn); });
    written.acquire();
    EXPECT_EQ(session.download(written.array()).at(299), word + turn);
    session.fill(written.array(), 7 + turn);
    written.release();
    commands.run([&](VkCommandBuffer to) {
      const VkBufferCopy all{0, 0, 1200};
      vkCmdCopyBuffer(to, written.handle(), copied.handle(), 1, &all);
    });
    copied.acquire();
    const Array got = session.download(copied.array());
    EXPECT_EQ(got.at(0), 7 + turn);
    EXPECT_EQ(got.at(299), 7 + turn);
    copied.release();
  }
  const bool copies = device.sharing() == Sharing::copies;
  EXPECT_EQ(device.traffic(), (Traffic{copies ? 6u * 1200 : 0, copies ? 6u * 1200 : 0}));
}

TEST_F(VulkanTest, ImagesComeAndGo) {
  const ImageType type{{SampleType::u8, 4, true}, {13, 7}};
  SharedImage from = device.allocate(type, KernelAccess::write_only), to = device.allocate(type);
  EXPECT_EQ(from.format(), VK_FORMAT_R8G8B8A8_UNORM);
  const Image image = pattern(type.size, type.format);
  from.acquire();
  session.upload(image, from.image());
  from.release();
  commands.run([&](VkCommandBuffer commands_of) {
    const VkImageSubresourceLayers color{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkImageCopy all{color, {}, color, {}, {13, 7, 1}};
    vkCmdCopyImage(commands_of, from.handle(), VK_IMAGE_LAYOUT_GENERAL, to.handle(), VK_IMAGE_LAYOUT_GENERAL, 1, &all);
  });
  to.acquire();
  EXPECT_TRUE(equal(session.download(to.image()), image));
  to.release();
  SharedImage moved = std::move(to);
  moved.acquire();
  EXPECT_TRUE(equal(session.download(moved.image()), image));
}

// If there are semaphores, only they order the two APIs. Otherwise the reason is told.
TEST_F(VulkanTest, ArraysAreOrderedBySemaphores) {
  if (device.sharing() == Sharing::copies || !semaphore_problem(session).empty()) {
    EXPECT_THAT(refusal([&] { Device(session, {.semaphores = true}); }, ErrorKind::unsupported),
                testing::StartsWith("Vulkan and OpenCL have no semaphores in common: "));
    return;
  }
  const Device ordered(session, device.handles(), {.semaphores = true});
  const ArrayType type{SampleType::u32, {1 << 22}};
  SharedArray array = ordered.allocate(type);
  for (std::uint32_t turn = 0; turn < 20; ++turn) {
    commands.run([&](VkCommandBuffer to) { vkCmdFillBuffer(to, array.handle(), 0, VK_WHOLE_SIZE, turn); });
    array.acquire();
    const Array got = session.download(array.array());
    EXPECT_EQ(got.at(0), turn);
    EXPECT_EQ(got.at((1 << 22) - 1), turn);
    array.release();
  }
}

TEST_F(VulkanTest, OwnDevicesDo) {
  const Device same(session, device.handles());
  EXPECT_EQ(same.name(), device.name());
  SharedArray array = same.allocate(ArrayType{SampleType::u8, {16}});
  array.acquire();
  array.release();
  EXPECT_THAT(refusal([&] { Device(session, Handles{}); }), testing::StartsWith("one of Vulkan's handles is null; "));
}

TEST_F(VulkanTest, RefusesWithTheReason) {
  EXPECT_THAT(refusal([&] {
                device.allocate(ArrayType{SampleType::f32, {0}});
              }),
              testing::HasSubstr("has no elements"));
  EXPECT_THAT(refusal(
                  [&] {
                    device.allocate({{SampleType::u8, 4}, {1 << 24, 4}});
                  },
                  ErrorKind::unsupported),
              testing::HasSubstr("is larger than the linear images of "));
  // A colour format is no depth format on any device.
  EXPECT_THAT(refusal(
                  [&] {
                    device.allocate({{SampleType::f16, 3}, {4, 4}}, KernelAccess::read_write,
                                    VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT);
                  },
                  ErrorKind::unsupported),
              testing::HasSubstr("has no linear image of f16 x 3 for this use; allowed: "));
  EXPECT_THAT(refusal([&] { Device(session, {.sharing = Sharing::objects}); }, ErrorKind::unsupported),
              testing::EndsWith("allowed: memory, copies"));
  EXPECT_THAT(refusal(
                  [&] {
                    exporter(DeviceUuid{1, 2, 3});
                  },
                  ErrorKind::unsupported),
              testing::StartsWith("Vulkan has no device with the UUID 01020300"));
  SharedArray array = device.allocate(ArrayType{SampleType::u8, {16}});
  EXPECT_THAT(refusal([&] { array.release(); }), testing::StartsWith("release() of what the session has not"));
  array.acquire();
  EXPECT_THAT(refusal([&] { array.acquire(); }), testing::StartsWith("acquire() of what the session has already"));
}

TEST_F(VulkanTest, SharesWhatTheTestIsFor) {
  const char* wanted = std::getenv("LENSLET_TEST_SHARING");
  EXPECT_EQ(name_of(device.sharing()), wanted != nullptr ? wanted : name_of(device.sharing())) << device.reason();
}

TEST_F(VulkanTest, SaysWhyItSharesNoMore) {
  if (device.sharing() == Sharing::memory) return;
  EXPECT_FALSE(device.reason().empty());
  EXPECT_EQ(refusal([&] { Device(session, {.sharing = Sharing::memory}); }, ErrorKind::unsupported),
            "Vulkan and OpenCL share no memory: " + device.reason() + "; copies always work");
  EXPECT_THAT(refusal([&] { Device(session, {.semaphores = true}); }, ErrorKind::unsupported),
              testing::EndsWith("without them the host waits"));
  EXPECT_THAT(refusal(
                  [&] {
                    ImportedMemory(session, {Descriptor(), 16});
                  },
                  ErrorKind::unsupported),
              testing::HasSubstr("cl_khr_external_memory_opaque_fd"));
}

}  // namespace
}  // namespace lenslet::vulkan
