// Who computes which strip, with workers that fail, hang or dawdle when the test says so; no device is needed.
#include "session/strip_dispatcher.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <latch>
#include <system_error>
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

  std::shared_ptr<LentMemory> lent() const override { return lent_; }

 private:
  std::shared_ptr<LentMemory> lent_ = std::make_shared<LentMemory>();
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
      return Strip{std::make_shared<const std::vector<ImageView>>(), FramePart{{}, {0, number, 1, 1}}};
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

// What somebody waits for, and somebody else sees to. Copies are the same one.
class Signal {
 public:
  void set() const { promise_->set_value(); }
  void wait() const { future_.wait(); }

 private:
  std::shared_ptr<std::promise<void>> promise_ = std::make_shared<std::promise<void>>();
  std::shared_future<void> future_ = promise_->get_future().share();
};

// Waits with its first strip for the signal: the other worker gets strips until then.
Behaviour begins_after(const Signal& signal) {
  return [signal](int strip) {
    if (strip == 0) signal.wait();
  };
}

Behaviour fails_at(int last) {
  return [last](int strip) {
    if (strip == last) fail();
  };
}

TEST_F(Dispatch, ResultsComeInOrderFromAnyNumberOfWorkers) {
  for (const std::size_t workers : {1, 2, 4}) {
    asked = 0;
    const auto all_begin = std::make_shared<std::latch>(static_cast<std::ptrdiff_t>(workers));
    const auto together = [all_begin](int strip) {
      if (strip == 0) all_begin->arrive_and_wait();
    };
    make(std::vector<Behaviour>(workers, together), {.strips = 25, .places = 3});
    EXPECT_EQ(take_all(), 25);
    for (const std::int64_t count : strips()) EXPECT_GT(count, 0);
    EXPECT_FALSE(dispatcher->next());
  }
}

TEST_F(Dispatch, AWorkerThatFailsLosesItsStripsToTheOthers) {
  for (const int last : {0, 1, 3}) {
    asked = 0;
    const Signal failing;
    const auto behaviour = [last, failing](int strip) {
      if (strip != last) return;
      failing.set();
      fail();
    };
    make({begins_after(failing), behaviour}, {.strips = 20, .places = 3});
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
  const Signal hanging, released;
  const auto hang = [hanging, released](int strip) {
    if (strip != 1) return;
    hanging.set();
    released.wait();
  };
  make({begins_after(hanging), hang}, {.strips = 20, .places = 3, .limit = milliseconds(2000)});
  EXPECT_EQ(take_all(), 20);
  EXPECT_THAT(strips(), ElementsAre(19, 1));
  EXPECT_EQ(dispatcher->shares()[1].failure, "device 1 gave no answer within 2 s");
  EXPECT_TRUE(dispatcher->shares()[1].hangs);
  dispatcher.reset();  // does not wait for it
  released.set();
}

TEST_F(Dispatch, WhereNoneIsLeftTheLastFailureIsThrown) {
  for (const std::size_t workers : {1, 2}) {
    asked = 0;
    make(std::vector<Behaviour>(workers, fails_at(1)), {.strips = 20, .places = 2});
    EXPECT_THAT(refusal([&] { take_all(); }, ErrorKind::device), HasSubstr("CL_OUT_OF_RESOURCES")) << workers;
  }
}

// Its thread may find that out at any moment of next().
TEST_F(Dispatch, AFailureAtOnceIsNeverMissed) {
  for (int repeat = 0; repeat < 2000; ++repeat) {
    asked = 0;
    make({[repeat](int) {
           for (int i = 0; i < repeat % 5; ++i) std::this_thread::yield();
           fail();
         }},
         {.strips = 5, .places = 2});
    ASSERT_THAT(refusal([&] { take_all(); }, ErrorKind::device), HasSubstr("CL_OUT_OF_RESOURCES")) << repeat;
  }
}

TEST_F(Dispatch, TheFailureThatIsThrownIsTheLatest) {
  const Signal failing;
  const auto first_to_fail = [failing](int) {
    failing.set();
    throw Error(ErrorKind::device, "the first");
  };
  const auto behaviour = [failing](int strip) {
    failing.wait();
    if (strip == 9) throw Error(ErrorKind::device, "the last");
  };
  make({behaviour, first_to_fail}, {.strips = 20, .places = 2});
  EXPECT_EQ(refusal([&] { take_all(); }, ErrorKind::device), "the last");
}

TEST_F(Dispatch, AHangOfAllIsAnErrorToo) {
  const Signal released;
  const auto hang = [released](int) { released.wait(); };
  make({hang, hang}, {.strips = 5, .places = 2, .limit = milliseconds(50)});
  EXPECT_THAT(refusal([&] { take_all(); }, ErrorKind::device), HasSubstr("gave no answer within 0.05 s"));
  dispatcher.reset();
  released.set();
}

// What is slow only clocks can tell: this one would be fast enough where a strip of which nothing is computed took 30
// ms.
TEST_F(Dispatch, SlowWorkersDoNotHoldUpFastOnes) {
  const auto slow = [](int) { std::this_thread::sleep_for(milliseconds(200)); };
  make({{}, slow}, {.strips = 60, .places = 3});
  EXPECT_EQ(take_all(), 60);
  EXPECT_LE(strips()[1], 4);
}

// Makes more workers than the process has memory for threads, in a process of its own. Returns whether none stays.
bool all_end_without_threads() {
  std::vector<NamedWorker> workers;
  std::vector<std::weak_ptr<StripWorker>> watched;
  for (int i = 0; i < 100; ++i) {
    workers.push_back({"", std::make_shared<FakeWorker>(Behaviour())});
    watched.push_back(workers.back().worker);
  }
  rlimit memory{};
  getrlimit(RLIMIT_AS, &memory);
  std::vector<char>(std::size_t{1} << 16);  // what is freed stays for lanes, and is too little for threads
  memory.rlim_cur = 1;
  setrlimit(RLIMIT_AS, &memory);
  try {
    const StripDispatcher dispatcher(std::move(workers), {.strips = 1}, {});
  } catch (const std::system_error&) {
    return std::ranges::all_of(watched, [](const auto& worker) { return worker.expired(); });
  }
  return false;
}

TEST(DispatchDeathTest, WhereAThreadCannotBeStartedTheOthersEnd) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's allocator ends the process instead of throwing";
#endif
  EXPECT_EXIT(std::_Exit(all_end_without_threads() ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST_F(Dispatch, WhatASourceThrowsIsNoWorkersFault) {
  std::vector<NamedWorker> workers;
  for (const char* name : {"a", "b"}) workers.push_back({name, std::make_shared<FakeWorker>(Behaviour())});
  dispatcher.emplace(std::move(workers), DispatchOptions{.strips = 9, .places = 2},
                     [](std::int64_t) -> Strip { throw Error(ErrorKind::io, "the file is cut off"); });
  EXPECT_EQ(refusal([&] { take_all(); }, ErrorKind::io), "the file is cut off");
  for (const DeviceShare& share : dispatcher->shares()) EXPECT_EQ(share.failure, "");
}

}  // namespace
}  // namespace lenslet
