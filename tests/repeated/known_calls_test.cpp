// The calls that a session knows: when two are the same, how many are kept, and when they are planned anew.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "session/known_calls.hpp"
#include "session/plan.hpp"

namespace lenslet {
namespace {

const std::vector<ValueType> types{ImageType{{SampleType::u8, 1}, {8, 8}}};

std::uint64_t hash(const Call& call, const OpOptions& options = {}, const std::vector<ValueType>& inputs = types) {
  return hash_of({call, inputs, options});
}

Call numbered(int number) {
  return {"gaussian", {{"sigma", 1.0 + number}}};
}

TEST(KnownCall, HasAHashOfAllThatIsAsked) {
  const Call call{"gaussian", {{"sigma", 1.0}}};
  const std::uint64_t usual = hash(call);
  EXPECT_EQ(hash(Call(call)), usual);
  EXPECT_NE(hash({"mean", {{"sigma", 1.0}}}), usual);
  EXPECT_NE(hash({"gaussian", {{"sigma", 1.5}}}), usual);
  EXPECT_NE(hash({"gaussian", {{"sigma", std::int64_t{1}}}}), usual);
  EXPECT_NE(hash({"gaussian", {{"sigma_y", 1.0}}}), usual);
  EXPECT_NE(hash(call, {.border = Border::constant}), usual);
  EXPECT_NE(hash(call, {.border_value = {0, 0, 0, -0.0}}), usual);
  EXPECT_NE(hash(call, {.schedule = "x"}), usual);
  EXPECT_NE(hash(call, {.tune = Tune::off}), usual);
  EXPECT_NE(hash(call, {.memory = 1}), usual);
  EXPECT_NE(hash(call, {}, {ImageType{{SampleType::u8, 1}, {8, 9}}}), usual);
  EXPECT_NE(hash(call, {}, {ImageType{{SampleType::i8, 1}, {8, 8}}}), usual);
  EXPECT_NE(hash(call, {}, {ArrayType{SampleType::u8, {8, 8}}}), usual);
}

class KnownCallsTest : public testing::Test {
 protected:
  void keep(int number, std::uint64_t bytes = 0, std::uint64_t max_bytes = 100) {
    const Call call = numbered(number);
    const AskedCall asked{call, types, options};
    known.keep(asked, hash_of(asked), {nullptr, std::make_shared<const ReadyPlan>(plan)}, {}, bytes, max_bytes);
  }
  bool has(int number) {
    const Call call = numbered(number);
    const AskedCall asked{call, types, options};
    return known.find(asked, hash_of(asked)).has_value();
  }

  const OpOptions options;
  const ReadyPlan plan{nullptr, {op::AnySchedule(Schedule()), {}}, {}, {}};
  KnownCalls known;
};

TEST_F(KnownCallsTest, DropsThoseThatWereNotUsedForTheLongestTime) {
  const int max = static_cast<int>(KnownCalls::max_calls);
  for (int i = 0; i < max; ++i) keep(i);
  EXPECT_TRUE(has(0));
  for (int i = 0; i < 10; ++i) keep(max + i);
  EXPECT_EQ(known.size(), KnownCalls::max_calls);
  EXPECT_TRUE(has(0));
  for (int i = 1; i <= 10; ++i) EXPECT_FALSE(has(i)) << i;
  EXPECT_TRUE(has(11));
}

TEST_F(KnownCallsTest, KeepsNoMoreMemoryThanItMay) {
  for (int i = 0; i < 5; ++i) keep(i, 30);
  EXPECT_EQ(known.size(), 3);
  EXPECT_FALSE(has(1));
  EXPECT_TRUE(has(2));
  keep(7, 101);
  EXPECT_FALSE(has(7));
  EXPECT_EQ(known.size(), 3);
  keep(4, 90);  // in place of what it was
  EXPECT_EQ(known.size(), 1);
}

TEST_F(KnownCallsTest, TellsEqualHashesApart) {
  const Call call = numbered(1), other = numbered(2);
  known.keep({call, types, options}, 5, {}, {}, 0, 100);
  EXPECT_TRUE(known.find({call, types, options}, 5));
  EXPECT_FALSE(known.find({other, types, options}, 5));
}

TEST_F(KnownCallsTest, ReplacesOnlyThePlanThatItStillHas) {
  const Call call = numbered(1);
  const auto general = std::make_shared<const ReadyPlan>(plan), special = std::make_shared<const ReadyPlan>(plan);
  known.keep({call, types, options}, 5, {nullptr, general}, {}, 0, 100);
  EXPECT_TRUE(known.is_first_to_ask(5, general));
  EXPECT_FALSE(known.is_first_to_ask(5, general));
  EXPECT_FALSE(known.is_first_to_ask(6, general));
  known.replace(5, special, general, 100);
  EXPECT_EQ(known.find({call, types, options}, 5)->call.plan, general);
  known.replace(5, general, special, 100);
  EXPECT_EQ(known.find({call, types, options}, 5)->call.plan, special);
  EXPECT_FALSE(known.is_first_to_ask(5, general));
}

TEST(ChosenByTest, IsNotStillWhereAnythingHasChanged) {
  const ChosenBy now{{}, 3};
  EXPECT_TRUE(now.is_still(now));
  ChosenBy final = now;
  final.programs = 0;
  EXPECT_TRUE(final.is_still({{}, 4}));
  EXPECT_FALSE(now.is_still({{}, 4}));
  ChosenBy later = now;
  later.results.own = 1;
  EXPECT_FALSE(now.is_still(later));
  ChosenBy over = now;
  over.until = std::chrono::steady_clock::now();
  EXPECT_FALSE(over.is_still(now));
  ChosenBy fresh = now;
  fresh.results.may_hide_changes = true;
  EXPECT_FALSE(fresh.is_still(fresh));
}

}  // namespace
}  // namespace lenslet
