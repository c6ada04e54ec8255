// Scans in one pass, whose groups wait for each other's sums: over many windows of tiles they are right, and add in one
// order, whichever group comes first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "support.hpp"

namespace lenslet {
namespace {

// Tiles of 32 and of 256 elements: 100,003 elements have 12 windows and one.
constexpr const char* narrow = "lookback.group32.rounds1.items1.v1";
constexpr const char* wide = "lookback.group64.rounds1.items2.v2";
constexpr std::int64_t length = 100'003;

// Why the device has no such schedules, in the words of its refusal; absent where it has them.
std::optional<std::string> refusal(std::int64_t count = 1) {
  try {
    session().plan({{"scan"}, {ArrayType{SampleType::f32, {count}}}, {.schedule = narrow, .tune = Tune::off}});
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

class LookBack : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    if (const auto why = refusal()) {
      EXPECT_THAT(*why, testing::AnyOf(testing::HasSubstr("has no cl_khr_int64_base_atomics"),
                                       testing::HasSubstr("does not promise that groups"),
                                       testing::HasSubstr("ends loops after a number of rounds"),
                                       testing::HasSubstr("compiler crashes")));
      GTEST_SKIP() << *why;
    }
  }
};

// Floats of any size, whose sums depend on their order.
Array elements(SampleType type) {
  Array values({type, {length}});
  const bool floats = type == SampleType::f16 || type == SampleType::f32 || type == SampleType::f64;
  for (std::int64_t i = 0; i < length; ++i) {
    const auto number = static_cast<double>(i * 7919 % 113);
    values.set(i, floats ? (number - 50) / static_cast<double>(1 + i % 5) : number);
  }
  return values;
}

TEST_F(LookBack, IsRightOverManyWindows) {
  for (const SampleType type :
       {SampleType::u8, SampleType::i32, SampleType::u64, SampleType::f16, SampleType::f32, SampleType::f64})
    for (const char* schedule : {narrow, wide})
      for (const char* kind : {"inclusive", "exclusive"}) {
        if (type == SampleType::f64 && !session().device().fp64) continue;
        const Array x = elements(type);
        Work work{{"scan", {{"kind", std::string(kind)}}}, {x.type()}, {.schedule = schedule, .tune = Tune::off}};
        const VerifyResult found = verify(session(), {.work = work, .values = {x}});
        EXPECT_EQ(found.outcome, Outcome::correct)
            << name_of(type) << ' ' << schedule << ' ' << kind << ": " << found.detail;
      }
}

TEST_F(LookBack, HasTheSameBitsInEveryRun) {
  const Array x = elements(SampleType::f32);
  const Plan plan = session().plan({{"scan"}, {x.type()}, {.schedule = narrow, .tune = Tune::off}});
  const DeviceValue on_device = session().upload(x);
  const Array first = session().download(plan.run({on_device}).array());
  for (int run = 0; run < 5; ++run) {
    const Array again = session().download(plan.run({on_device}).array());
    EXPECT_TRUE(std::ranges::equal(first.bytes(), again.bytes())) << run;
  }
}

TEST_F(LookBack, IsRefusedWhereItsBoundWouldNotHold) {
  constexpr std::int64_t most = std::int64_t{480} * 256 * 32;
  EXPECT_EQ(refusal(most), std::nullopt);
  EXPECT_THAT(refusal(most + 1).value_or(""), testing::HasSubstr("sums of 3932160 elements at most keep their bound"));
}

}  // namespace
}  // namespace lenslet
