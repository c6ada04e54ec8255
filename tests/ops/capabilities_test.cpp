// Schedules that need what only some devices have: right where it is there, and else refused with its name. Of the
// drivers that tests run on, Intel's for CPUs has all of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "support.hpp"

namespace lenslet {
namespace {

const std::vector<std::string> ballots = {"cl_khr_subgroup_ballot", "cl_intel_required_subgroup_size"};
const std::vector<std::string> products = {"cl_khr_integer_dot_product"};

struct Need {
  std::string op;
  SampleType type;
  std::string schedule;
  std::vector<std::string> extensions = {};
  bool sub_groups = true;
};

// Pairs have their keys' places from the same kernel as indexes.
const Need needs[] = {{"sum", SampleType::u16, "two_stage.subgroup.stride.group64.groups8.items2.v1"},
                      {"scan", SampleType::i32, "subgroup.group64.rounds4.items2.v4"},
                      {"scan", SampleType::f32, "subgroup.group256.rounds1.items1.v1"},
                      {"sort", SampleType::u32, "radix.subgroup.bits8.group64.items4", ballots},
                      {"argsort", SampleType::f32, "radix.subgroup.bits4.group128.items2", ballots},
                      {"dot", SampleType::u8, "two_stage.tree.chunk.group1.groups4.items4.packed16", products, false},
                      {"dot", SampleType::u8, "two_stage.tree.stride.group64.groups8.items2.packed4", products, false},
                      {"dot", SampleType::u8, "two_stage.subgroup.stride.group64.groups1.items1.packed64", products}};

bool has(const DeviceInfo& device, const std::string& extension) {
  return std::ranges::find(device.extensions, extension) != device.extensions.end();
}

// Has equal elements, whose order shows, and a last group that is not full.
Array elements(SampleType type) {
  Array values({type, {5001}});
  for (std::int64_t i = 0; i < values.count(); ++i)
    values.set(i, static_cast<double>(i * 7919 % 613 - (type == SampleType::f32) * 300));
  return values;
}

class Capabilities : public DeviceTest, public testing::WithParamInterface<Need> {};

// Names what the device lacks; empty where it lacks nothing.
std::string lacking(const Need& need) {
  const DeviceInfo& device = session().device();
  for (const std::string& extension : need.extensions)
    if (!has(device, extension)) return extension;
  return device.sub_groups || !need.sub_groups ? "" : "sub-groups";
}

TEST_P(Capabilities, AreUsedWhereTheDeviceHasThem) {
  const Need& need = GetParam();
  const std::vector<Array> values(need.op == "dot" ? 2 : 1, elements(need.type));
  const VerifyResult found = verify(session(), {.work = array_work({need.op}, types_of(values), need.schedule),
                                                .values = {values.begin(), values.end()}});
  if (lacking(need).empty())
    EXPECT_EQ(found.outcome, Outcome::correct) << found.detail;
  else
    EXPECT_THAT(found.detail, testing::HasSubstr("has no " + lacking(need)));
}

INSTANTIATE_TEST_SUITE_P(Some, Capabilities, testing::ValuesIn(needs), [](const auto& one) {
  const Need& need = one.param;
  const std::string last = need.schedule.substr(need.schedule.rfind('.') + 1);
  return need.op + "_" + std::string(name_of(need.type)) + "_" + last;
});

class HalfSums : public DeviceTest, public testing::WithParamInterface<const char*> {};

TEST_P(HalfSums, AreThoseOfF16WhereTheDeviceHasThem) {
  const OpOptions options{.accuracy = Accuracy::half, .schedule = GetParam()};
  const Work work =
      image_work({"gaussian", {{"sigma", 1.2}, {"ksize", std::int64_t{7}}}}, {SampleType::f16, 3}, {301, 41}, options);
  const VerifyResult found = verify(session(), {.work = work, .sizes = {{1, 1}, {37, 23}, {301, 41}}, .regions = true});
  if (!session().device().half_sums) {
    EXPECT_THAT(found.detail, testing::HasSubstr("has no cl_khr_fp16"));
    return;
  }
  EXPECT_EQ(found.outcome, Outcome::correct) << found.detail;
  EXPECT_THAT(session().plan(work).source(), testing::HasSubstr("ARITH_TYPE F16"));
}

INSTANTIATE_TEST_SUITE_P(Some, HalfSums,
                         testing::Values("buffer.window.single.literal.split.v8.x1.y2.gauto",
                                         "buffer.window.separated_strip.literal.branch.v16.x1.y4.g4x8",
                                         "buffer.local2.separated_local.constant.branch.v8.x1.y1.g8x4",
                                         "buffer.direct.separated_window.general.branch.v16.x1.y2.g4x1",
                                         "image.direct.single.literal.clamp.v8.x1.y1.g8x8",
                                         "buffer.window.single.constant.pad.v8.x1.y1.g8x8"));

}  // namespace
}  // namespace lenslet
