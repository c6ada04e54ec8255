// The listings of OpenGL: right, and each mistake at fault, where the device shares with OpenGL, as one does in the
// layer sharing_layer.cpp of components/gl/tests; elsewhere they say what is missing.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/run_listing.hpp>

namespace lenslet::listings {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

const Session& opengl_session() {
  static const Session shared({.cache = false});
  return shared;
}

bool device_shares() {
  const std::vector<std::string>& has = opengl_session().device().extensions;
  return std::ranges::find(has, "cl_khr_gl_sharing") != has.end();
}

class OpenGlListing : public testing::TestWithParam<const char*> {};

TEST_P(OpenGlListing, IsRightWhereTheDeviceShares) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Outcome outcome = run(opengl_session(), find(GetParam()));
  if (device_shares()) {
    EXPECT_EQ(outcome.state, State::right) << outcome.verdict;
  } else {
    EXPECT_EQ(outcome.state, State::not_here);
    EXPECT_THAT(outcome.verdict, AnyOf(HasSubstr("no cl_khr_gl_sharing"), HasSubstr("no component gl")));
  }
}

TEST_P(OpenGlListing, ShowsEachMistakeWhereTheDeviceShares) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Listing& listing = find(GetParam());
  EXPECT_FALSE(listing.faults.empty());
  for (const Fault& fault : listing.faults) {
    const Outcome outcome = run_as_printed(opengl_session(), listing, fault);
    EXPECT_TRUE(outcome.state == State::wrong || (!device_shares() && outcome.state == State::not_here))
        << fault.what << ' ' << outcome.verdict;
  }
}

INSTANTIATE_TEST_SUITE_P(Texts, OpenGlListing,
                         testing::Values("gl-context", "gl-buffer", "gl-acquire", "gl-fences", "gl-textures",
                                         "gl-renderbuffers"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// Its drawing needs no device that shares.
TEST(OpenGlWindow, IsSeenWhereOpenGlIs) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Listing& listing = find("gl-window");
  const Outcome outcome = run(opengl_session(), listing);
  if (outcome.state == State::not_here) {
    EXPECT_THAT(outcome.verdict, HasSubstr("OpenGL"));
    return;
  }
  EXPECT_EQ(outcome.verdict, "as the text says");
  for (const Fault& fault : listing.faults)
    EXPECT_THAT(run_as_printed(opengl_session(), listing, fault).verdict, HasSubstr(": 0.0%, not")) << fault.what;
}

}  // namespace
}  // namespace lenslet::listings
