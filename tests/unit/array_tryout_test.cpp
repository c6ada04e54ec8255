// Candidates of ops of arrays in this process: what is proved, on which inputs; and the spaces that they are from.
#include "tune/tryout.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/schedule.hpp>

#include "array/values.hpp"
#include "op/dimensions.hpp"
#include "op/op.hpp"
#include "refusal.hpp"

namespace lenslet::tune {
namespace {

using testing::HasSubstr;

constexpr double infinite = std::numeric_limits<double>::infinity();

class ArrayTryoutTest : public testing::Test {
 protected:
  // Tries a schedule that is spelled so, as requests do.
  static Trial attempt(Tryout& tryout, const std::string& spelling, double rival_ms = infinite,
                       const std::string& proven = {}) {
    return tryout.attempt(tryout.parse_schedule(spelling), rival_ms,
                          proven.empty() ? std::nullopt : std::optional(tryout.parse_schedule(proven)));
  }
  Trial attempt(const Work& work, const TryoutOptions& options, const std::string& spelling,
                const std::string& proven = {}) const {
    Tryout tryout(*session, work, options);
    return attempt(tryout, spelling, infinite, proven);
  }

  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  op::Instance problem_of(const op::Op& op, const Call& call, std::int64_t elements) const {
    return op::instance_of(op, call, op::typical_inputs(op, call, op.typical.type, elements));
  }

  std::optional<Session> session;
};

std::vector<Array> arrays_of(const op::Case& one) {
  std::vector<Array> arrays;
  for (const HostValue& input : one.inputs) arrays.push_back(std::get<Array>(input));
  return arrays;
}

TEST_F(ArrayTryoutTest, AScheduleThatIsWrongOnLargeArraysAloneIsWrong) {
  const Work work = array_work({"add"}, {{SampleType::i32, {1 << 20}}, {SampleType::i32, {1 << 20}}});
  const std::string once = "once.group64.groups1.items1.v1";
  const Tamper one_item_of_many = [](const std::string&, const std::string& source) {
    return "#define get_global_id(d) (get_global_size(0) > 500000 ? (size_t)0 : get_global_id(0))\n" + source;
  };
  const Trial right = attempt(work, {}, once);
  EXPECT_EQ(right.outcome, Outcome::correct) << right.detail;
  EXPECT_GE(right.time.samples, 3);
  Tryout tryout(*session, work, {.tamper = one_item_of_many});
  const Trial trial = attempt(tryout, once);
  EXPECT_EQ(trial.outcome, Outcome::wrong);
  EXPECT_THAT(trial.detail, HasSubstr("i32 [1048576]"));
  EXPECT_EQ(attempt(tryout, once, 1e-9).outcome, Outcome::correct) << "what cannot win is only proved on small ones";
}

// A single wrong element of a million, between those that are looked at where nothing is known.
TEST_F(ArrayTryoutTest, AProvenResultSaysWhereToLook) {
  const Work work = array_work({"add"}, {{SampleType::i32, {1 << 20}}, {SampleType::i32, {1 << 20}}});
  const std::string once = "once.group64.groups1.items1.v1", other = "once.group64.groups1.items1.v2";
  const Tamper one_element = [&](const std::string& schedule, const std::string& source) {
    return (schedule == once ? "#define get_global_id(d) (get_global_id(0) == 500001 ? (size_t)0 : get_global_id(0))\n"
                             : "") +
           source;
  };
  EXPECT_EQ(attempt(work, {.tamper = one_element}, once).outcome, Outcome::correct);
  const Trial trial = attempt(work, {.tamper = one_element}, once, other);
  EXPECT_EQ(trial.outcome, Outcome::wrong);
  EXPECT_THAT(trial.detail, HasSubstr("i32 [1048576]"));
}

TEST_F(ArrayTryoutTest, NamesTheRuleThatExcludesAndWhatDoesNotCompile) {
  const Work work = array_work({"sum"}, {{SampleType::i64, {100}}});
  EXPECT_EQ(attempt(work, {}, "atomic.tree.chunk.group1.groups1.items1.v1").detail,
            "atomic-width: atomics have 32 bits");
  const Tamper nonsense = [](const std::string&, const std::string&) { return std::string("nonsense"); };
  EXPECT_EQ(attempt(work, {.tamper = nonsense}, "two_stage.tree.chunk.group1.groups1.items1.v1").outcome,
            Outcome::build_failed);
}

TEST_F(ArrayTryoutTest, ARefusedScheduleNamesTheRule) {
  const ArrayType input{SampleType::i64, {100}};
  const std::string refused =
      refusal([&] { session->plan(array_work({"sum"}, {input}, "atomic.tree.chunk.group1.groups1.items1.v1")); },
              ErrorKind::unsupported);
  EXPECT_EQ(refused,
            "schedule atomic.tree.chunk.group1.groups1.items1.v1 is excluded by the rule 'atomic-width': "
            "atomics have 32 bits");
}

TEST_F(ArrayTryoutTest, TypicalInputsFitTheirOpsAndSpacesHoldWhatRunsUntuned) {
  for (const op::Op& op : op::registry()) {
    if (!op.info.of_arrays()) continue;
    const Call call = op.cases(0).front().call;
    for (const std::int64_t elements : {1'000, 0}) {
      const op::Instance problem = problem_of(op, {op.info.name, call.arguments}, elements);
      const op::DimensionSpace space = op::dimension_space(op, problem, session->device());
      const op::AnySchedule initial(op.initial(problem, session->device()));
      EXPECT_TRUE(space.has(initial)) << op.info.name << " " << initial.spelling();
    }
  }
}

// What stands for all rows of a result must see a mismatch in one of them, and none where there is none.
TEST_F(ArrayTryoutTest, PartsOfResultsAreJudgedAsTheWhole) {
  int parts = 0, mismatches = 0;
  for (const op::Op& op : op::registry()) {
    if (!op.part) continue;
    constexpr int most = 6;  // of an op: each may compile a program
    for (int left = most; const op::Case& one : op.cases(0)) {
      if (left-- == 0) break;
      const std::vector<Array> inputs = arrays_of(one);
      if (inputs.front().type().type == SampleType::f64 && !session->device().fp64) continue;
      const op::Instance problem = op::instance_of(op, {op.info.name, one.call.arguments}, types_of(inputs));
      op::Solved solved{problem, inputs, session->run({op.info.name, one.call.arguments}, inputs).arrays};
      const std::int64_t last = solved.outputs.front().type().shape.front() - 1;
      if (last < 0 || solved.outputs.front().count() == 0) continue;
      const auto mismatch = [&] {
        const op::Solved part =
            op.part(solved, last > 0 ? std::vector<std::int64_t>{0, last} : std::vector<std::int64_t>{0});
        return op.mismatch(part.problem, part.inputs, part.outputs);
      };
      EXPECT_EQ(mismatch(), std::nullopt) << op.info.name << ": " << one.what;
      solved.outputs.front().set(solved.outputs.front().count() - 1, 4e9);
      const bool wrong = op.mismatch(problem, solved.inputs, solved.outputs).has_value();
      EXPECT_EQ(mismatch().has_value(), wrong) << op.info.name << ": " << one.what;
      mismatches += wrong ? 1 : 0;
      ++parts;
    }
  }
  EXPECT_GT(parts, 10);
  EXPECT_GT(mismatches, parts / 2);
}

TEST(ArraySpaceTest, WalksAllDimensionsOfWhatTheRuleLetsPass) {
  const op::Op& op = *op::find("sum", ValueKind::array);
  DeviceInfo device;
  device.max_group = 64;
  device.compute_units = 4;
  const op::Instance problem = op::instance_of(op, {"sum"}, {{SampleType::f32, {1000}}});
  const op::DimensionSpace space = op::dimension_space(op, problem, device, "two_stage.tree.stride.*");
  int members = 0;
  space.each([&](const op::AnySchedule& schedule) {
    EXPECT_TRUE(schedule.spelling().starts_with("two_stage.tree.stride.")) << schedule.spelling();
    EXPECT_TRUE(space.has(schedule));
    return ++members > 0;
  });
  EXPECT_GT(members, 100);
  const auto of = [&](const std::string& spelling) {
    return op::AnySchedule(op::parse(spelling, op.space(problem, device)));
  };
  const op::AnySchedule plain = of("two_stage.tree.stride.group16.groups1.items1.v1");
  EXPECT_TRUE(space.has(plain));
  EXPECT_FALSE(space.has(of("two_stage.tree.stride.group128.groups1.items1.v1"))) << "of more than 64 work-items";
  EXPECT_FALSE(space.has(of("atomic.tree.stride.group16.groups1.items1.v1")));
  EXPECT_FALSE(space.has(op::AnySchedule(DimensionSchedule({DimensionSchedule::Chosen("group", "16")}))))
      << "another op's";
  EXPECT_FALSE(space.has(op::AnySchedule(Schedule{}))) << "a filter's";
  EXPECT_TRUE(space.is_simpler(plain, of("two_stage.tree.stride.group16.groups1.items2.v1")));
  EXPECT_FALSE(space.is_simpler(plain, plain));
  EXPECT_EQ(space.axes(), 7u);
  const std::vector<op::AnySchedule> near = space.along(3, plain);
  EXPECT_THAT(near, testing::Contains(of("two_stage.tree.stride.group64.groups1.items1.v1")));
  EXPECT_THAT(near, testing::Not(testing::Contains(plain)));
}

}  // namespace
}  // namespace lenslet::tune
