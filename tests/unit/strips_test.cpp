// Strips: the rows of results are those of whole runs, each row of inputs is asked for once, and memory has a limit.
#include <lenslet/strips.hpp>

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat colours{PixelType::u8, 3};
constexpr Size photo_size{53, 47};

// Gives an image's rows, and expects to be asked for each once.
ReadRows rows_of(const Image& image) {
  return [&image, next = std::int64_t{0}](std::int64_t first, std::int64_t rows, std::byte* to) mutable {
    EXPECT_EQ(first, next);
    next = first + rows;
    ASSERT_LE(next, image.height());
    for (std::int64_t y = first; y < next; ++y, to += image.stride())
      std::memcpy(to, image.row(y), static_cast<std::size_t>(image.stride()));
  };
}

class StripsOf : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  static std::vector<ImageType> types_of(const std::vector<Image>& inputs) {
    std::vector<ImageType> types;
    for (const Image& input : inputs) types.push_back({input.format(), input.size()});
    return types;
  }

  Plan plan(const Call& call, const std::vector<Image>& inputs, const FilterOptions& options) const {
    Work work{call, {}, options};
    for (const ImageType& type : types_of(inputs)) work.inputs.emplace_back(type);
    return session->plan(work);
  }

  Image joined(Strips strips, std::int64_t output = 0) const {
    const ImageType whole = strips.outputs()[static_cast<std::size_t>(output)];
    Image result(whole.size, whole.format);
    std::int64_t y = 0;
    while (const std::optional<Result> strip = strips.next()) {
      const Image& rows = strip->images[static_cast<std::size_t>(output)];
      for (std::int64_t k = 0; k < rows.height(); ++k, ++y)
        std::memcpy(result.row(y), rows.row(k), static_cast<std::size_t>(result.stride()));
    }
    EXPECT_EQ(y, whole.size.height);
    return result;
  }

  void expect_same(const Call& call, const std::vector<Image>& inputs, std::int64_t rows,
                   const FilterOptions& options = {}) const {
    const Plan made = plan(call, inputs, options);
    std::vector<ReadRows> sources;
    std::vector<DeviceValue> values;
    for (const Image& input : inputs) {
      sources.push_back(rows_of(input));
      values.emplace_back(session->upload(input));
    }
    Strips strips(*session, made, types_of(inputs), std::move(sources), {.rows = rows, .frames = 2});
    const Image whole = session->download(std::get<DeviceImage>(made.run(values).front()));
    EXPECT_TRUE(equal(joined(std::move(strips)), whole)) << call.op << ", " << rows << " rows";
  }

  std::optional<Session> session;
};

TEST_F(StripsOf, AllHeightsHaveTheBitsOfTheWhole) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  for (const std::int64_t rows : {1, 5, 16, 46, 47, 100}) {
    expect_same(ops::Gaussian{.sigma = 1.5}, photo, rows);
    expect_same(ops::Median{}, photo, rows, {.border = Border::constant});
    expect_same(Pipeline::parse("gaussian ksize=5 | gradient | threshold level=40"), photo, rows);
  }
}

TEST_F(StripsOf, OtherSizesAndSeveralInputsToo) {
  const Image photo = pattern(photo_size, colours, 1), second = pattern(photo_size, colours, 2);
  for (const std::int64_t rows : {1, 7}) {
    expect_same({"resize", {{"size", std::string("31x77")}}}, {photo}, rows);
    expect_same({"crop", {{"x", 3L}, {"y", 9L}, {"width", 20L}, {"height", 30L}}}, {photo}, rows);
    expect_same({"blend"}, {photo, second}, rows);
  }
}

TEST_F(StripsOf, WindowsAreHigherThanStripsAndImages) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  expect_same(ops::Mean{.ksize = 127}, photo, 3, {.border = Border::replicate});
}

TEST_F(StripsOf, MemoryDecidesHowHighTheyAre) {
  const std::vector<ImageType> large{{colours, {4000, 3000}}};
  const Plan blur = session->plan(ops::Gaussian{.sigma = 1}, colours);
  const auto with = [&](std::uint64_t memory) {
    return Strips(*session, blur, large, {ReadRows()}, {.memory = memory});
  };
  const Strips small = with(8'000'000), middle = with(80'000'000);
  EXPECT_LT(small.rows(), middle.rows());
  EXPECT_LE(small.memory_bytes(), 8'000'000u);
  EXPECT_GT(middle.memory_bytes(), 40'000'000u);
  EXPECT_LE(middle.memory_bytes(), 80'000'000u);
  const std::string message = refusal([&] { with(10'000); }, ErrorKind::invalid_argument);
  EXPECT_THAT(message, HasSubstr("10000 bytes of memory; the least that strips of u8 x 3 of 4000 x 3000 take is"));
  const std::uint64_t least = std::stoull(message.substr(message.find("take is ") + 8));
  EXPECT_EQ(with(least).rows(), 1);
}

TEST_F(StripsOf, OpsThatNeedMoreAreRefused) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  const auto message = [&](const Call& call, const FilterOptions& options = {}) {
    return refusal([&] { Strips(*session, plan(call, photo, options), types_of(photo), {ReadRows()}, {.rows = 4}); },
                   ErrorKind::unsupported);
  };
  EXPECT_THAT(message({"flip", {{"direction", std::string("vertical")}}}), HasSubstr("from top to bottom"));
  EXPECT_THAT(message(ops::Mean{}, {.border = Border::wrap}), HasSubstr("from top to bottom"));
}

TEST_F(StripsOf, WhatASourceThrowsEndsThem) {
  const std::vector<ImageType> types{{colours, photo_size}};
  Strips strips(*session, session->plan(ops::Mean{}, colours), types,
                {[](std::int64_t first, std::int64_t, std::byte*) {
                  if (first > 10) throw Error(ErrorKind::io, "the camera is gone");
                }},
                {.rows = 4, .frames = 1});
  EXPECT_TRUE(strips.next());
  EXPECT_EQ(refusal(
                [&] {
                  while (strips.next()) {
                  }
                },
                ErrorKind::io),
            "the camera is gone");
}

}  // namespace
}  // namespace lenslet
