// Dividing a device: a sub-device computes as the whole one, or the driver's refusal is clear.
#include "ocl/sub_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl/program.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

class SubDeviceTest : public DeviceTest {
 protected:
  // Skips the test where the driver does not divide.
  std::optional<Device> part(int units) const {
    try {
      return sub_device(queue().device(), units);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported);
      EXPECT_THAT(error.what(), testing::HasSubstr("does not divide it"));
      return {};
    }
  }
};

TEST_F(SubDeviceTest, RunsKernels) {
  const std::optional<Device> one = part(1);
  if (!one) GTEST_SKIP() << "the driver does not divide";
  EXPECT_EQ(one->info().compute_units, 1);
  const Queue queue(*one);
  BuildRequest request;
  request.source = "kernel void number(global uint* out) { out[get_global_id(0)] = get_global_id(0); }";
  Kernel kernel(build(queue, request).program, "number");
  std::vector<std::uint32_t> numbers(1000);
  const Buffer out = queue.allocate(numbers.size() * sizeof(std::uint32_t));
  kernel.set(0, out);
  const Event event = queue.launch(kernel, {numbers.size(), 1}, {0, 0});
  queue.read(out, 0, std::as_writable_bytes(std::span(numbers)));
  for (std::uint32_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i);
}

TEST_F(SubDeviceTest, OutlivesTheDescriptionThatMadeIt) {
  std::optional<Queue> queue;
  if (const std::optional<Device> one = part(1)) queue.emplace(*one);
  if (!queue) GTEST_SKIP() << "the driver does not divide";
  const std::vector<std::byte> bytes(100, std::byte{7});
  const Buffer buffer = queue->allocate(bytes.size());
  queue->write(buffer, 0, bytes);
  std::vector<std::byte> back(bytes.size());
  queue->read(buffer, 0, back);
  EXPECT_EQ(back, bytes);
}

TEST_F(SubDeviceTest, HasOneToAllUnits) {
  const Device& whole = queue().device();
  EXPECT_THROW(sub_device(whole, 0), Error);
  EXPECT_THROW(sub_device(whole, whole.info().compute_units + 1), Error);
}

}  // namespace
}  // namespace lenslet::ocl
