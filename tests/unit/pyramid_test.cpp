// Pyramids: their table, octaves and levels against plain C++, every storage, plans launched for all of one, and points
// read from any level by one kernel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <lenslet/error.hpp>
#include <lenslet/pyramid.hpp>

#include "image_support.hpp"
#include "pyramid/build.hpp"
#include "refusal.hpp"
#include "session/problem.hpp"
#include "stencil/space.hpp"
#include "stencil/truth.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

// The mean of 2 x 2 in float, in the library's order.
Image half_of(const Image& image) {
  Image result({image.width() / 2, image.height() / 2}, image.format());
  for (std::int64_t y = 0; y < result.height(); ++y)
    for (std::int64_t x = 0; x < result.width(); ++x)
      for (int c = 0; c < image.format().channels; ++c) {
        const auto at = [&](std::int64_t dx, std::int64_t dy) {
          return 0.25F * static_cast<float>(image.at(2 * x + dx, 2 * y + dy, c));
        };
        const float left = at(0, 0) + at(0, 1), right = at(1, 0) + at(1, 1);
        result.set(x, y, c, static_cast<double>(left + right));
      }
  return result;
}

// The numbers of the literature's 4 x 4 pyramid, whose own table says 84,549,420 for level 9: it takes octave 2 for
// 966.5 pixels wide.
TEST(PyramidLayouts, OfTheLiterature) {
  const PyramidLayout layout = pyramid_layout({3866, 4320}, 1, 4, 4);
  EXPECT_EQ(layout.pixels, 88'722'000);
  EXPECT_EQ(layout.samples, 88'722'000);
  EXPECT_EQ(layout.places[1].first, 16'701'120);
  EXPECT_EQ(layout.places[8].first, 83'505'600);
  EXPECT_EQ(layout.places[9].first, 84'548'880);
  EXPECT_EQ(layout.at(2, 0).size, (Size{966, 1080}));
  EXPECT_EQ(layout.at(3, 3).size, (Size{483, 540}));
  EXPECT_EQ(layout.at(2, 0).first + 2 * layout.at(2, 0).stride + 10, 83'507'542);
}

TEST(PyramidLayouts, HaveRowsAtMultiplesOfTheStep) {
  const PyramidLayout layout = pyramid_layout({33, 5}, 3, 2, 2, 32);
  EXPECT_EQ(layout.at(0, 0).stride, 128);
  EXPECT_EQ(layout.at(1, 0).stride, 64);
  EXPECT_EQ(layout.at(1, 1).first, 2 * 5 * 128 + 2 * 64);
  EXPECT_EQ(layout.samples, 2 * 5 * 128 + 2 * 2 * 64);
  EXPECT_EQ(layout.pixels, 2 * 33 * 5 + 2 * 16 * 2);
}

TEST(PyramidLayouts, NeverRunOutOfPixels) {
  EXPECT_EQ(pyramid_layout({1, 1}, 1, 1, 3).places.size(), 3U);
  EXPECT_EQ(pyramid_layout({4096, 7}, 1, 3, 1).at(2, 0).size, (Size{1024, 1}));
  const auto invalid = ErrorKind::invalid_argument;
  EXPECT_THAT(refusal(
                  [] {
                    pyramid_layout({4096, 7}, 1, 4, 1);
                  },
                  invalid),
              HasSubstr("4 octaves of 4096 x 7 pixels; "
                        "allowed: 1 to 3"));
  EXPECT_THAT(refusal([] { pyramid_layout({1, 1}, 1, 2, 1); }, invalid), HasSubstr("allowed: 1 to 1"));
  EXPECT_THAT(refusal([] { pyramid_layout({9, 9}, 1, 0, 1); }, invalid), HasSubstr("0 octaves"));
  EXPECT_THAT(refusal([] { pyramid_layout({9, 9}, 1, 1, 0); }, invalid), HasSubstr("0 levels"));
  EXPECT_THAT(refusal([] { pyramid_layout({0, 9}, 1, 1, 1); }, invalid), HasSubstr("empty"));
}

TEST(SigmaLadders, DoubleOverAnOctave) {
  const std::vector<double> sigmas = sigma_ladder(1.6, 4);
  EXPECT_EQ(sigmas.size(), 4U);
  EXPECT_DOUBLE_EQ(sigmas[0], 1.6);
  EXPECT_NEAR(sigmas[2], 1.6 * std::sqrt(2), 1e-12);
  EXPECT_NEAR(sigmas[3] * std::exp2(0.25), 3.2, 1e-12);
  EXPECT_THROW(sigma_ladder(0, 4), Error);
}

class Pyramids : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  bool holds(Storage storage, SampleType type) const {
    const DeviceInfo& device = session->device();
    if (storage == Storage::buffer) return true;
    const auto& types = storage == Storage::image_buffer ? device.image_buffer_types
                        : storage == Storage::image      ? device.image_types
                                                         : device.image_array_types;
    return std::ranges::count(types, type) > 0;
  }

  std::optional<Session> session;
};

TEST_F(Pyramids, HalveFromOctaveToOctave) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::u16, 1},
                                   PixelFormat{SampleType::f16, 2}, PixelFormat{SampleType::f32, 4}})
    for (const Size size : {Size{1, 1}, Size{2, 3}, Size{37, 23}, Size{64, 31}}) {
      const int octaves = size.width < 4 ? static_cast<int>(size.width) : 5;
      const Pyramid pyramid =
          Pyramid::build(*session, pattern(size, format), {.octaves = octaves, .levels = size.width == 2 ? 1 : 2});
      Image wanted = pattern(size, format);
      for (int octave = 0; octave < octaves; ++octave) {
        if (octave > 0) wanted = half_of(wanted);
        for (int level = 0; level < pyramid.levels(); ++level)
          EXPECT_TRUE(equal(pyramid.download(octave, level), wanted))
              << name_of(format.type) << ", " << size.width << " x " << size.height << ", octave " << octave;
      }
    }
}

TEST_F(Pyramids, WeighColoursByAlpha) {
  Image image({4, 4}, {SampleType::u8, 4, true});
  for (int i = 0; i < 16; ++i)
    for (int c = 0; c < 4; ++c) image.set(i % 4, i / 4, c, i % 2 == 0 ? (c == 1 ? 0 : 255) : c == 1 ? 255 : 0);
  const Pyramid pyramid = Pyramid::build(*session, image, {.octaves = 2, .levels = 2, .sigmas = {0, 1.2}});
  for (int level = 0; level < 2; ++level) {
    const Image half = pyramid.download(1, level);
    for (int c = 0; c < 3; ++c) EXPECT_EQ(half.at(0, 0, c), c == 1 ? 0 : 255) << "transparent green has no part";
    EXPECT_EQ(half.at(0, 0, 3), 128);
  }
}

TEST_F(Pyramids, BlurEachLevelOfAnOctave) {
  const PixelFormat format{SampleType::f32, 1};
  const Image image = pattern({41, 29}, format);
  const std::vector<double> sigmas{0, 0.8, 1.3};
  const Pyramid pyramid = Pyramid::build(*session, image, {.octaves = 3, .levels = 3, .sigmas = sigmas});
  Image base = image;
  for (int octave = 0; octave < 3; ++octave) {
    if (octave > 0) base = half_of(base);
    EXPECT_TRUE(equal(pyramid.download(octave, 0), base));
    for (int level = 1; level < 3; ++level) {
      const Call call{"gaussian", {{"sigma", sigmas[static_cast<std::size_t>(level)]}}};
      const auto mismatch = first_difference(problem_of(call, format, {}), {base}, {pyramid.download(octave, level)});
      EXPECT_FALSE(mismatch) << *mismatch;
    }
  }
  EXPECT_THAT(refusal([&] { Pyramid::build(*session, image, {.octaves = 1, .levels = 2, .sigmas = {1}}); },
                      ErrorKind::invalid_argument),
              HasSubstr("1 sigmas for 2 levels"));
}

TEST_F(Pyramids, AreTheSameInEveryStorage) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::f32, 1}}) {
    const Image image = pattern({53, 31}, format);
    const PyramidOptions options{.octaves = 3, .levels = 2, .sigmas = {0, 1}};
    const Pyramid rows = Pyramid::build(*session, image, options);
    for (const Storage storage : storages) {
      if (!holds(storage, format.type)) continue;
      PyramidOptions stored = options;
      stored.storage = storage;
      const Pyramid pyramid = Pyramid::build(*session, image, stored);
      EXPECT_EQ(pyramid.storage(), storage);
      for (int octave = 0; octave < 3; ++octave)
        for (int level = 0; level < 2; ++level)
          EXPECT_TRUE(equal(pyramid.download(octave, level), rows.download(octave, level)))
              << name_of(storage) << ", octave " << octave << ", level " << level;
    }
  }
}

// Claim 9 of the studies: 4 launches for a filter of a 4 x 4 pyramid, 16 where each level is an object.
TEST_F(Pyramids, TakeALaunchForEachPart) {
  const PixelFormat format{SampleType::f32, 1};
  const Image image = pattern({67, 45}, format);
  for (const Storage storage : storages) {
    if (!holds(storage, format.type)) continue;
    const Pyramid pyramid = Pyramid::build(*session, image, {.storage = storage, .sigmas = sigma_ladder(0.7, 4)});
    OpOptions options;
    options.schedule = std::string(name_of(storage)) + ".window.single.literal.branch.v1.x1.y1.g16x4";
    const Plan plan = session->plan({"scharr"}, format, pyramid.options_for_plans(options));
    Timing timing;
    const std::vector<Pyramid> result = pyramid.filter(plan, &timing);
    EXPECT_EQ(timing.launches, storage == Storage::image ? 16 : 4) << name_of(storage);
    EXPECT_EQ(timing.bytes, 2 * sizeof(float) * static_cast<std::uint64_t>(pyramid.layout().pixels));
    for (int octave = 0; octave < 4; ++octave)
      for (int level = 0; level < 4; ++level) {
        const auto mismatch = first_difference(problem_of({"scharr"}, format, {}), {pyramid.download(octave, level)},
                                               {result.front().download(octave, level)});
        EXPECT_FALSE(mismatch) << name_of(storage) << ", octave " << octave << ", level " << level << ": " << *mismatch;
      }
  }
}

bool is_pixel(const KeyPoint& p) {
  return p.x == std::floor(p.x) && p.y == std::floor(p.y);
}

// What lies at a point, in double.
double value_between(const Image& image, const KeyPoint& p, int channel) {
  const auto x = static_cast<std::int64_t>(p.x), y = static_cast<std::int64_t>(p.y);
  const double right = p.x - std::floor(p.x), below = p.y - std::floor(p.y);
  double sum = 0;
  for (const int dx : {0, 1})
    for (const int dy : {0, 1}) {
      const double share = (dx == 0 ? 1 - right : right) * (dy == 0 ? 1 - below : below);
      if (share != 0) sum += share * image.at(x + dx, y + dy, channel);
    }
  return sum;
}

// Between two storages nothing is copied: each launch is one kernel.
TEST_F(Pyramids, AreFilteredFromStorageToStorage) {
  const PixelFormat format{SampleType::f32, 1};
  const Pyramid made =
      Pyramid::build(*session, pattern({53, 31}, format), {.octaves = 3, .levels = 2, .sigmas = {0, 1}});
  const Call call{"scharr", {{"both", true}}};
  const std::vector<Pyramid> wanted = made.filter(session->plan(call, format, made.options_for_plans()));
  for (const Storage from : storages)
    for (const Storage to : storages) {
      const bool levels_alone = from == Storage::image || to == Storage::image;
      if (!holds(from, format.type) || !holds(to, format.type)) continue;
      OpOptions options;
      options.layered = !levels_alone;
      options.schedule = std::string(name_of(from)) + ".direct.fused.constant.branch.v2.x1.y1.g8x8" +
                         (to == Storage::buffer ? "" : ".to_" + std::string(name_of(to)));
      Timing timing;
      const std::vector<Pyramid> found = made.convert(from).filter(session->plan(call, format, options), &timing);
      EXPECT_EQ(timing.launches, levels_alone ? 6 : 3) << options.schedule;
      ASSERT_EQ(found.size(), 2u);
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].storage(), to);
        for (int octave = 0; octave < 3; ++octave)
          for (int level = 0; level < 2; ++level)
            EXPECT_TRUE(equal(found[i].download(octave, level), wanted[i].download(octave, level)))
                << options.schedule << ", octave " << octave << ", level " << level;
      }
    }
}

// Levels are made of image objects, by a blur or a copy for each and one halving for each octave but the first.
TEST_F(Pyramids, AreBuiltFromImageToImage) {
  for (const PixelFormat format :
       {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::u16, 1}, PixelFormat{SampleType::f16, 2},
        PixelFormat{SampleType::f32, 4}, PixelFormat{SampleType::u8, 4, true}})
    for (const Storage storage : storages) {
      if (!holds(storage, format.type)) continue;
      const Image image = pattern({53, 31}, format);
      const PyramidOptions options{.octaves = 3, .levels = 2, .storage = storage, .sigmas = {0, 1}};
      Timing timing;
      const Pyramid pyramid = Pyramid::build(*session, session->upload(image, storage), options, &timing);
      EXPECT_EQ(pyramid.storage(), storage);
      if (storage != Storage::buffer && !format.alpha) {
        EXPECT_EQ(timing.launches, 6 + 2);
      }
      const Pyramid wanted = Pyramid::build(*session, image, {.octaves = 3, .levels = 2, .sigmas = {0, 1}});
      for (int octave = 0; octave < 3; ++octave) {
        SCOPED_TRACE(to_string(format) + " in " + std::string(name_of(storage)) + ", octave " + std::to_string(octave));
        EXPECT_TRUE(equal(pyramid.download(octave, 0), wanted.download(octave, 0)));
        if (format.alpha) continue;
        const Call blur{"gaussian", {{"sigma", 1.0}}};
        const auto mismatch =
            first_difference(problem_of(blur, format, {}), {wanted.download(octave, 0)}, {pyramid.download(octave, 1)});
        EXPECT_FALSE(mismatch) << *mismatch;
      }
    }
}

// Where a device's local memory or its groups are too small for tiles, a blur reads its windows directly.
TEST(PyramidBlurs, HaveTheFirstScheduleThatTheDeviceTakes) {
  DeviceInfo device;
  device.max_group = 256;
  device.max_group_sides = {256, 256, 64};
  device.local_memory = device.max_constant = 1 << 16;
  device.image_types = {SampleType::f32};
  const std::vector<std::string> schedules = blur_schedules(Storage::image);
  const auto chosen = [&](double sigma) {
    const Call blur{"gaussian", {{"sigma", sigma}}};
    return first_allowed(schedules, work_for_format(blur, {SampleType::f32, 1}, {}), device);
  };
  EXPECT_EQ(chosen(1.6), schedules.front());
  EXPECT_EQ(chosen(15), schedules.back()) << "local memory";
  device.max_group = 64;
  EXPECT_EQ(chosen(1.6), schedules.back()) << "groups";
}

// Each schedule that a pyramid's blurs may have gives a blur.
TEST_F(Pyramids, AreBlurredByEachSchedule) {
  const Call blur{"gaussian", {{"sigma", 1.0}}};
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::f32, 1}})
    for (const Storage storage : {Storage::image_buffer, Storage::image, Storage::image_array}) {
      if (!holds(storage, format.type)) continue;
      const Image image = pattern({37, 23}, format);
      for (const std::string& schedule : blur_schedules(storage)) {
        const DeviceImage result = session->allocate(image.size(), format, storage);
        const Plan plan = session->plan(blur, format, {.schedule = schedule});
        plan.launch_into(session->upload(image, storage), {result}).wait();
        const auto mismatch = first_difference(problem_of(blur, format, {}), {image}, {session->download(result)});
        EXPECT_FALSE(mismatch) << schedule << ": " << *mismatch;
      }
    }
}

TEST_F(Pyramids, AreBuiltFromOneLayer) {
  const PixelFormat format{SampleType::u8, 1};
  for (const Storage storage : {Storage::buffer, Storage::image_array}) {
    if (!holds(storage, format.type)) continue;
    const DeviceImage layers = session->allocate({16, 8}, format, storage, 3);
    for (int k = 0; k < 3; ++k) session->upload(pattern({16, 8}, format, k), layers.layer(k));
    const PyramidOptions options{.octaves = 2, .levels = 1, .storage = storage};
    EXPECT_EQ(refusal([&] { Pyramid::build(*session, layers, options); }, ErrorKind::invalid_argument),
              "an image of 3 layers; allowed: one, as layer() gives");
    const Pyramid pyramid = Pyramid::build(*session, layers.layer(2), options);
    EXPECT_TRUE(equal(pyramid.download(1, 0), half_of(pattern({16, 8}, format, 2)))) << name_of(storage);
  }
}

TEST_F(Pyramids, AreBuiltFromViews) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern({40, 30}, format);
  const Rect part{5, 3, 21, 17};
  const PyramidOptions rows{.octaves = 2, .levels = 2, .sigmas = {0, 1}};
  const Pyramid wanted = Pyramid::build(*session, session->download(session->upload(image).view(part)), rows);
  for (const Storage from : storages)
    for (const Storage to : storages) {
      if (!holds(from, format.type) || !holds(to, format.type)) continue;
      SCOPED_TRACE(std::string(name_of(from)) + " to " + std::string(name_of(to)));
      PyramidOptions options = rows;
      options.storage = to;
      const DeviceImage view = session->upload(image, from).view(part);
      const auto build = [&] { return Pyramid::build(*session, view, options); };
      if (!view.in_buffer() && (to == Storage::image || to == Storage::image_array)) {
        EXPECT_THAT(refusal(build, ErrorKind::unsupported), HasSubstr("is no image by itself: use 'buffer'"));
        continue;
      }
      const Pyramid pyramid = build();
      for (int octave = 0; octave < 2; ++octave)
        for (int level = 0; level < 2; ++level)
          EXPECT_TRUE(equal(pyramid.download(octave, level), wanted.download(octave, level))) << octave << level;
    }
}

TEST_F(Pyramids, TakeALevelFromTheHost) {
  const PixelFormat format{SampleType::u8, 1};
  for (const Storage storage : storages) {
    if (!holds(storage, format.type)) continue;
    const Pyramid pyramid(*session, {20, 13}, format, {.octaves = 2, .levels = 3, .storage = storage});
    for (int level = 0; level < 3; ++level) pyramid.upload(pattern({10, 6}, format, level), 1, level);
    for (int level = 0; level < 3; ++level)
      EXPECT_TRUE(equal(pyramid.download(1, level), pattern({10, 6}, format, level))) << name_of(storage);
    EXPECT_THAT(refusal(
                    [&] {
                      pyramid.upload(pattern({10, 6}, format), 0, 0);
                    },
                    ErrorKind::invalid_argument),
                HasSubstr("10 x 6"));
  }
}

TEST_F(Pyramids, AreReadAtPointsOfAnyLevel) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::u16, 1},
                                   PixelFormat{SampleType::f16, 2}, PixelFormat{SampleType::f32, 1}})
    for (const Storage storage : storages) {
      if (!holds(storage, format.type)) continue;
      const Pyramid pyramid = Pyramid::build(*session, pattern({53, 31}, format),
                                             {.octaves = 3, .levels = 2, .storage = storage, .sigmas = {0, 1}});
      std::vector<KeyPoint> points;
      for (int octave = 0; octave < 3; ++octave)
        for (int level = 0; level < 2; ++level) {
          const Size size = pyramid.layout().at(octave, level).size;
          points.push_back({octave, level, 0, 0});
          const auto right = static_cast<double>(size.width - 1), bottom = static_cast<double>(size.height - 1);
          points.push_back({octave, level, right, bottom});
          points.push_back({octave, level, std::floor(right / 2), std::floor(bottom / 3)});
          points.push_back({octave, level, right / 3, bottom});
          points.push_back({octave, level, right - 0.75, bottom / 7});
        }
      std::ranges::reverse(points);
      int launches = 0;
      const std::vector<float> values = pyramid.sample(points, &launches);
      EXPECT_EQ(launches, storage == Storage::image ? 6 : storage == Storage::image_array ? 3 : 1);
      std::size_t i = 0;
      for (const KeyPoint& p : points)
        for (int c = 0; c < format.channels; ++c)
          EXPECT_NEAR(values[i++], value_between(pyramid.download(p.octave, p.level), p, c), is_pixel(p) ? 0 : 1e-4)
              << name_of(format.type) << " in " << name_of(storage) << ", octave " << p.octave << ", level " << p.level;
      EXPECT_TRUE(pyramid.sample({}).empty());
    }
}

TEST_F(Pyramids, RefuseWhatTheyDoNotHave) {
  const PixelFormat format{SampleType::f32, 1};
  const Pyramid pyramid = Pyramid::build(*session, pattern({16, 8}, format), {.octaves = 2, .levels = 2});
  const auto invalid = ErrorKind::invalid_argument;
  const auto sampled = [&](KeyPoint point) { return [&pyramid, point] { pyramid.sample(std::vector{point}); }; };
  EXPECT_THAT(refusal(sampled({2, 0, 0, 0}), invalid), HasSubstr("octave 2, level 0; allowed: octaves 0 to 1"));
  EXPECT_THAT(refusal(sampled({0, -1, 0, 0}), invalid), HasSubstr("level -1"));
  EXPECT_THAT(refusal(sampled({1, 0, 8, 0}), invalid),
              HasSubstr("(8, 0) in octave 1, which has 8 x 4 pixels; allowed: 0 to 7"));
  EXPECT_THAT(refusal(sampled({1, 0, 7.5, 0}), invalid), HasSubstr("(7.5, 0)"));
  EXPECT_THAT(refusal(sampled({1, 0, std::nan(""), 0}), invalid), HasSubstr("(nan, 0)"));
  EXPECT_THAT(refusal([&] { pyramid.download(0, 2); }, invalid), HasSubstr("octave 0, level 2"));
  if (!holds(Storage::image_array, SampleType::f32)) return;
  const Pyramid arrays = pyramid.convert(Storage::image_array);
  const Plan plan = session->plan({"mean"}, format, pyramid.options_for_plans());
  EXPECT_THAT(refusal([&] { pyramid.launch_into(plan, {arrays}); }, invalid),
              HasSubstr("an output in the storage 'image_array', allowed: buffer, image_buffer, and image_array"));
  const Pyramid lower(*session, {16, 8}, format, {.octaves = 1, .levels = 2});
  EXPECT_THAT(refusal([&] { pyramid.launch_into(plan, {lower}); }, invalid),
              HasSubstr("an output with 1 octaves x 2 levels, allowed: 2 x 2"));
}

}  // namespace
}  // namespace lenslet
