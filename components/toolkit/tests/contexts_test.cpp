// One context for several devices, with common memory and events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/shared_context.hpp>

#include "image_support.hpp"
#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::Each;
using testing::HasSubstr;

TEST(SharedContext, OfOneDeviceIsASession) {
  const auto fail = [](std::string_view text) { ADD_FAILURE() << "no error, but the driver says: " << text; };
  const std::vector<Session> sessions = sessions_in_one_context({.on_error = fail});
  ASSERT_EQ(sessions.size(), 1u);
  const Queue queue(sessions[0]);
  const DeviceArray a = ints(sessions[0], 4);
  queue.fill(a, bytes_of(std::vector<int>{3}));
  EXPECT_THAT(values_of(queue, a), Each(3));
}

TEST(SharedContext, HasDevicesOfOnePlatform) {
  const std::vector<DeviceInfo> all = devices();
  const auto other = std::ranges::find_if(all, [&](const DeviceInfo& d) { return d.platform != all[0].platform; });
  if (other == all.end()) GTEST_SKIP() << "one platform";
  EXPECT_THAT(refusal([&] { sessions_in_one_context("0," + std::to_string(other->index)); }),
              HasSubstr("allowed: devices of one platform"));
}

// The devices of LENSLET_DEVICE's platform, if it has two.
std::string two_devices() {
  std::string list;
  int count = 0;
  const std::string platform = find_device().platform;
  for (const DeviceInfo& device : devices())
    if (device.platform == platform && count++ < 2) list += (list.empty() ? "" : ",") + std::to_string(device.index);
  return count < 2 ? "" : list;
}

// Each device doubles the numbers that the other has left. Only events order them.
void pass_back_and_forth(const std::vector<Session>& sessions) {
  const DeviceArray numbers = ints(sessions[0], 256);
  std::vector<Queue> queues;
  std::vector<Kernel> kernels;
  for (const Session& session : sessions) {
    queues.emplace_back(session);
    kernels.push_back(Program::from_text(session, object_kernels).kernel("twice"));
  }
  Event last = queues[0].fill(numbers, bytes_of(std::vector<int>{1}));
  for (int i = 0; i < 8; ++i) {
    const auto k = static_cast<std::size_t>(i) % queues.size();
    last = queues[k].launch(kernels[k], {.global = {256}}, {numbers}, {last});
  }
  last.wait();
  EXPECT_THAT(values_of(queues[1], numbers), Each(256));
  EXPECT_THAT(refusal([&] { queues[0].launch(kernels[1], {.global = {256}}, {numbers}); }),
              HasSubstr("a program of the queue's session"));
}

TEST(TwoDevices, ShareMemoryAndEvents) {
  const std::string list = two_devices();
  if (list.empty()) GTEST_SKIP() << "one device";
  pass_back_and_forth(sessions_in_one_context(list));
}

TEST(TwoDevices, FilterWhatTheOtherHasMade) {
  const std::string list = two_devices();
  if (list.empty()) GTEST_SKIP() << "one device";
  const std::vector<Session> both = sessions_in_one_context(list);
  const PixelFormat format{SampleType::u8, 1};
  const Image picture = pattern({64, 48}, format);
  const Plan first = both[0].plan(ops::Invert{}, format), second = both[1].plan(ops::Invert{}, format);
  const DeviceImage in = both[0].upload(picture), middle = both[0].allocate(in.size(), format),
                    out = both[1].allocate(in.size(), format);
  const Launch inverted = first.launch_into(in, {middle});
  RunOptions options;
  options.after = {inverted.event()};
  second.launch_into(middle, out, options).wait();
  EXPECT_TRUE(equal(both[1].download(out), picture));
}

TEST(SubDevices, ShareMemoryAndEvents) {
  const std::string whole = std::to_string(find_device().index);
  std::vector<Session> parts;
  try {
    parts = sessions_in_one_context(whole + "/2");
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  pass_back_and_forth(parts);
}

}  // namespace
}  // namespace lenslet
