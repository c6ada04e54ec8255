// Images in every storage: there and back, the same result from each, and the limits of image objects.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "matrix.hpp"
#include "refusal.hpp"
#include "session/state.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Storage storages[] = {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array};

OpOptions scheduled(Storage storage) {
  OpOptions options;
  options.schedule = std::string(name_of(storage)) + ".window.single.literal.branch.v4.x1.y2.g8x2";
  return options;
}

class Storages : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    for (const auto& types :
         {session->device().image_buffer_types, session->device().image_types, session->device().image_array_types})
      if (types.size() != std::size(filter_types)) GTEST_SKIP() << "no image objects of all types";
  }

  std::optional<Session> session;
};

TEST_F(Storages, HoldEveryTypeThereAndBack) {
  for (const SampleType type : filter_types)
    for (const Storage storage : storages) {
      const Image image = pattern({37, 11}, {type, 3});
      const DeviceImage stored = session->upload(image, storage);
      EXPECT_EQ(stored.storage(), storage);
      EXPECT_TRUE(equal(session->download(stored), image)) << name_of(type) << " in " << name_of(storage);
    }
}

TEST_F(Storages, KeepTheBitsOfUnusualFloats) {
  for (const SampleType type : {SampleType::f16, SampleType::f32}) {
    Image image({4, 1}, {type, 1});
    const double tiny = type == SampleType::f16 ? 6e-8 : 1e-44;
    for (int x = 0; x < 4; ++x)
      image.set(x, 0, 0, std::array{tiny, -0.0, 1.0 / 0.0, -tiny}[static_cast<std::size_t>(x)]);
    for (const Storage storage : storages) {
      OpOptions options = scheduled(storage);
      const Plan median = session->plan({"median"}, image.format(), options);
      const Plan buffer = session->plan({"median"}, image.format(), scheduled(Storage::buffer));
      const DeviceImage input = session->upload(image);
      EXPECT_TRUE(equal(session->download(session->convert(input, storage)), image)) << name_of(storage);
      EXPECT_TRUE(equal(session->download(median.run(input).image()), session->download(buffer.run(input).image())))
          << name_of(type) << " in " << name_of(storage);
    }
  }
}

TEST_F(Storages, ConvertIntoEachOther) {
  const Image image = pattern({37, 11}, {SampleType::u8, 3});
  for (const Storage from : storages)
    for (const Storage to : storages) {
      const DeviceImage converted = session->convert(session->upload(image, from), to);
      EXPECT_EQ(converted.storage(), to);
      EXPECT_TRUE(equal(session->download(converted), image)) << name_of(from) << " to " << name_of(to);
    }
}

TEST_F(Storages, AnImageBufferIsAViewOfTheSameMemory) {
  const DeviceImage buffer = session->upload(pattern({8, 8}, {SampleType::f32, 1}));
  EXPECT_TRUE(session->convert(buffer, Storage::image_buffer).shares_memory(buffer));
  EXPECT_FALSE(session->convert(buffer, Storage::image).shares_memory(buffer));
}

TEST_F(Storages, ConvertRowsThatAreNoRectangle) {
  const Image image = pattern({13, 9}, {SampleType::u16, 2});
  GuardedImage guarded(state_of(*session).queue, image.size(), image.format());
  guarded.write(image);
  EXPECT_TRUE(equal(session->download(session->convert(guarded.value(), Storage::image)), image));
}

// Images of the library's own have rows at multiples of every vector; others must come out right, too.
TEST_F(Storages, WholeVectorsAreNotAskedOfRowsAtOddPlaces) {
  const Image image = pattern({67, 41}, {SampleType::f32, 1});
  OpOptions options;
  options.schedule = "buffer.aligned.single.literal.branch.v4.x1.y2.g8x2";
  const Plan plan = session->plan({"gaussian"}, image.format(), options);
  const Image wanted = session->download(plan.run(session->upload(image)).image());
  for (const auto rows : {GuardedImage::Rows::aligned, GuardedImage::Rows::odd}) {
    GuardedImage input(state_of(*session).queue, image.size(), image.format(), rows);
    GuardedImage output(state_of(*session).queue, image.size(), image.format(), rows);
    input.write(image);
    plan.run_into(input.value(), {output.value()});
    std::string mismatch;
    EXPECT_TRUE(equal(output.read(&mismatch), wanted));
    EXPECT_EQ(mismatch, "");
  }
}

// A copy counts as a launch; without one the number is that of the storage 'buffer'.
TEST_F(Storages, APlanReadsFromEachAndCopiesOnlyWhereItMust) {
  const Image image = pattern({61, 47}, {SampleType::u8, 4});
  const Plan plain = session->plan({"gaussian"}, image.format(), scheduled(Storage::buffer));
  const Image wanted = session->download(plain.run(session->upload(image)).image());
  for (const Storage schedule : storages)
    for (const Storage from : storages) {
      const Plan plan = session->plan({"gaussian"}, image.format(), scheduled(schedule));
      Timing timing;
      const auto outputs = plan.run(session->upload(image, from), {.timing = &timing});
      EXPECT_TRUE(equal(session->download(outputs.image()), wanted)) << name_of(from) << " for " << name_of(schedule);
      const bool in_buffer = from < Storage::image, wants_buffer = schedule < Storage::image;
      EXPECT_EQ(timing.launches > 1, from != schedule && !(in_buffer && wants_buffer))
          << name_of(from) << " for " << name_of(schedule) << ": " << timing.launches << " launches";
    }
}

TEST_F(Storages, OnePlanConvertsImagesOfManySizes) {
  const PixelFormat format{SampleType::u8, 1};
  const Plan plan = session->plan({"mean"}, format, scheduled(Storage::image));
  const Plan plain = session->plan({"mean"}, format, scheduled(Storage::buffer));
  for (const Size size : {Size{128, 5}, Size{30, 7}, Size{30, 7}, Size{1, 1}, Size{128, 5}}) {
    const DeviceImage input = session->upload(pattern(size, format));
    EXPECT_TRUE(equal(session->download(plan.run(input).image()), session->download(plain.run(input).image())))
        << size.width << " x " << size.height;
  }
}

// Borders that repeat take fractions of the image, which must hit the right texel across the widest one, too.
TEST_F(Storages, SamplersMakeTheBordersOfWideAndTallImages) {
  const auto most = static_cast<std::int64_t>(
      std::min<std::uint64_t>({session->device().max_image_width, session->device().max_image_height, 16384}));
  for (const Size size : {Size{most, 2}, Size{2, most - 1}, Size{3, 1}}) {
    const Image image = pattern(size, {SampleType::u8, 1});
    for (const Border border : extending_borders)
      for (const char* storage : {"image", "image_array"}) {
        OpOptions options{.border = border};
        options.schedule = std::string(storage) + ".window.single.literal.sampler.v1.x1.y1.g64x1";
        const Call call{"filter2d", {{"mask", matrix("1 2 0 3 0 5 0 4 1")}}};
        const Image sampled = session->run(call, image, options).images[0];
        options.schedule = "buffer.window.single.literal.clamp.v1.x1.y1.g64x1";
        EXPECT_TRUE(equal(sampled, session->run(call, image, options).images[0]))
            << name_of(border) << " in " << storage << ", " << size.width << " x " << size.height;
      }
  }
}

TEST_F(Storages, ASamplerMakesNoBorderThatItDoesNotKnow) {
  const auto source = [&](Border border, double value) {
    OpOptions options{.border = border, .border_value = {value, 1, 1, 1}};
    options.schedule = "image.window.single.literal.sampler.v1.x1.y1.g64x1";
    return session->plan({"mean"}, {SampleType::f32, 1}, options).source();
  };
  for (const Border border : {Border::replicate, Border::reflect, Border::wrap})
    EXPECT_THAT(source(border, 0), HasSubstr("HARDWARE_BORDER 1\n")) << name_of(border);
  EXPECT_THAT(source(Border::constant, 0), HasSubstr("HARDWARE_BORDER 1\n"));
  EXPECT_THAT(source(Border::constant, 0.5), HasSubstr("HARDWARE_BORDER 0\n"));
  EXPECT_THAT(source(Border::constant, -0.0), HasSubstr("HARDWARE_BORDER 0\n"));
  EXPECT_THAT(source(Border::reflect101, 0), HasSubstr("HARDWARE_BORDER 0\n"));
}

TEST_F(Storages, SamplersAreForOneChannel) {
  OpOptions options;
  options.schedule = "image.window.single.literal.sampler.v1.x1.y1.g64x1";
  EXPECT_THAT(refusal(
                  [&] {
                    session->plan({"mean"}, {SampleType::u8, 3}, options);
                  },
                  ErrorKind::unsupported),
              HasSubstr("sampler-channels"));
}

TEST_F(Storages, BeyondALimitTheErrorNamesIt) {
  const DeviceInfo& device = session->device();
  const PixelFormat format{SampleType::u8, 3};
  const auto width = static_cast<std::int64_t>(device.max_image_width / 3 + 1);
  const auto height = static_cast<std::int64_t>(device.max_image_height + 1);
  const auto unsupported = [](const auto& call) { return refusal(call, ErrorKind::unsupported); };
  EXPECT_THAT(unsupported([&] {
                session->allocate({width, 1}, format, Storage::image);
              }),
              HasSubstr("samples in a row are over the limit of " + std::to_string(device.max_image_width)));
  EXPECT_THAT(unsupported([&] {
                session->allocate({1, height}, format, Storage::image_array);
              }),
              HasSubstr("rows are over the limit of " + std::to_string(device.max_image_height)));
  const Plan plan = session->plan({"mean"}, format, scheduled(Storage::image));
  EXPECT_THAT(unsupported([&] {
                plan.run(session->allocate({width, 1}, format));
              }),
              HasSubstr("over the limit of " + std::to_string(device.max_image_width)));
}

TEST_F(Storages, OutputsAreBuffers) {
  const PixelFormat format{SampleType::u8, 1};
  const Plan plan = session->plan({"mean"}, format);
  const DeviceImage input = session->upload(pattern({5, 5}, format));
  try {
    plan.run_into(input, {session->allocate({5, 5}, format, Storage::image)});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("storage 'image', allowed: buffer, image_buffer"));
  }
  EXPECT_THROW(plan.run_into(input, {session->convert(input, Storage::image_buffer)}), Error) << "the input's memory";
}

}  // namespace
}  // namespace lenslet
