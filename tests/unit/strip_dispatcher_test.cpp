// Who computes which strip, with workers that fail, hang or dawdle when the test says so; no device is needed.
#include "session/strip_dispatcher.hpp"

#include <future>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "refusal.hpp"

namespace lenslet {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

// What a worker does with its n-th strip, from 0.
using Behaviour = std::function<void(int)>;

// A strip's result is named by its first row, which is the strip's number.
class FakeWorker : public StripWorker {
 public:
  explicit FakeWorker(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}

  void push(const Strip& strip) override {
    const std::lock_guard lock(mutex_);
    strips_.push_back(strip.part.region.y);
  }

  Result pop() override {
    if (behaviour_) behaviour_(count_++);
    const std::lock_guard lock(mutex_);
    Result result;
    result.names = {std::to_string(strips_.front())};
    strips_.pop_front();
    return result;
  }

 private:
  Behaviour behaviour_;
  int count_ = 0;
  std::mutex mutex_;
  std::deque<std::int64_t> strips_;
};

class Dispatch : public testing::Test {
 protected:
  void make(std::vector<Behaviour> behaviours, const DispatchOptions& options) {
    std::vector<NamedWorker> workers;
    for (Behaviour& each : behaviours)
      workers.push_back({std::to_string(workers.size()), std::make_shared<FakeWorker>(std::move(each))});
    dispatcher.emplace(std::move(workers), options, [this](std::int64_t number) {
      EXPECT_EQ(number, asked++) << "each strip is read once, in order";
      return Strip{std::make_shared<const std::vector<HostValue>>(), FramePart{{}, {0, number, 1, 1}}};
    });
  }

  // All results, which are expected to come in order.
  std::int64_t take_all() {
    std::int64_t count = 0;
    while (const auto result = dispatcher->next()) EXPECT_THAT(result->names, ElementsAre(std::to_string(count++)));
    return count;
  }

  std::vector<std::int64_t> strips() const {
    std::vector<std::int64_t> counts;
    for (const DeviceShare& share : dispatcher->shares()) counts.push_back(share.strips);
    return counts;
  }

  std::int64_t asked = 0;
  std::optional<StripDispatcher> dispatcher;
};

void fail() {
  throw Error(ErrorKind::device, "clFinish: CL_OUT_OF_RESOURCES");
}

void take_long(int) {
  std::this_thread::sleep_for(milliseconds(2));
}

TEST_F(Dispatch, ResultsComeInOrderFromAnyNumberOfWorkers) {
  for (const std::size_t workers : {1, 2, 4}) {
    asked = 0;
    make(std::vector<Behaviour>(workers, take_long), {.strips = 25, .places = 3});
    EXPECT_EQ(take_all(), 25);
    for (const std::int64_t count : strips()) EXPECT_GT(count, 0);
    EXPECT_FALSE(dispatcher->next());
  }
}

TEST_F(Dispatch, AWorkerThatFailsLosesItsStripsToTheOthers) {
  for (const int last : {0, 1, 3}) {
    asked = 0;
    make({take_long, [last](int strip) { strip == last ? fail() : take_long(strip); }}, {.strips = 20, .places = 3});
    EXPECT_EQ(take_all(), 20);
    const std::vector<DeviceShare> shares = dispatcher->shares();
    EXPECT_EQ(shares[0].strips, 20 - last);
    EXPECT_EQ(shares[0].failure, "");
    EXPECT_EQ(shares[1].strips, last);
    EXPECT_EQ(shares[1].failure, "clFinish: CL_OUT_OF_RESOURCES");
    EXPECT_FALSE(shares[1].hangs);
  }
}

TEST_F(Dispatch, AWorkerThatHangsIsLeftAlone) {
  auto released = std::make_shared<std::promise<void>>();
  make({take_long,
        [future = released->get_future().share()](int strip) {
          if (strip == 1) future.wait();
        }},
       {.strips = 20, .places = 3, .limit = milliseconds(150)});
  EXPECT_EQ(take_all(), 20);
  EXPECT_THAT(strips(), ElementsAre(19, 1));
  EXPECT_EQ(dispatcher->shares()[1].failure, "device 1 gave no answer within 0.15 s");
  EXPECT_TRUE(dispatcher->shares()[1].hangs);
  dispatcher.reset();  // does not wait for it
  released->set_value();
}

TEST_F(Dispatch, WhereNoneIsLeftTheLastFailureIsThrown) {
  for (const std::size_t workers : {1, 2}) {
    asked = 0;
    make(std::vector<Behaviour>(workers, [](int strip) { strip == 1 ? fail() : take_long(strip); }),
         {.strips = 20, .places = 2});
    EXPECT_THAT(refusal([&] { take_all(); }, ErrorKind::device), HasSubstr("CL_OUT_OF_RESOURCES")) << workers;
  }
}

TEST_F(Dispatch, AHangOfAllIsAnErrorToo) {
  auto released = std::make_shared<std::promise<void>>();
  const auto hang = [future = released->get_future().share()](int) { future.wait(); };
  make({hang, hang}, {.strips = 5, .places = 2, .limit = milliseconds(50)});
  EXPECT_THAT(refusal([&] { take_all(); }, ErrorKind::device), HasSubstr("gave no answer within 0.05 s"));
  dispatcher.reset();
  released->set_value();
}

TEST_F(Dispatch, SlowWorkersDoNotHoldUpFastOnes) {
  make({take_long, [](int) { std::this_thread::sleep_for(milliseconds(60)); }}, {.strips = 60, .places = 3});
  EXPECT_EQ(take_all(), 60);
  EXPECT_LE(strips()[1], 4);
}

TEST_F(Dispatch, WhatASourceThrowsIsNoWorkersFault) {
  std::vector<NamedWorker> workers;
  for (const char* name : {"a", "b"}) workers.push_back({name, std::make_shared<FakeWorker>(take_long)});
  dispatcher.emplace(std::move(workers), DispatchOptions{.strips = 9, .places = 2},
                     [](std::int64_t) -> Strip { throw Error(ErrorKind::io, "the file is cut off"); });
  EXPECT_EQ(refusal([&] { take_all(); }, ErrorKind::io), "the file is cut off");
  for (const DeviceShare& share : dispatcher->shares()) EXPECT_EQ(share.failure, "");
}

}  // namespace
}  // namespace lenslet
