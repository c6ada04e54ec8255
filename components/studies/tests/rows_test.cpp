// Candidates made of rows: a kernel with its expected output, and an op's schedules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device.hpp>

#include "studies/kernel_row.hpp"
#include "studies/op_work.hpp"

namespace lenslet::study {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Numbers = std::vector<std::uint32_t>;

class Rows : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session_.emplace(SessionOptions{.cache = false});
    experiment_.emplace(*session_, options_, report_);
    chart_ = experiment_->add_chart("chart", "x");
  }

  const StudyPoint& measured() {
    experiment_->measure();
    return report_.charts[chart_].lines[0].points[0];
  }

  std::optional<Session> session_;
  StudyOptions options_{.scale = 0.001, .runs = 3, .point_seconds = 0.05};
  StudyReport report_;
  std::optional<Experiment> experiment_;
  std::size_t chart_ = 0;
};

// Without rounds the kernel writes each work-item's number.
KernelRow numbers_row(const Experiment& experiment, std::size_t count, const Output& out) {
  const auto number = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  return steps_row(upload(experiment.queue(), values_of(count, number)), out, 0, Launch{{count}, {1}});
}

Output counting(std::size_t count, std::uint32_t first) {
  return output<std::uint32_t>(count, [count, first] {
    Numbers numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = first + static_cast<std::uint32_t>(i);
    return numbers;
  });
}

TEST_F(Rows, OfKernelsAreTimedWhereTheirOutputIsRight) {
  add(*experiment_, chart_, "right", 1, [this] { return numbers_row(*experiment_, 8, counting(8, 0)); });
  const StudyPoint& point = measured();
  EXPECT_EQ(point.ms.size(), 3u) << point.missing;
  EXPECT_EQ(point.how, "8 x 1 work-items in groups of 1 x 1");
  EXPECT_THAT(report_.sources.at(0), HasSubstr("__kernel void steps"));
}

TEST_F(Rows, OfKernelsThatWriteSomethingElseHaveNoTime) {
  add(*experiment_, chart_, "wrong", 1, [this] { return numbers_row(*experiment_, 8, counting(8, 1)); });
  const StudyPoint& point = measured();
  EXPECT_TRUE(point.ms.empty());
  EXPECT_EQ(point.missing, "wrong: element 0 is 0, not 1");
}

TEST_F(Rows, OfKernelsThatWriteTooLittleHaveNoTime) {
  add(*experiment_, chart_, "short", 1, [this] { return numbers_row(*experiment_, 7, counting(8, 0)); });
  EXPECT_EQ(measured().missing, "wrong: element 7 is 4294967295, not 7");
}

TEST_F(Rows, BehindEachOtherMayShareAnOutput) {
  add(*experiment_, chart_, "two", 1, [&experiment = *experiment_] {
    Output shared = counting(8, 0);
    shared.shared = upload(experiment.queue(), shared.initial);
    return std::vector<KernelRow>{numbers_row(experiment, 8, shared), numbers_row(experiment, 3, shared)};
  });
  const StudyPoint& point = measured();
  EXPECT_EQ(point.ms.size(), 3u) << point.missing;
  EXPECT_THAT(point.how, HasSubstr(", then 3 x 1 work-items"));
}

TEST_F(Rows, HaveGroupsThatTheDeviceHas) {
  const Launch launch = whole_groups(*experiment_, {100, 7}, {std::size_t{1} << 20, 16});
  EXPECT_LE(launch.group(), experiment_->device().max_group);
  EXPECT_EQ(launch.global.x % launch.local.x, 0u);
  EXPECT_GE(launch.global.y, 7u);
  EXPECT_LE(experiment_->group(100), 64u);
}

TEST_F(Rows, AreAsTheyBeganWhenCleared) {
  const KernelRun run(*experiment_, numbers_row(*experiment_, 8, counting(8, 0)));
  EXPECT_TRUE(run.mismatch());
  run.enqueue().wait();
  EXPECT_FALSE(run.mismatch());
  run.clear();
  EXPECT_TRUE(run.mismatch());
}

TEST_F(Rows, OfSchedulesSayWhyOneIsExcluded) {
  const ArrayType type{SampleType::f32, {100}};
  ScheduleStudy study{"Addition",
                      "elements",
                      {},
                      {{"once", "once.group1.groups1.items1.v1"}, {"not", "once.group1.groups2.items1.v1"}}};
  study.works.emplace_back(100, array_work({"map", {{"expression", std::string("x + y")}}}, {type, type}));
  const std::size_t chart = add(*experiment_, study);
  experiment_->measure();
  const std::vector<StudyLine>& lines = report_.charts[chart].lines;
  EXPECT_EQ(lines[0].points[0].ms.size(), 3u) << lines[0].points[0].missing;
  EXPECT_EQ(lines[0].points[0].how, "once.group1.groups1.items1.v1");
  EXPECT_THAT(lines[1].points[0].missing, HasSubstr("excluded by the rule 'groups'"));
}

TEST_F(Rows, OfSchedulesCanEndOnTheHost) {
  const OpWork work(*experiment_, image_work({"median"}, {SampleType::u8, 1}, {17, 9}));
  int handed = 0;
  work.add(chart_, "on the host", 0, "", [&handed](const std::vector<HostValue>& results) {
    handed += std::get<Image>(results.at(0)).size() == Size{17, 9};
  });
  EXPECT_EQ(measured().ms.size(), 3u) << measured().missing;
  EXPECT_GE(handed, 3);
}

TEST_F(Rows, OfNoScheduleTakeWhatTheLibraryTakes) {
  const OpWork work(*experiment_, image_work({"median"}, {SampleType::u8, 1}, {17, 9}));
  work.add(chart_, "untuned", 0, "");
  const StudyPoint& point = measured();
  EXPECT_EQ(point.ms.size(), 3u) << point.missing;
  EXPECT_THAT(point.how, StartsWith("buffer."));
}

}  // namespace
}  // namespace lenslet::study
