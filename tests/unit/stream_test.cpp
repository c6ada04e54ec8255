// Streams: the results are those of single runs, in order, whatever becomes of one frame.
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/stream.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat grey{SampleType::u8, 1};

// Frames of a size differ as layers do.
Image frame(std::int64_t number, Size size = {67, 31}, PixelFormat format = grey) {
  return pattern(size, format, number);
}

class Streams : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  Plan plan(const Call& call = ops::Gaussian{.sigma = 1}) const { return session->plan(call, grey); }

  void expect_blurred(const std::optional<Result>& result, const Image& input) const {
    ASSERT_TRUE(result);
    ASSERT_EQ(result->images.size(), 1u);
    EXPECT_TRUE(equal(result->images[0], session->run(ops::Gaussian{.sigma = 1}, input).images[0]));
  }

  std::optional<Session> session;
};

TEST_F(Streams, GiveTheBitsOfSingleRunsInOrder) {
  for (const int way : {0, 1, 2, 3}) {
    Stream stream(*session, plan(), {.frames = 2, .reuse_inputs = way % 2 == 0, .pinned = way > 1});
    EXPECT_TRUE(stream.empty());
    std::int64_t popped = 0;
    for (std::int64_t pushed = 0; pushed < 7; ++pushed) {
      if (stream.full()) expect_blurred(stream.pop(), frame(popped++));
      stream.push(frame(pushed));
    }
    stream.close();
    while (popped < 7) expect_blurred(stream.pop(), frame(popped++));
    EXPECT_FALSE(stream.pop());
    EXPECT_TRUE(stream.empty());
    EXPECT_GT(stream.busy_ms(), 0);
  }
}

TEST_F(Streams, TakeFramesOfAnySizeAndForgetThem) {
  Stream stream(*session, plan(), {.frames = 3});
  const Size sizes[] = {{20, 10}, {300, 5}, {20, 10}};
  for (const Size size : sizes) stream.push(frame(1, size));
  EXPECT_TRUE(stream.full());
  for (const Size size : sizes) expect_blurred(stream.pop(), frame(1, size));
  stream.trim();
  stream.push(frame(2));
  stream.trim();
  expect_blurred(stream.pop(), frame(2));
}

TEST_F(Streams, AFrameThatFailsLeavesTheOthers) {
  Stream stream(*session, plan(), {.frames = 4});
  stream.push(frame(0));
  stream.push(frame(1, {67, 31}, {SampleType::u8, 3}));
  stream.push(std::vector<HostValue>());
  stream.push(frame(3));
  expect_blurred(stream.pop(), frame(0));
  EXPECT_THAT(refusal([&] { stream.pop(); }), HasSubstr("u8 x 3"));
  EXPECT_NE(refusal([&] { stream.pop(); }), "nothing was thrown");
  expect_blurred(stream.pop(), frame(3));
}

TEST_F(Streams, OneThreadPushesWhileAnotherPops) {
  Stream stream(*session, plan(), {.frames = 2});
  constexpr std::int64_t frames = 20;
  std::thread camera([&] {
    for (std::int64_t i = 0; i < frames; ++i) stream.push(frame(i % 3));
    stream.close();
  });
  std::int64_t popped = 0;
  while (const std::optional<Result> result = stream.pop()) expect_blurred(result, frame(popped++ % 3));
  camera.join();
  EXPECT_EQ(popped, frames);
  EXPECT_THAT(refusal([&] { stream.push(frame(0)); }), HasSubstr("closed"));
}

TEST_F(Streams, EachThreadTakesItsOwnFrames) {
  Stream stream(*session, plan(), {.frames = 3, .pinned = true});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int turn = 0; turn < 5; ++turn)
        expect_blurred(stream.pop(stream.push(frame(i, {40 + i, 30}))), frame(i, {40 + i, 30}));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(stream.empty());
}

TEST_F(Streams, EndWithFramesInThem) {
  for (int frames = 0; frames < 4; ++frames) {
    Stream stream(*session, plan(), {.frames = 3});
    for (int i = 0; i < frames; ++i) {
      if (stream.full()) stream.pop();
      stream.push(frame(i, {500, 300}));
    }
    Stream moved = std::move(stream);
  }
}

TEST_F(Streams, ComputeRegionsOfSeveralInputsAndArrays) {
  const Rect region{10, 5, 30, 20};
  const Image whole = session->run(ops::Gaussian{.sigma = 1}, frame(4)).images[0];
  for (const bool pinned : {false, true}) {
    Stream regions(*session, plan(), {.frames = 1, .region = region, .pinned = pinned});
    regions.push(frame(4));
    const Image part = regions.pop()->images[0];
    EXPECT_EQ(part.size(), region.size());
    EXPECT_EQ(part.at(3, 2, 0), whole.at(13, 7, 0));
  }

  const Call sum{"reduce.sum", {}};
  Array numbers({SampleType::i32, {3}});
  for (int i = 0; i < 3; ++i) numbers.set(i, i + 1);
  for (const bool pinned : {false, true}) {
    Stream sums(*session, session->plan(array_work(sum, {numbers.type()})), {.pinned = pinned});
    sums.push({numbers});
    EXPECT_EQ(sums.pop()->arrays[0].at(0), 6);
  }
}

TEST_F(Streams, HaveAPlaceAtLeast) {
  EXPECT_THAT(refusal([&] { Stream(*session, plan(), {.frames = 0}); }), HasSubstr("0 frames"));
  EXPECT_THAT(refusal([&] { Stream(*session, plan(), {.copy_threads = 0}); }), HasSubstr("0 threads that copy"));
}

}  // namespace
}  // namespace lenslet
