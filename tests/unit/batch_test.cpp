// Batches: the results are those of single runs, whatever is under way at the same time and whatever fails.
#include <atomic>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/batch.hpp>
#include <lenslet/ops.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

const Call blur = ops::Gaussian{.sigma = 1};

class Batches : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  // Of two sizes, which share a plan, and of two formats.
  static Image input(std::size_t item) {
    const auto number = static_cast<std::int64_t>(item);
    return pattern({60 + 10 * (number % 2), 31}, {SampleType::u8, number % 4 == 3 ? 3 : 1}, number);
  }

  static Work work(const Image& image) { return image_work(blur, image.format(), image.size()); }

  // An item whose results are kept by its number.
  BatchItem item(std::size_t number) {
    return {.work = work(input(number)),
            .inputs = [number] { return std::vector<BatchValue>{input(number)}; },
            .results = [this, number](BatchResult result) { keep(number, std::move(result)); }};
  }

  void keep(std::size_t number, BatchResult result) {
    const std::lock_guard lock(mutex);
    results[number] = std::move(result);
  }

  Batch batch(std::size_t items, std::size_t at_a_time) {
    return {.items = items,
            .open = [this](std::size_t number) { return item(number); },
            .ended = [this](std::size_t number, const std::exception_ptr& error) { note(number, error); },
            .at_a_time = at_a_time};
  }

  void note(std::size_t number, const std::exception_ptr& error) {
    ended.push_back(number);
    if (error) errors[number] = refusal([&] { std::rethrow_exception(error); }, ErrorKind::io);
  }

  void expect_whole(std::size_t items) const {
    ASSERT_EQ(ended.size(), items);
    for (std::size_t i = 0; i < items; ++i) {
      EXPECT_EQ(ended[i], i);
      if (errors.contains(i)) continue;
      EXPECT_TRUE(equal(results.at(i).images.at(0), session->run(blur, input(i)).images[0])) << i;
    }
  }

  std::optional<Session> session;
  std::mutex mutex;  // guards what items keep
  std::map<std::size_t, BatchResult> results;
  std::map<std::size_t, std::string> errors;
  std::vector<std::size_t> ended;
};

TEST_F(Batches, GiveTheBitsOfSingleRunsAndEndInOrder) {
  for (const std::size_t at_a_time : {1u, 4u, 0u}) {
    results.clear();
    ended.clear();
    const BatchTimes times = session->run_many(batch(11, at_a_time));
    expect_whole(11);
    EXPECT_GT(times.busy_ms, 0);
    EXPECT_LE(times.busy_ms, times.total_ms);
  }
}

TEST_F(Batches, AnItemThatFailsLeavesTheOthers) {
  for (const std::size_t at_a_time : {1u, 3u}) {
    ended.clear();
    errors.clear();
    Batch some = batch(9, at_a_time);
    some.open = [this](std::size_t number) {
      if (number == 2) throw Error(ErrorKind::io, "two is damaged");
      BatchItem made = item(number);
      if (number == 5) made.inputs = []() -> std::vector<BatchValue> { throw Error(ErrorKind::io, "five is short"); };
      if (number == 8) made.results = [](const BatchResult&) { throw Error(ErrorKind::io, "the disk is full"); };
      return made;
    };
    session->run_many(some);
    expect_whole(9);
    EXPECT_EQ(errors, (std::map<std::size_t, std::string>{
                          {2, "two is damaged"}, {5, "five is short"}, {8, "the disk is full"}}));
  }
}

TEST_F(Batches, MakeAPlanForEachKindInTheCallersThread) {
  const auto caller = std::this_thread::get_id();
  std::multiset<int> planned;  // channels
  Batch some = batch(12, 4);
  some.open = [&](std::size_t number) {
    BatchItem made = item(number);
    made.plan = [&, work = made.work] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      planned.insert(std::get<ImageType>(work.inputs[0]).format.channels);
      return session->plan(work);
    };
    made.need = [&](const Plan&, const OnCaller& on_caller) {
      on_caller([&] { EXPECT_EQ(std::this_thread::get_id(), caller); });
      return BatchNeed{};
    };
    return made;
  };
  session->run_many(some);
  expect_whole(12);
  EXPECT_EQ(planned, (std::multiset<int>{1, 3}));
}

TEST_F(Batches, ShareAPlanAlsoWhereTheBorderIsNotANumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  int plans = 0;
  Batch some = batch(3, 2);
  some.open = [&](std::size_t number) {
    BatchItem made = item(number);
    const Image image = pattern({40, 30}, {SampleType::f32, 1}, 1);
    made.inputs = [image] { return std::vector<BatchValue>{image}; };
    made.work = image_work(blur, image.format(), image.size(), {.border = Border::constant, .border_value = {nan}});
    made.plan = [&, work = made.work] {
      ++plans;
      return session->plan(work);
    };
    return made;
  };
  session->run_many(some);
  EXPECT_EQ(results.size(), 3u);
  EXPECT_EQ(plans, 1);
}

TEST_F(Batches, TakeNoMoreMemoryThanTheyMay) {
  std::atomic<int> under_way = 0, most = 0;
  Batch some = batch(8, 4);
  some.memory = 100'000;
  some.open = [&](std::size_t number) {
    BatchItem made = item(number);
    made.need = [number](const Plan&, const OnCaller&) {
      return BatchNeed{.memory = number == 3 ? 1'000'000u : 60'000u};
    };
    made.inputs = [&, number] {
      most = std::max(most.load(), ++under_way);
      return std::vector<BatchValue>{input(number)};
    };
    made.results = [&, number](BatchResult result) {
      keep(number, std::move(result));
      --under_way;
    };
    return made;
  };
  session->run_many(some);
  expect_whole(8);
  EXPECT_EQ(most, 1);
}

TEST_F(Batches, LeaveToAnItemWhatIsOnTheDevice) {
  for (const std::size_t at_a_time : {1u, 2u}) {
    std::atomic<int> launched = 0;
    results.clear();
    ended.clear();
    Batch some = batch(2, at_a_time);
    some.open = [&](std::size_t number) {
      BatchItem made = item(number);
      made.need = [](const Plan&, const OnCaller&) { return BatchNeed{.uses_device = true}; };
      made.inputs = [&, number] { return std::vector<BatchValue>{session->upload(input(number))}; };
      made.launched = [&](const Plan&, const auto& inputs, const auto& outputs) {
        EXPECT_EQ(inputs.size() + outputs.size(), 2u);
        ++launched;
      };
      made.take = [&, number](std::size_t output, const DeviceValue& value) {
        EXPECT_EQ(output, 0u);
        BatchResult taken;
        taken.images.push_back(session->download(std::get<DeviceImage>(value)));
        keep(number, std::move(taken));
        return true;
      };
      made.results = [](const BatchResult& result) { EXPECT_TRUE(result.images.empty()); };
      return made;
    };
    session->run_many(some);
    expect_whole(2);
    EXPECT_EQ(launched, 2);
  }
}

TEST_F(Batches, ComputeRegionsAndArrays) {
  const Rect region{10, 5, 30, 20};
  for (const std::size_t at_a_time : {1u, 3u}) {
    Batch regions = batch(3, at_a_time);
    regions.region = region;
    session->run_many(regions);
    for (std::size_t i = 0; i < 3; ++i) {
      const Image part = results.at(i).images.at(0);
      EXPECT_EQ(part.size(), region.size());
      EXPECT_EQ(part.at(3, 2, 0), session->run(blur, input(i)).images[0].at(13, 7, 0));
    }
    Batch sums = batch(3, at_a_time);
    sums.open = [this](std::size_t number) {
      Array numbers({SampleType::i32, {3}});
      for (int i = 0; i < 3; ++i) numbers.set(i, i + 1);
      return BatchItem{.work = array_work({"reduce.sum", {}}, {numbers.type()}),
                       .inputs = [numbers] { return std::vector<BatchValue>{numbers}; },
                       .results = [this, number](BatchResult result) { keep(number, std::move(result)); }};
    };
    session->run_many(sums);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(results.at(i).arrays.at(0).at(0), 6);
  }
}

TEST_F(Batches, EndWithWhatTheirEndThrows) {
  for (const std::size_t at_a_time : {1u, 4u}) {
    Batch some = batch(30, at_a_time);
    some.ended = [](std::size_t number, const std::exception_ptr&) {
      if (number == 1) throw Error(ErrorKind::no_device, "nobody is left");
    };
    EXPECT_EQ(refusal([&] { session->run_many(some); }, ErrorKind::no_device), "nobody is left");
  }
}

TEST_F(Batches, AreWatchedWhileKernelsRun) {
  std::atomic<int> begun = 0, over = 0;
  Batch some = batch(5, 2);
  some.watch = [&](const Plan&, std::size_t items) {
    EXPECT_GE(items, 1u);
    ++begun;
    return std::shared_ptr<void>(nullptr, [&](void*) { ++over; });
  };
  session->run_many(some);
  expect_whole(5);
  EXPECT_EQ(begun, 5);
  EXPECT_EQ(over, 5);
}

TEST_F(Batches, NeedWhatOpensAndWhatEnds) {
  EXPECT_THAT(lenslet::refusal([&] { session->run_many({.items = 1}); }), HasSubstr("without open or ended"));
}

}  // namespace
}  // namespace lenslet
