// What failed OpenCL calls say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl/error.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

using testing::StartsWith;

TEST(CodeNames, AreOpenCLs) {
  EXPECT_EQ(code_name(CL_SUCCESS), "CL_SUCCESS");
  EXPECT_EQ(code_name(CL_DEVICE_NOT_FOUND), "CL_DEVICE_NOT_FOUND");
  EXPECT_EQ(code_name(CL_INVALID_WORK_GROUP_SIZE), "CL_INVALID_WORK_GROUP_SIZE");
  EXPECT_EQ(code_name(CL_INVALID_DEVICE_PARTITION_COUNT), "CL_INVALID_DEVICE_PARTITION_COUNT");
  EXPECT_EQ(code_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
  EXPECT_EQ(code_name(12345), "an unknown code");
}

TEST(CodeNames, CoverAllOfTheCore) {
  for (int code = 0; code >= -19; --code) EXPECT_THAT(std::string(code_name(code)), StartsWith("CL_")) << code;
  for (int code = -30; code >= -72; --code) EXPECT_THAT(std::string(code_name(code)), StartsWith("CL_")) << code;
}

TEST(Checked, NamesCallCodeAndNote) {
  try {
    checked([] { throw cl::Error(-54, "clEnqueueNDRangeKernel"); }, [] { return std::string("of 7x7"); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::device);
    EXPECT_STREQ(error.what(), "clEnqueueNDRangeKernel failed: CL_INVALID_WORK_GROUP_SIZE (-54), of 7x7");
  }
}

TEST(Checked, SaysWhatHelpsWhereASessionIsLost) {
  const auto said = [](int code) {
    try {
      throw_device_error("clFinish", code);
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  for (const int code : {CL_INVALID_CONTEXT, CL_INVALID_COMMAND_QUEUE, CL_DEVICE_NOT_AVAILABLE, -9999})
    EXPECT_THAT(said(code), testing::HasSubstr("given up the session's context")) << code;
  EXPECT_THAT(said(CL_OUT_OF_RESOURCES), testing::HasSubstr("allowed: less at a time, or a new session"));
  EXPECT_THAT(said(CL_INVALID_VALUE), testing::EndsWith("(-30)"));
}

TEST(Checked, LeavesOtherErrorsAndResultsAlone) {
  EXPECT_THROW(checked([] { throw std::logic_error("mine"); }), std::logic_error);
  EXPECT_EQ(checked([] { return 5; }), 5);
}

}  // namespace
}  // namespace lenslet::ocl
