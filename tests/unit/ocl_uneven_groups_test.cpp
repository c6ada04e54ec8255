// Uneven groups: what a device says of them is what it does.
#include "ocl/kernel.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ocl/program.hpp"
#include "ocl/values.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

class UnevenGroupsTest : public DeviceTest {};

TEST_F(UnevenGroupsTest, RunWhereTheDeviceHasThem) {
  const UnevenGroups uneven = uneven_groups(queue().device());
  if (uneven.option.empty()) GTEST_SKIP() << uneven.obstacle;
  BuildRequest request;
  request.source = "kernel void ids(global uint* out) { out[get_global_id(0)] = get_local_size(0); }";
  request.options = uneven.option;
  Kernel kernel(build(queue(), request).program, "ids");
  const Buffer out = upload(queue(), std::vector<std::uint32_t>(19));
  kernel.set(0, out);
  queue().launch(kernel, {19}, {8}).wait();
  std::vector<std::uint32_t> expected(16, 8);
  expected.resize(19, 3);
  EXPECT_EQ(download<std::uint32_t>(queue(), out, 19), expected);
}

TEST_F(UnevenGroupsTest, FollowTheVersionWhereNothingCanBeAsked) {
  const auto of_version = [&](const char* version) {
    DeviceInfo info = queue().device().info();
    info.version = version;
    return uneven_groups(queue().device().with(info));
  };
  EXPECT_EQ(of_version("OpenCL 2.1 X").option, "-cl-std=CL2.0");
  const UnevenGroups first = of_version("OpenCL 1.2 X");
  EXPECT_TRUE(first.option.empty());
  EXPECT_THAT(first.obstacle, testing::HasSubstr("has OpenCL 1.2 X"));
}

TEST_F(UnevenGroupsTest, AnObstacleNamesTheQuery) {
  const UnevenGroups uneven = uneven_groups(queue().device());
  EXPECT_NE(uneven.option.empty(), uneven.obstacle.empty());
  if (uneven.option.empty() && queue().device().info().version.starts_with("OpenCL 3")) {
    EXPECT_THAT(uneven.obstacle, testing::HasSubstr("CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT"));
  }
}

}  // namespace
}  // namespace lenslet::ocl
