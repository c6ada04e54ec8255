// examples/language.cl: its kernels write what OpenCL C promises, and what it calls an error is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Session& language_session() {
  static const Session made;
  return made;
}

const Program& language_program() {
  static const Program made = Program::from_file(language_session(), LENSLET_EXAMPLES "/language.cl");
  return made;
}

// What a kernel of one work-item writes. The arguments follow the output.
std::vector<std::int32_t> written(const std::string& kernel, std::int64_t count,
                                  const std::vector<KernelArgument>& more = {}) {
  const DeviceArray out = language_session().upload(Array({SampleType::i32, {count}}));
  std::vector<KernelArgument> arguments{out};
  arguments.insert(arguments.end(), more.begin(), more.end());
  language_program().kernel(kernel).launch(KernelRange::one_item(), arguments).wait();
  const Array got = language_session().download(out);
  const auto values = got.as<std::int32_t>();
  return {values.begin(), values.end()};
}

TEST(Language, LiteralsTakeScalarsVectorsOrOneForAll) {
  EXPECT_THAT(written("literals", 12), ElementsAre(1, 2, 3, 4, 7, 8, 9, 10, 5, 5, 5, 5));
}

TEST(Language, ComponentsAreReadAndWrittenInAnyOrder) {
  EXPECT_THAT(written("components", 16), ElementsAre(4, 5, 2, 6, 9, 3, 2, 8, 5, 6, 9, 8, 5, 9, 9, 8));
}

TEST(Language, ConversionsSaturateAndRoundAsTheyAreTold) {
  EXPECT_THAT(written("conversions", 28), ElementsAre(248, 298, 299, 300, 248, 255, 255, 255, -1, 0, 0, 2, -2, 0, 0, 2,
                                                      -1, 0, 1, 3, -2, -1, 0, 2, 0, 7, 0, 0));
}

TEST(Language, BitsAreReadAsAnotherType) {
  EXPECT_THAT(written("reinterpretation", 16, {1.0f}),
              ElementsAre(0x3f800000, 1, 1, 0, -1, -1, 0, 0, 1, 2, 0, 0, 1, 2, 5, 5));
}

TEST(Language, ScalarsTakeTheTypeOfVectors) {
  EXPECT_THAT(written("ranks", 12, {std::int16_t{10}}), ElementsAre(11, 12, 13, 14, 200, 4, 0, 0, 3, 5, 7, 9));
}

TEST(Language, UnionsAndCastsSeeTheSameBits) {
  const std::vector<std::int32_t> halves = written("aliasing", 4, {std::int32_t{0x12345678}});
  EXPECT_THAT(halves, ElementsAre(0x5678, 0x1234, 0x5678, 0x1234));
}

TEST(Language, AttributesChangeSizesAndPlaces) {
  const std::int32_t address = language_session().device().address_bits / 8;
  EXPECT_THAT(written("sizes", 6), ElementsAre(8, 5, 64, 0, 16, address));
}

// Drivers may leave out attributes, and put blanks anywhere. If they name one attribute of a kernel, they name all.
TEST(Language, HintsAreToldAndDemandsHold) {
  const KernelInfo hinted = language_program().kernel("hinted").info();
  EXPECT_THAT(hinted.compile_group, ElementsAre(0, 0, 0));
  std::string attributes = hinted.attributes;
  std::erase(attributes, ' ');
  if (!attributes.empty()) {
    EXPECT_THAT(attributes, HasSubstr("work_group_size_hint(16,4,1)"));
    EXPECT_THAT(attributes, HasSubstr("vec_type_hint(float4)"));
  }
  const Kernel demanding = language_program().kernel("demanding");
  EXPECT_THAT(demanding.info().compile_group, ElementsAre(8, 2, 1));
  const DeviceArray out = language_session().allocate(ArrayType{SampleType::i32, {64}});
  demanding.launch({.global = {16, 4}}, {out}).wait();
  EXPECT_EQ(language_session().download(out).as<std::int32_t>()[63], 82);
  EXPECT_THROW(demanding.launch({.global = {16, 4}, .group = {4, 4}}, {out}), Error);  // a multiple is not allowed
  EXPECT_THROW(demanding.launch({.global = {16, 4}, .group = {16, 4}}, {out}), Error);
}

TEST(Language, WhatItSaysIsAnErrorIsOne) {
  const char* wrong[] = {
      "float4 v = (float4)(2.0f, 1.0f); out[0] = v.x;",
      "float4 v = (float4)(1); __private float *p = &v.x; out[0] = *p;",
      "int i = out[0]; short4 v = (short4)(1) + i; out[0] = v.x;",
      "int4 v = (int4)(1); float4 f = (float4)v; out[0] = f.x;",
      "int4 v = (int4)(1); v.xx = (int2)(1, 2); out[0] = v.x;",
      "float4 a = (float4)(1); float16 f = (float16)(a.yyzz, a.xzwy, a.xyz, a.xyz, a.yzw); out[0] = f.x;",
      "__local float *p = out; out[0] = *p;",
      "register float f = 1; out[0] = f;",
      "auto float f = 1; out[0] = f;"};
  for (const std::string body : wrong)
    EXPECT_THROW(Program::from_text(language_session(), "__kernel void k(__global float *out) { " + body + " }"), Error)
        << body;
}

}  // namespace
}  // namespace lenslet
