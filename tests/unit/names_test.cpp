// The nearest name, and the answer to an unknown one.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>

#include "names.hpp"

namespace lenslet {
namespace {

const std::vector<std::string> known{"brightness", "gaussian", "laplacian", "mean", "median", "sobel"};

TEST(NearestName, OneSlipIsForgiven) {
  EXPECT_EQ(nearest_name("gausian", known), "gaussian");   // a letter left out
  EXPECT_EQ(nearest_name("sobell", known), "sobel");       // one too many
  EXPECT_EQ(nearest_name("nean", known), "mean");          // a wrong one
  EXPECT_EQ(nearest_name("maen", known), "mean");          // two swapped
  EXPECT_EQ(nearest_name("Gaussian", known), "gaussian");  // another case
}

TEST(NearestName, TheNearestOfSeveralWins) {
  EXPECT_EQ(nearest_name("medin", known), "median");
  EXPECT_EQ(nearest_name("mea", known), "mean");
}

TEST(NearestName, ABeginningIsUnderstood) {
  EXPECT_EQ(nearest_name("bright", known), "brightness");
  EXPECT_EQ(nearest_name("lap", known), "laplacian");
}

TEST(NearestName, WordsOfOtherToolsAreKnown) {
  const std::vector<std::string> borders{"constant", "replicate", "reflect", "wrap", "reflect101"};
  EXPECT_EQ(nearest_name("BORDER_REPLICATE", borders), "replicate");
  EXPECT_EQ(nearest_name("cv2.BORDER_REFLECT_101", borders), "reflect101");
  const std::vector<std::string> types{"u8", "u16", "f16", "f32"};
  EXPECT_EQ(nearest_name("uint16", types), "u16");
  EXPECT_EQ(nearest_name("CV_32F", types), "f32");
  const std::vector<std::string> options{"--degrees", "--ksize"};
  EXPECT_EQ(nearest_name("--angle", options), "--degrees");
  EXPECT_EQ(nearest_name("--width", options), "");
}

TEST(Patterns, SayHowATextThatFitsMayBegin) {
  for (const char* beginning : {"", "buf", "buffer", "buffer.window", "buffer.window.v4", "buffer.local.x1.v1"})
    EXPECT_TRUE(may_begin("b*.?[io]*.v[14]", beginning)) << beginning;
  EXPECT_TRUE(may_begin("*.v4.*", "image.direct.v8"));
  EXPECT_FALSE(may_begin("buffer.*", "image"));
  EXPECT_FALSE(may_begin("buffer.w*.v4", "buffer.direct"));
  EXPECT_FALSE(may_begin("buffer.v[14].x1", "buffer.v2"));
  EXPECT_FALSE(may_begin("buffer", "buffer.window"));
}

TEST(NearestName, WhatIsFarIsNotGuessed) {
  EXPECT_EQ(nearest_name("canny", known), "");
  EXPECT_EQ(nearest_name("", known), "");
  EXPECT_EQ(nearest_name("xyz", known), "");
  EXPECT_EQ(nearest_name("m", known), "");
  EXPECT_EQ(nearest_name("mean", {}), "");
}

std::string message_of(const std::string& wrong, const std::vector<std::string>& allowed) {
  try {
    throw_unknown("unknown op", wrong, allowed);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
}

TEST(ThrowUnknown, NamesTheWordAndWhatIsAllowed) {
  EXPECT_EQ(message_of("maen", {"mean", "sobel"}), "unknown op 'maen': did you mean 'mean'? Allowed: mean, sobel");
  EXPECT_EQ(message_of("canny", {"mean", "sobel"}), "unknown op 'canny'. Allowed: mean, sobel");
  EXPECT_EQ(message_of("canny", {}), "unknown op 'canny'. Allowed: nothing");
  EXPECT_EQ(message_of(std::string(1'000'000, 'x'), {}),
            "unknown op '" + std::string(40, 'x') + "...'. Allowed: nothing");
}

}  // namespace
}  // namespace lenslet
