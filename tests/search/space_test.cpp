// The schedule space: what it holds, and who is whose neighbour.
#include "stencil/space.hpp"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "op/op.hpp"
#include "session/problem.hpp"
#include "stencil/defaults.hpp"

namespace lenslet::stencil {
namespace {

DeviceInfo device() {
  DeviceInfo device;
  device.kind = DeviceKind::gpu;
  device.max_group = 256;
  device.max_group_sides = {256, 256, 64};
  device.max_constant = 65536;
  return device;
}

Problem problem(const Call& call) {
  return problem_of(call, {SampleType::f32, 1}, {});
}

Space space(const Call& call, std::string_view pattern = "*") {
  return space_of(problem(call), device(), pattern);
}

std::set<std::string> spellings(const std::vector<Schedule>& schedules) {
  std::set<std::string> result;
  for (const Schedule& schedule : schedules) result.insert(to_string(schedule));
  return result;
}

TEST(Space, HoldsEachPossibleScheduleOnce) {
  const std::vector<Schedule> all = space({"scharr", {{"both", true}}}, "buffer.*.literal.*.g64x?*").all();
  EXPECT_GT(all.size(), 1000u);
  EXPECT_EQ(spellings(all).size(), all.size());
  for (const Schedule& schedule : all)
    EXPECT_FALSE(excluded(schedule, problem({"scharr", {{"both", true}}}), device())) << to_string(schedule);
}

TEST(Space, LeavesOutWhatARuleExcludes) {
  for (const Schedule& schedule : space({"median"}, "buffer.*.v4.x1.*.g64x1").all())
    EXPECT_EQ(schedule.coefficients, Coefficients::literal);
  for (const Schedule& schedule : space({"mean"}, "buffer.direct.single.*.v4.x1.*").all())
    EXPECT_LE(schedule.group_width * schedule.group_height, 256);
}

TEST(Space, IsNarrowedByAPattern) {
  const auto all = spellings(space({"mean"}, "buffer.window.*.literal.split.v?.x1.*.g64x*").all());
  EXPECT_THAT(all, testing::Contains("buffer.window.single.literal.split.v4.x1.y8.g64x2"));
  EXPECT_THAT(all, testing::Each(testing::MatchesRegex("buffer.window.[a-z_]+.literal.split.v[1248].x1.y.*.g64x.*")));
}

TEST(Space, HoldsTheDefaultOfEveryOp) {
  for (const op::Op& each : op::registry()) {
    if (!each.problem || each.info.pipeline) continue;  // not a filter
    const OpInfo& op = each.info;
    const Schedule start = default_schedule(problem({op.name}), device()).schedule;
    for (const Axis& axis : axes())
      EXPECT_TRUE(std::ranges::any_of(axis.searched,
                                      [&](const Axis::Setting& setting) {
                                        Schedule same = start;
                                        setting(same);
                                        return same == start;
                                      }))
          << op.name << ": " << to_string(start) << " has a " << axis.name << " that is not searched";
  }
}

// How many words of the spellings differ.
int difference(const Schedule& a, const Schedule& b) {
  int count = 0;
  for (const Axis& axis : axes())
    count += std::ranges::none_of(axis.searched, [&](const Axis::Setting& setting) {
      Schedule left = a, right = b;
      setting(left);
      setting(right);
      return left == a && right == b;
    });
  return count;
}

TEST(Space, NeighboursDifferOnOneAxis) {
  const Space where = space({"mean"});
  const Schedule from = parse_schedule("buffer.window.single.literal.branch.v4.x1.y4.g64x2");
  std::vector<Schedule> near;
  for (const Axis& axis : axes())
    for (const Schedule& schedule : where.along(axis, from)) near.push_back(schedule);
  EXPECT_THAT(spellings(near), testing::IsSupersetOf({"buffer.aligned.single.literal.branch.v4.x1.y4.g64x2",
                                                      "buffer.window.single.literal.split.v4.x1.y4.g64x2",
                                                      "buffer.window.single.literal.branch.v16.x1.y4.g64x2",
                                                      "buffer.window.single.literal.branch.v4.x1.y4.g64x2.stream"}));
  for (const Schedule& schedule : near) {
    EXPECT_TRUE(where.has(schedule));
    EXPECT_EQ(difference(from, schedule), 1) << to_string(schedule);
  }
}

TEST(Space, AnAxisMayMoveAnotherWhereRulesCoupleThem) {
  const Space coupled =
      space_of([](const Schedule& s) { return (s.edges == Edges::split) == (s.staging == Staging::window); });
  Schedule from;
  const auto near = coupled.along(*std::ranges::find(axes(), "edges", &Axis::name), from);
  EXPECT_TRUE(std::ranges::any_of(
      near, [](const Schedule& s) { return s.edges == Edges::split && s.staging == Staging::window; }));
}

TEST(Space, RandomMembersAreMembersAndRepeatWithTheSeed) {
  const Space where = space({"median"});
  std::mt19937_64 one(7), other(7);
  for (int i = 0; i < 50; ++i) {
    const auto schedule = where.random(one);
    ASSERT_TRUE(schedule);
    EXPECT_TRUE(where.has(*schedule));
    EXPECT_EQ(schedule, where.random(other));
  }
  EXPECT_EQ(space_of([](const Schedule&) { return false; }).random(one), std::nullopt);
}

}  // namespace
}  // namespace lenslet::stencil
