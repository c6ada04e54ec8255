// Reductions whose items meet in sub-groups: which devices can have them, and that the result is right.
#include <cmath>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "array/fill.hpp"
#include "emulated_support.hpp"

namespace lenslet::op {
namespace {

constexpr char words[] = "two_stage.subgroup.stride.group64.groups8.items2.v1";

// For devices without: each item is a sub-group, and these meet by the kernel's own code.
constexpr char of_one_item[] =
    "#define get_sub_group_local_id() 0\n"
    "#define get_sub_group_id() get_local_id(0)\n"
    "#define get_num_sub_groups() get_local_size(0)\n"
    "#define get_sub_group_size() 1\n"
    "#define sub_group_reduce_add(value) (value)\n"
    "#define sub_group_reduce_min(value) (value)\n"
    "#define sub_group_reduce_max(value) (value)\n"
    "#define sub_group_any(condition) (condition)\n";

DeviceInfo device_with(bool sub_groups) {
  DeviceInfo device;
  device.name = "X";
  device.max_group = 256;
  device.sub_groups = sub_groups;
  return device;
}

std::string reason(const Call& call, const DeviceInfo& device, const std::string& schedule) {
  const Op& op = *find(call.op, ValueKind::array);
  const Instance problem = instance_of(op, call, Types{{SampleType::f32, {1000}}});
  const auto exclusion = excluded(op, problem, device, parse(schedule, op.space(problem, device)));
  return exclusion ? exclusion->reason : "";
}

TEST(SubGroupRule, NamesWhatTheDeviceLacks) {
  EXPECT_EQ(reason({"sum"}, device_with(false), words),
            "X has no sub-groups: neither cl_khr_subgroups nor a CL_DEVICE_MAX_NUM_SUB_GROUPS above 0");
  EXPECT_EQ(reason({"variance"}, device_with(true), words), "");
}

TEST(SubGroupRule, LeavesOneItemAlone) {
  EXPECT_EQ(reason({"max"}, device_with(true), "two_stage.subgroup.stride.group1.groups8.items2.v1"),
            "a work-item alone has nothing to combine");
}

TEST(SubGroupRule, KeepsTheOrderOfDeterministicSums) {
  const Call call{"sum", {{"deterministic", true}}};
  EXPECT_THAT(reason(call, device_with(true), "two_stage.subgroup.stride.group64.groups1024.items4.v4"),
              testing::HasSubstr("one order of its sums"));
}

class SubGroups : public EmulatedTest {
 protected:
  std::optional<std::string> mismatch(const std::string& name, const Array& input) const {
    return EmulatedTest::mismatch(of_one_item, name, words, {input});
  }
};

TEST_F(SubGroups, OfOneItemMeetInTheFirst) {
  for (const char* op : {"sum", "min", "max", "mean", "variance", "norm"})
    for (const SampleType type : {SampleType::u8, SampleType::i64, SampleType::f32})
      for (const std::int64_t count : {1, 63, 10007})
        EXPECT_EQ(mismatch(op, array::filled({type, {count}}, array::Fill::random, 7)), std::nullopt)
            << op << ' ' << name_of(type);
}

TEST_F(SubGroups, LetNaNWin) {
  Array x = array::filled({SampleType::f32, {1000}}, array::Fill::random, 7);
  x.set(777, std::nan(""));
  EXPECT_EQ(mismatch("min", x), std::nullopt);
  EXPECT_EQ(mismatch("max", x), std::nullopt);
}

TEST_F(SubGroups, RunWhereTheDeviceHasThem) {
  const Session session({.cache = false});
  const ArrayType type{SampleType::f32, {10007}};
  const VerifyCase request{.work = array_work({"sum"}, {type}, words),
                           .values = {array::filled(type, array::Fill::random, 7)}};
  const VerifyResult verdict = verify(session, request);
  if (session.device().sub_groups)
    EXPECT_EQ(verdict.outcome, Outcome::correct) << verdict.detail;
  else
    EXPECT_THAT(verdict.detail, testing::HasSubstr("has no sub-groups"));
}

}  // namespace
}  // namespace lenslet::op
