// When general programs run, and when special ones are compiled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/specialize.hpp>

#include "image_support.hpp"
#include "ocl_test_support.hpp"
#include "refusal.hpp"
#include "session/problem.hpp"
#include "tune/specialize.hpp"
#include "tune/task.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

class Specializing : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache_directory = directory.path(), .data_directory = directory.path()});
    if (session->device().kind != DeviceKind::cpu) GTEST_SKIP() << "no general programs for this kind of device";
  }

  static Work work(Specialize specialize, std::int64_t runs = 1, Size size = {64, 64}) {
    OpOptions options;
    options.specialize = specialize;
    options.runs = runs;
    return image_work({"brightness", {{"scale", 1.25}}}, {SampleType::u8, 1}, size, options);
  }
  Plan plan(Specialize specialize, std::int64_t runs = 1) const { return session->plan(work(specialize, runs)); }

  // Programs pass between sessions through the cache, also where the environment has it off for all other tests.
  ocl::ScopedVariable cache{"LENSLET_CACHE", "on"};
  ocl::TemporaryDirectory directory;
  std::optional<Session> session;
};

TEST_F(Specializing, AGeneralProgramRunsUntilTheSpecialOneIsCompiled) {
  const Plan general = plan(Specialize::cached);
  EXPECT_THAT(general.schedule(), HasSubstr(".general."));
  EXPECT_THAT(general.reason(), HasSubstr("has yet to be compiled"));
  const Plan special = plan(Specialize::always);
  EXPECT_THAT(special.schedule(), HasSubstr(".literal."));
  EXPECT_EQ(plan(Specialize::cached).schedule(), special.schedule());
  EXPECT_THAT(plan(Specialize::off).schedule(), HasSubstr(".general."));
}

TEST_F(Specializing, WhatAnotherSessionCompilesIsFoundSoon) {
  EXPECT_THAT(plan(Specialize::cached).schedule(), HasSubstr(".general."));
  const Session other({.cache_directory = directory.path(), .data_directory = directory.path()});
  const std::string special = other.plan(work(Specialize::always)).schedule();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (plan(Specialize::cached).schedule() != special && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(plan(Specialize::cached).schedule(), special);
}

TEST_F(Specializing, ManyRunsPayForCompiling) {
  EXPECT_THAT(plan(Specialize::cached, 100'000'000).schedule(), HasSubstr(".literal."));
}

TEST_F(Specializing, WhatWouldPaySomeDayIsNamed) {
  EXPECT_EQ(plan(Specialize::cached).special_schedule(), "");
  const Plan large = session->plan(work(Specialize::cached, 1, {40'000, 40'000}));
  EXPECT_THAT(large.special_schedule(), HasSubstr(".literal."));
  EXPECT_FALSE(specialize_later(*session, plan(Specialize::cached), work(Specialize::cached)));
}

TEST_F(Specializing, AWorkerCompilesForLaterSessions) {
  const Work asked = work(Specialize::cached);
  const std::string schedule = op::problem_of(asked)->untuned(session->device()).schedule.spelling();
  const DeviceInfo& device = session->device();
  tune::specialize(tune::join_fields(std::vector{std::to_string(device.index), device.name, tune::to_line(asked),
                                                 schedule, directory.path().string()}));
  EXPECT_EQ(session->plan(asked).schedule(), schedule);
  EXPECT_THROW(tune::specialize("no request"), Error);
}

TEST_F(Specializing, APlanIsSpecialAndASingleRunIsNot) {
  const Call call{"brightness", {{"scale", 1.75}}};
  EXPECT_THAT(session->run(call, pattern({9, 5}, {SampleType::u8, 1})).schedule, HasSubstr(".general."));
  EXPECT_THAT(session->plan(call, {SampleType::u8, 1}).schedule(), HasSubstr(".literal."));
}

TEST(SpecializeWord, AnUnknownWordIsRefused) {
  EXPECT_THAT(refusal([] { parse_specialize("never"); }, ErrorKind::invalid_argument),
              HasSubstr("unknown way to specialize 'never'"));
}

}  // namespace
}  // namespace lenslet
