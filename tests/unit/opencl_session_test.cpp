// Sessions in a caller's context and queue: which ones are taken, and that all runs in order with the caller's
// commands.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "opencl_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

class OpenClSession : public BesideOpenCl {};

TEST_F(OpenClSession, RunsBetweenTheCallersCommandsWithoutAWait) {
  const Image image = pattern({67, 31}, grey8);
  const std::vector<std::uint8_t> samples = samples_of(image);
  const OwnMemory input = make_buffer(*context, samples.size()), output = make_buffer(*context, samples.size());
  clEnqueueWriteBuffer(*queue, input, CL_FALSE, 0, samples.size(), samples.data(), 0, nullptr, nullptr);
  const Plan plan = blur();
  const Launch launch = plan.launch_into(opencl::image(*session, input, {grey8, image.size()}),
                                         {opencl::image(*session, output, {grey8, image.size()})});
  EXPECT_EQ(bytes_of(output, samples.size()), samples_of(blurred(image)));
  EXPECT_TRUE(launch.done());
}

TEST_F(OpenClSession, HasTimesWhereTheQueueHas) {
  const Image image = pattern({67, 31}, grey8);
  EXPECT_EQ(session->run(ops::Gaussian{.sigma = 1}, image).timing.kernel_ms, 0);
  const OwnQueue timed = make_queue(*context, device, CL_QUEUE_PROFILING_ENABLE);
  const Session other = opencl::session(*context, device, timed);
  EXPECT_GT(other.run(ops::Gaussian{.sigma = 1}, image).timing.kernel_ms, 0);
  EXPECT_EQ(opencl::handles_of(other).queue, timed);
}

TEST_F(OpenClSession, HasAQueueOfItsOwnWhereNoneIsGiven) {
  const Session other = opencl::session(*context, device);
  EXPECT_EQ(opencl::handles_of(other).context, *context);
  EXPECT_NE(opencl::handles_of(other).queue, *queue);
  const Image image = pattern({67, 31}, grey8);
  EXPECT_TRUE(equal(other.run(ops::Gaussian{.sigma = 1}, image).images[0], blurred(image)));
}

TEST_F(OpenClSession, LivesLongerThanTheCallersHandles) {
  context.reset();
  queue.reset();
  const Image image = pattern({67, 31}, grey8);
  EXPECT_TRUE(equal(session->run(ops::Gaussian{.sigma = 1}, image).images[0], blurred(image)));
  EXPECT_EQ(session->device().name, own->device().name);
  EXPECT_EQ(session->device().index, own->device().index);
}

TEST_F(OpenClSession, RefusesWhatDoesNotBelongTogether) {
  const OwnContext other = make_context(device);
  const OwnQueue of_other = make_queue(other, device);
  EXPECT_THAT(refusal([&] { opencl::session(nullptr, device, *queue); }), HasSubstr("the context is null"));
  EXPECT_THAT(refusal([&] { opencl::session(*context, nullptr, *queue); }), HasSubstr("the device is null"));
  EXPECT_THAT(refusal([&] { opencl::session(*context, device, of_other); }), HasSubstr("of another context"));
  EXPECT_THAT(refusal([&] { opencl::session(*context, device, *queue, {.device = "gpu"}); }),
              HasSubstr("SessionOptions::device is 'gpu'"));
}

TEST_F(OpenClSession, RefusesAQueueOutOfOrder) {
  cl_command_queue_properties can = 0;
  clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, nullptr);
  if (!(can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) GTEST_SKIP() << "the device has none";
  const OwnQueue any = make_queue(*context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  EXPECT_THAT(refusal([&] { opencl::session(*context, device, any); }, ErrorKind::unsupported),
              HasSubstr("out of order; allowed: one in order, or none"));
}

// The part is not released: PoCL 3.1 may still ask it for something later.
TEST_F(OpenClSession, MayBeOnAPartOfADevice) {
  const cl_device_partition_property one_unit[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_partition_property ways[8] = {};  // rusticl has no function to divide
  clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof ways, ways, nullptr);
  cl_device_id part = nullptr;
  if (std::ranges::count(ways, CL_DEVICE_PARTITION_BY_COUNTS) == 0 ||
      clCreateSubDevices(device, one_unit, 1, &part, nullptr) != CL_SUCCESS || part == nullptr)
    GTEST_SKIP() << "the device is not divided";
  EXPECT_THAT(refusal([&] { opencl::session(*context, part, *queue); }), HasSubstr("the queue is of another device"));
  const OwnContext of_part = make_context(part);
  EXPECT_EQ(opencl::session(of_part, part).device().index, own->device().index);
}

TEST_F(OpenClSession, RefusesADeviceThatTheContextDoesNotHave) {
  for (const DeviceInfo& info : devices()) {
    if (info.index == own->device().index) continue;
    const Session elsewhere({.device = std::to_string(info.index)});
    const cl_device_id other = opencl::handles_of(elsewhere).device;
    EXPECT_THAT(refusal([&] { opencl::session(*context, other); }), HasSubstr("is none of the context's 1"));
    return;
  }
  GTEST_SKIP() << "there is one device";
}

}  // namespace
}  // namespace lenslet
