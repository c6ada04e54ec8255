// From a call to launches: the rules, the composed source, and what a plan refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "matrix.hpp"
#include "problem_support.hpp"
#include "stencil/compose.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

std::string rule_of(const std::string& schedule, const Call& call) {
  DeviceInfo device = device_of(DeviceKind::gpu, 256);
  device.max_constant = 1024;
  const auto exclusion = stencil::excluded(parse_schedule(schedule), problem(call), device);
  return exclusion ? exclusion->rule : "";
}

TEST(Rules, NameWhatIsExcluded) {
  const Call pair{"sobel", {{"both", true}}};
  EXPECT_EQ(rule_of("buffer.window.fused.literal.split.v4.x1.y4.g64x4", pair), "");
  EXPECT_EQ(rule_of("buffer.window.fused.literal.split.v4.x1.y4.g64x8", pair), "group-size");
  EXPECT_EQ(rule_of("buffer.window.fused.literal.split.v4.x1.y4.g64x1", {"mean"}), "one-mask");
  EXPECT_EQ(rule_of("buffer.window.single.literal.split.v4.x1.y4.g64x1", {"gradient"}), "combined-masks");
  EXPECT_EQ(rule_of("buffer.window.separated_window.literal.split.v4.x1.y4.g64x1", {"gradient"}), "");
  EXPECT_EQ(rule_of("buffer.window.separated_window.literal.split.v4.x1.y4.g64x1", {"laplacian"}), "rank");
  EXPECT_EQ(rule_of("buffer.window.separated_window.literal.split.v4.x1.y4.g64x1", {"mean", {{"ksize_y", 1L}}}),
            "rank");
  EXPECT_EQ(rule_of("buffer.window.separated_window.literal.split.v4.x1.y4.g64x1", {"median"}), "rank");
  EXPECT_EQ(rule_of("buffer.direct.separated_window.literal.split.v4.x1.y4.g64x1", {"mean"}), "row-sums");
  EXPECT_EQ(rule_of("buffer.local.separated_local.literal.split.v4.x1.y4.g64x1", {"laplacian"}), "rank");
  EXPECT_EQ(rule_of("buffer.window.separated_local.literal.split.v4.x1.y4.g64x1", {"mean"}), "row-sums");
  EXPECT_EQ(rule_of("buffer.direct.separated.literal.split.v4.x1.y4.g64x1", pair), "");
  EXPECT_EQ(rule_of("buffer.direct.separated.literal.split.v4.x1.y4.g64x1", {"gradient"}), "combined-masks");
  EXPECT_EQ(rule_of("buffer.direct.separated.literal.split.v4.x1.y4.g64x8", {"mean"}), "group-size");
  EXPECT_EQ(rule_of("buffer.window.single.constant.split.v4.x1.y4.g64x1", {"median"}), "no-masks");
  EXPECT_EQ(rule_of("buffer.window.single.constant.split.v4.x1.y4.g64x1", {"mean", {{"ksize", 127L}}}),
            "constant-memory");
  EXPECT_EQ(rule_of("buffer.window.single.literal.split.v4.x1.y16.g64x1", {"dilate", {{"ksize", 11L}}}), "unrolling");
  EXPECT_EQ(rule_of("image.window.single.literal.split.v4.x1.y4.g64x1", {"mean"}), "image-objects");
  EXPECT_EQ(rule_of("buffer.window.single.literal.sampler.v4.x1.y4.g64x1", {"mean"}), "sampler-storage");
}

TEST(Rules, KeepLargeIntegersOutOfTheImageBetweenPasses) {
  const auto separated = parse_schedule("buffer.direct.separated.literal.split.v4.x1.y4.g64x1");
  const auto rule = [&](const char* mask) {
    const Call call{"filter2d", {{"mask", matrix(mask)}}};
    const auto exclusion = stencil::excluded(separated, problem(call, SampleType::u16), device_of(DeviceKind::gpu));
    return exclusion ? exclusion->rule : "";
  };
  EXPECT_EQ(rule("1 2 1; 2 4 2; 1 2 1"), "");
  EXPECT_EQ(rule("100 200 100; 200 400 200; 100 200 100"), "integer-sums");
}

TEST(Rules, AlignedBlocksLieWhereVectorsDo) {
  EXPECT_EQ(rule_of("buffer.aligned.single.literal.branch.v4.x1.y4.g32x4", {"mean"}), "");
  EXPECT_EQ(rule_of("buffer.aligned.single.literal.split.v4.x1.y4.g32x4", {"mean"}), "aligned-blocks");
  EXPECT_EQ(rule_of("buffer.aligned.single.literal.branch.v1.x1.y4.g32x4", {"mean"}), "aligned-blocks");
  EXPECT_EQ(rule_of("buffer.aligned.single.literal.branch.v8.x1.y4.g32x4", {"dilate"}), "");
  EXPECT_EQ(rule_of("buffer.aligned.single.literal.branch.v16.x1.y16.g32x4", {"dilate"}), "shifted-lanes");
  EXPECT_EQ(rule_of("image_buffer.aligned.single.literal.branch.v4.x1.y4.g32x4", {"mean"}), "aligned-blocks");
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Compose, PutsOnlyDefinesInFrontOfTheSkeleton) {
  const auto asked = problem({"sharpen"});
  const auto literal = parse_schedule("buffer.window.single.literal.branch.v4.x1.y2.g64x1");
  const auto composed = stencil::compose(asked, literal, {0}, {});
  EXPECT_TRUE(
      holds(composed.source, "#define TAPS {0.00000000f, -1.00000000f, 0.00000000f, -1.00000000f, 5.00000000f"));
  EXPECT_TRUE(composed.taps.empty());
}

TEST(Compose, NeedsNoNewSourceForAnotherMaskOfTheSameSize) {
  const auto constant = parse_schedule("buffer.window.single.constant.branch.v4.x1.y2.g64x1");
  const auto one = stencil::compose(problem({"sharpen"}), constant, {0}, {});
  const auto other = stencil::compose(problem({"laplacian"}), constant, {0}, {});
  EXPECT_EQ(one.taps.size(), 9 * sizeof(float));
  EXPECT_NE(one.taps, other.taps);
  EXPECT_TRUE(one.source == other.source);
}

TEST(Compose, GivesSeparatedPassesTheFactorsOfAMask) {
  const auto constant = parse_schedule("buffer.window.separated_window.constant.branch.v4.x1.y2.g64x1");
  const auto composed = stencil::compose(problem({"mean", {{"ksize", 9L}, {"ksize_y", 5L}}}), constant, {0}, {});
  EXPECT_EQ(composed.taps.size(), (9 + 5) * sizeof(float));
}

// 961 taps of single lanes kept a compiler busy for 100 s: a short vector takes as many instructions as a longer one.
TEST(Compose, LeavesLongMasksAsLoops) {
  const auto unrolls = [](const std::string& vector, std::int64_t side) {
    const auto schedule = parse_schedule("buffer.window.single.constant.branch." + vector + ".x1.y1.g64x1");
    const auto asked = problem({"mean", {{"ksize", side}}});
    return !holds(stencil::compose(asked, schedule, {0}, {}).source, "#define UNROLL_TAPS 0");
  };
  for (const char* vector : {"v1", "v4", "v8"}) {
    EXPECT_TRUE(unrolls(vector, 25)) << vector << ": 625 taps";
    EXPECT_FALSE(unrolls(vector, 27)) << vector << ": 729 taps";
  }
  EXPECT_FALSE(unrolls("v16", 25));
}

class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }
  std::optional<Session> session;
};

ErrorKind kind_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::io;
}

TEST_F(OnDevice, ServesEverySizeFromOnePlan) {
  const PixelFormat format{SampleType::u8, 3};
  const Plan plan = session->plan({"sharpen"}, format);
  for (const Size size : {Size{1, 1}, Size{640, 3}, Size{5, 70}}) {
    Timing timing;
    const auto outputs = plan.run(session->upload(Image(size, format)), {.timing = &timing});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_EQ(outputs.image().size(), size);
    EXPECT_GE(timing.launches, 1);
    EXPECT_EQ(timing.bytes, static_cast<std::uint64_t>(size.width * size.height * 6));
  }
}

TEST_F(OnDevice, LaunchesInOrderWithoutWaiting) {
  const PixelFormat format{SampleType::f32, 1};
  const Plan plan = session->plan({"brightness", {{"delta", 1.0}}}, format);
  std::vector<DeviceImage> chain{session->upload(Image({70, 50}, format))};
  std::vector<Launch> launches;
  for (int i = 0; i < 20; ++i) {
    chain.push_back(session->allocate({70, 50}, format));
    launches.push_back(plan.launch_into(chain[chain.size() - 2], {chain.back()}));
  }
  EXPECT_EQ(session->download(chain.back()).at(69, 49, 0), 20) << "a download keeps the order, too";
  launches.front().wait();
  const Timing timing = launches.back().timing();
  EXPECT_GE(timing.launches, 1);
  EXPECT_GT(timing.kernel_ms, 0);
  EXPECT_EQ(timing.bytes, 70u * 50 * 8);
}

TEST_F(OnDevice, LaunchesWithoutTimesWhereNoneAreWanted) {
  const Session untimed({.cache = false, .timing = false});
  const PixelFormat format{SampleType::f32, 1};
  const Plan plan = untimed.plan({"brightness", {{"delta", 2.0}}}, format);
  Timing timing;
  const auto outputs = plan.run(untimed.upload(Image({70, 50}, format)), {.timing = &timing});
  EXPECT_EQ(untimed.download(outputs.image()).at(3, 4, 0), 2);
  EXPECT_EQ(timing.kernel_ms, 0);
  EXPECT_GE(timing.launches, 1);
  EXPECT_GT(untimed.copy_rate(), 0) << "measures in a queue of its own";
}

TEST_F(OnDevice, RefusesWhatThePlanIsNotFor) {
  const PixelFormat format{SampleType::u8, 3};
  const Plan plan = session->plan({"mean"}, format);
  const DeviceImage image = session->upload(Image({4, 4}, format));
  EXPECT_EQ(kind_of([&] {
              plan.run(session->upload(Image({4, 4}, {SampleType::u8, 1})));
            }),
            ErrorKind::invalid_argument);
  EXPECT_EQ(kind_of([&] { plan.run_into(image, {}); }), ErrorKind::invalid_argument);
  EXPECT_EQ(kind_of([&] { plan.launch_into(image, {}); }), ErrorKind::invalid_argument);
  EXPECT_EQ(kind_of([&] { plan.run_into(image, {image}); }), ErrorKind::invalid_argument);
  EXPECT_EQ(kind_of([&] { plan.run_into(image, {session->allocate({4, 5}, format)}); }), ErrorKind::invalid_argument);
  const DeviceImage output = session->allocate({4, 4}, format);
  const Plan pair = session->plan({"sobel", {{"both", true}}}, format);
  EXPECT_EQ(kind_of([&] { pair.run_into(image, {output, output}); }), ErrorKind::invalid_argument);
}

TEST_F(OnDevice, SaysWhichRuleExcludesAForcedSchedule) {
  OpOptions options;
  options.schedule = "buffer.window.fused.literal.split.v1.x1.y1.g1x1";
  EXPECT_EQ(kind_of([&] { session->plan({"mean"}, {SampleType::u8, 1}, options); }), ErrorKind::unsupported);
}

TEST_F(OnDevice, RefusesEmptyAndImpossibleImages) {
  EXPECT_EQ(kind_of([&] { session->allocate({0, 4}, {SampleType::u8, 1}); }), ErrorKind::invalid_argument);
  EXPECT_EQ(kind_of([&] {
              session->allocate({std::int64_t{1} << 50, 4}, {SampleType::u8, 1});
            }),
            ErrorKind::unsupported);
  EXPECT_EQ(kind_of([&] { session->allocate({65536, 32769}, {SampleType::u8, 1}); }), ErrorKind::unsupported);
}

// Their commands are in one queue: what one of them waits for, another may have flushed. Images of several sizes make
// each thread's scratch values grow while launches of others are under way.
TEST_F(OnDevice, SharesOnePlanBetweenThreads) {
  const PixelFormat format{SampleType::u8, 1};
  for (const char* schedule :
       {"", "buffer.window.separated.literal.split.v4.x1.y2.g8x1", "buffer.window.single.literal.pad.v4.x1.y2.g8x1"}) {
    const Plan plan = session->plan({"gaussian"}, format, {.border = Border::wrap, .schedule = schedule});
    std::vector<DeviceImage> inputs;
    std::vector<Image> wanted;
    for (const std::int64_t width : {61, 40, 200, 130}) {
      Image image({width, 47}, format);
      for (int y = 0; y < 47; ++y)
        for (int x = 0; x < width; ++x) image.set(x, y, 0, (x * 7 + y * 13) % 256);
      inputs.push_back(session->upload(image));
      wanted.push_back(session->download(plan.run(inputs.back()).image()));
    }
    std::vector<int> wrong(4, 0);
    std::vector<std::thread> threads;
    for (std::size_t first = 0; first < wrong.size(); ++first)
      threads.emplace_back([&, first] {
        for (std::size_t i = 0; i < 40; ++i) {
          const std::size_t k = (first + i) % inputs.size();
          wrong[first] += !equal(session->download(plan.run(inputs[k]).image()), wanted[k]);
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_THAT(wrong, testing::Each(0)) << schedule;
  }
}

// Sums of whole numbers are exact in either order.
TEST_F(OnDevice, GivesTheSameIntegersInSeparatedPasses) {
  Image image({67, 31}, {SampleType::u8, 3});
  for (int y = 0; y < 31; ++y)
    for (int x = 0; x < 67; ++x)
      for (int c = 0; c < 3; ++c) image.set(x, y, c, (x * x * 7 + y * 13 + c * x * y) % 256);
  const DeviceImage input = session->upload(image);
  const auto result = [&](const char* schedule) {
    OpOptions options;
    options.schedule = schedule;
    options.ddepth = SampleType::f32;
    const Plan plan = session->plan({"mean", {{"ksize", 9L}}}, image.format(), options);
    return session->download(plan.run(input).image());
  };
  const Image wanted = result("buffer.window.single.literal.branch.v4.x1.y2.g8x8");
  for (const char* schedule : {"buffer.window.separated_window.literal.branch.v4.x1.y2.g8x8",
                               "buffer.window.separated_window.constant.split.v1.x1.y5.g8x8",
                               "buffer.local2.separated_local.literal.branch.v4.x2.y2.g8x8",
                               "image.local1.separated_local.constant.split.v2.x1.y3.g4x4",
                               "buffer.direct.separated.literal.split.v8.x2.y1.g8x8"}) {
    const Image got = result(schedule);
    EXPECT_TRUE(std::equal(got.data(), got.data() + got.stride() * got.height(), wanted.data())) << schedule;
  }
}

TEST_F(OnDevice, MeasuresACopyRate) {
  EXPECT_GT(session->copy_rate(), 1e6);
  EXPECT_LT(session->copy_rate(), 1e14);
  EXPECT_EQ(session->copy_rate(), session->copy_rate()) << "measured once";
}

}  // namespace
}  // namespace lenslet
