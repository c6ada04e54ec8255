// Tuning on a device, with the worker process and with faults in it.
#include <lenslet/tune.hpp>

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "ocl_test_support.hpp"

namespace lenslet {
namespace {

using ocl::ScopedVariable;
using testing::HasSubstr;

constexpr char victim[] = "buffer.window.single.literal.split.v4.x1.y4.g64x1";

class TuneTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    options.budget_seconds = 3600;  // what these tests are of must not end by either time on a slow machine
    options.candidate_seconds = 600;
    options.strategy = "exhaustive";
    options.only = "buffer.window.single.literal.split.v[14].x1.y[14].g64x1";
  }

  TuneResult tune() const { return tune_op(*session, work, options); }

  Work work = image_work({"sharpen"}, {SampleType::f32, 1}, {300, 120});

  static const Trial& find(const TuneResult& result, const std::string& spelling) {
    const auto found = std::ranges::find(result.trials, spelling, &Trial::schedule);
    EXPECT_NE(found, result.trials.end()) << spelling;
    return *found;
  }

  void expect_others_correct(const TuneResult& result) const {
    EXPECT_EQ(result.trials.size(), 5u) << "four that fit the pattern and the one that runs untuned";
    EXPECT_EQ(std::ranges::count(result.trials, Outcome::correct, &Trial::outcome), 4);
    ASSERT_TRUE(result.winner);
    EXPECT_NE(result.winner->schedule, victim);
  }

  ocl::TemporaryDirectory data;
  ScopedVariable store{"LENSLET_DATA_DIR", data.path().c_str()};
  ScopedVariable worker{"LENSLET_WORKER", LENSLET_WORKER_PATH};
  std::optional<Session> session;
  TuneOptions options;
};

TEST_F(TuneTest, TriesEveryScheduleOfTheSpaceAndTimesTheBestAgain) {
  const TuneResult result = tune();
  EXPECT_EQ(result.end, TuneEnd::complete);
  ASSERT_EQ(result.trials.size(), 5u);
  for (const Trial& trial : result.trials) EXPECT_EQ(trial.outcome, Outcome::correct) << trial.detail;
  ASSERT_TRUE(result.winner);
  EXPECT_GT(result.winner->time.median_ms, 0);
  EXPECT_GE(result.winner->time.samples, 3);
  EXPECT_TRUE(result.initial);
  EXPECT_GE(result.copies, 2);
  EXPECT_TRUE(result.worker);
}

TEST_F(TuneTest, AWrongScheduleNeverWins) {
  const ScopedVariable fault("LENSLET_TEST_FAULT", (std::string("wrong:") + victim).c_str());
  const TuneResult result = tune();
  EXPECT_EQ(find(result, victim).outcome, Outcome::wrong);
  EXPECT_THAT(find(result, victim).detail, HasSubstr("output 'out' at x"));
  expect_others_correct(result);
}

TEST_F(TuneTest, AScheduleThatIsWrongOnTheLargeImageAloneNeverWins) {
  const std::string initial = session->plan({"sharpen"}, {SampleType::f32, 1}).schedule();
  const ScopedVariable fault("LENSLET_TEST_FAULT", ("wrong_large:" + initial).c_str());
  work.inputs = {ImageType{{SampleType::f32, 1}, {300, 1200}}};
  const TuneResult result = tune();
  EXPECT_EQ(find(result, initial).outcome, Outcome::wrong);
  EXPECT_THAT(find(result, initial).detail, HasSubstr("300 x 1200"));
  EXPECT_FALSE(result.initial);
  ASSERT_TRUE(result.winner);
  EXPECT_NE(result.winner->schedule, initial);
}

TEST_F(TuneTest, AHangingOneEndsByTimeOutAndIsNotTriedAgain) {
  const ScopedVariable fault("LENSLET_TEST_FAULT", (std::string("hang:") + victim).c_str());
  options.only = victim;
  options.candidate_seconds = 2;
  const TuneResult result = tune();
  EXPECT_EQ(find(result, victim).outcome, Outcome::timeout);
  EXPECT_THAT(find(result, victim).detail, HasSubstr("no answer in"));
  const TuneResult again = tune();
  EXPECT_EQ(find(again, victim).outcome, Outcome::excluded);
  EXPECT_THAT(find(again, victim).detail, HasSubstr("quarantined"));
}

TEST_F(TuneTest, ACrashCostsOneCandidate) {
  const ScopedVariable fault("LENSLET_TEST_FAULT", (std::string("crash:") + victim).c_str());
  const TuneResult result = tune();
  EXPECT_EQ(find(result, victim).outcome, Outcome::launch_failed);
  EXPECT_THAT(find(result, victim).detail, HasSubstr("signal 6"));
  expect_others_correct(result);
}

TEST_F(TuneTest, WorksInThisProcessWhereAskedTo) {
  const ScopedVariable missing("LENSLET_WORKER", "/nowhere/lenslet-worker");
  options.worker = false;
  const TuneResult result = tune();
  EXPECT_FALSE(result.worker);
  EXPECT_TRUE(result.winner);
}

TEST_F(TuneTest, WithoutItsWorkerItSaysWhereItLooked) {
  const ScopedVariable missing("LENSLET_WORKER", "/nowhere/lenslet-worker");
  try {
    tune();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/lenslet-worker"));
  }
}

TEST_F(TuneTest, StopsInTheMiddleOfACandidate) {
  const ScopedVariable fault("LENSLET_TEST_FAULT", (std::string("hang:") + victim).c_str());
  options.only = victim;
  options.candidate_seconds = 3600;
  int asked = 0;
  options.stop = [&asked] { return ++asked > 100; };
  const TuneResult result = tune();
  EXPECT_EQ(result.end, TuneEnd::stopped);
  EXPECT_LE(result.trials.size(), 1u) << "the one that runs untuned";
}

TEST_F(TuneTest, RefusesOptionsThatMeanNothing) {
  const auto refused = [this](auto change, const char* message) {
    const TuneOptions before = options;
    change(options);
    try {
      tune();
      ADD_FAILURE() << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
      EXPECT_THAT(error.what(), HasSubstr(message));
    }
    options = before;
  };
  refused([](TuneOptions& o) { o.budget_seconds = 0; }, "budget of 0 s");
  refused([](TuneOptions& o) { o.candidate_seconds = -1; }, "-1 s for a candidate");
  refused([](TuneOptions& o) { o.candidates = -2; }, "-2 candidates");
  refused([](TuneOptions& o) { o.strategy = "luck"; }, "unknown strategy 'luck'");
  refused([](TuneOptions& o) { o.only = "picture.*"; }, "'picture.*'");
  work.inputs = {ImageType{{SampleType::f32, 1}, {0, 3}}};
  refused([](TuneOptions&) {}, "0 x 3");
}

}  // namespace
}  // namespace lenslet
