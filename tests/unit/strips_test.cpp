// Strips: which rows they read and make, in which memory, and what is refused.
#include <lenslet/strips.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device_group.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "strips_support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat colours{SampleType::u8, 3};
constexpr Size photo_size{53, 47};

class StripsOf : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  Plan plan(const Call& call, const std::vector<Image>& inputs, const OpOptions& options) const {
    Work work{call, {}, options};
    for (const ImageType& type : types_of(inputs)) work.inputs.emplace_back(type);
    return session->plan(work);
  }

  std::optional<Session> session;
};

TEST_F(StripsOf, PartsOfTheResultsReadWhatTheyNeed) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  const Plan blur = plan(ops::Mean{.ksize = 5}, photo, {});
  const Image whole = as_whole(*session, blur, photo).front();
  std::int64_t first = -1, end = 0;
  const auto source = [&, rows = rows_of(photo.front())](std::int64_t y, std::int64_t count, std::byte* to) mutable {
    if (first < 0) first = y;
    end = y + count;
    rows(y, count, to);
  };
  Strips strips(*session, blur, types_of(photo), {source}, {.rows = 4, .parts = {{20, 31}}});
  std::int64_t y = 20;
  while (const auto strip = strips.next())
    for (std::int64_t k = 0; k < strip->images[0].height(); ++k, ++y)
      EXPECT_EQ(std::memcmp(strip->images[0].row(k), whole.row(y), static_cast<std::size_t>(whole.stride())), 0) << y;
  EXPECT_EQ(y, 31);
  EXPECT_EQ(first, 18);
  EXPECT_EQ(end, 33);
  for (const std::vector<RowRange>& parts :
       std::vector<std::vector<RowRange>>{{{-1, 5}}, {{5, 5}}, {{40, 48}}, {{9, 12}, {11, 15}}})
    EXPECT_THAT(refusal([&] { Strips(*session, blur, types_of(photo), {ReadRows()}, {.parts = parts}); }),
                HasSubstr("of results that have 47, behind row "));
}

// Strips end where parts do, and rows between parts that none reads are not asked for.
TEST_F(StripsOf, SeveralPartsHaveStripsOfTheirOwn) {
  const std::vector<Image> photo{pattern({40, 300}, colours, 1)};
  const Plan blur = plan(ops::Mean{.ksize = 31}, photo, {});
  const Image whole = as_whole(*session, blur, photo).front();
  const auto with = [&](const StripOptions& options) {
    return Strips(*session, blur, types_of(photo), {rows_of(photo.front())}, options);
  };
  const std::uint64_t memory = with({.rows = 64}).memory_bytes();
  for (const StripOptions& options : {StripOptions{.rows = 50}, StripOptions{.memory = memory}, StripOptions{}}) {
    StripOptions parts = options;
    parts.parts = {{0, 7}, {7, 120}, {250, 300}};
    Strips strips = with(parts);
    EXPECT_TRUE(options.memory == 0 || strips.memory_bytes() <= memory);
    for (const RowRange& part : parts.parts)
      for (std::int64_t y = part.begin; y < part.end;) {
        const Image rows = std::move(strips.next()->images.front());
        EXPECT_EQ(std::memcmp(rows.data(), whole.row(y), static_cast<std::size_t>(rows.height() * whole.stride())), 0)
            << y;
        y += rows.height();
        EXPECT_LE(y, part.end);
      }
    EXPECT_FALSE(strips.next());
  }
}

// What an interrupted run has left is computed as the whole is: nobody else has the rest.
TEST_F(StripsOf, RowsThatAreLeftHaveTheUsualStrips) {
  const std::vector<ImageType> large{{colours, {4000, 30000}}};
  const Plan blur = session->plan(ops::Gaussian{.sigma = 1}, colours);
  const auto rows = [&](const StripOptions& options) {
    return Strips(*session, blur, large, {ReadRows()}, options).rows();
  };
  EXPECT_EQ(rows({.parts = {{7000, 30000}}}), rows({}));
  const bool is_cpu = session->device().host_memory;
  EXPECT_TRUE(!is_cpu || rows({.parts = {{7000, 30000}}, .shared = true}) > rows({})) << "others have strips of 64 MiB";
}

// A strip reads its own part of each input; what all strips read is asked for once.
TEST_F(StripsOf, InputsOfTheirOwnSizesAreReadByTheirOwnParts) {
  const std::vector<Image> laid{pattern(photo_size, colours, 1), pattern({20, 9}, colours, 2)};
  std::vector<Image> placed{pattern(photo_size, colours, 1)};
  for (const double step : {0.7, 0.4}) {
    Image& map = placed.emplace_back(Size{31, 64}, PixelFormat{SampleType::f32, 1});
    for (std::int64_t y = 0; y < map.height(); ++y)
      for (std::int64_t x = 0; x < map.width(); ++x) map.set(x, y, 0, step * static_cast<double>(x + y));
  }
  const auto expect_same = [&](const Call& call, const std::vector<Image>& inputs) {
    const Plan one = plan(call, inputs, {});
    const std::vector<Image> whole = as_whole(*session, one, inputs);
    for (const std::int64_t rows : {1, 7, 30})
      EXPECT_TRUE(equal(in_strips(*session, one, inputs, {.rows = rows}).front(), whole.front())) << call.op << rows;
    const std::vector<ImageView> views(inputs.begin(), inputs.end());
    EXPECT_TRUE(equal(Strips(GroupPlan{{one}}, views, {.rows = 5}).join().image(), whole.front())) << call.op;
  };
  expect_same(ops::Composite{.x = 11, .y = 17, .opacity = 0.6}, laid);
  expect_same(ops::Remap{}, placed);
  EXPECT_EQ(plan(ops::Composite{.x = 11, .y = 17}, laid, {}).reads({0, 20, 53, 4}, photo_size, 1), (Rect{0, 3, 20, 4}));
  EXPECT_EQ(plan(ops::Composite{.x = 11, .y = 17}, laid, {}).reads({0, 40, 53, 4}, photo_size, 1), (Rect{0, 8, 20, 1}));
  EXPECT_EQ(plan(ops::Remap{}, placed, {}).reads({2, 40, 5, 4}, photo_size), (Rect{0, 0, 53, 47}));
  EXPECT_EQ(plan(ops::Remap{}, placed, {}).reads({2, 40, 5, 4}, photo_size, 2), (Rect{2, 40, 5, 4}));
  EXPECT_EQ(refusal([&] {
              plan(ops::Remap{}, placed, {}).reads({2, 40, 5, 4}, photo_size, 3);
            }),
            "input 3 of a plan that takes 3, the first is 0");
  const std::vector<ImageType> wrong{{colours, photo_size}, {colours, {20, 10}}};
  EXPECT_THAT(refusal([&] {
                Strips(*session, plan(ops::Composite{}, laid, {}), wrong, {ReadRows(), ReadRows()});
              }),
              HasSubstr("u8 x 3 of 20 x 10; allowed are u8 x 3 of 20 x 9"));
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
  const auto message = [&](const Call& call, const OpOptions& options = {}) {
    return refusal([&] { Strips(*session, plan(call, photo, options), types_of(photo), {ReadRows()}, {.rows = 4}); },
                   ErrorKind::unsupported);
  };
  EXPECT_THAT(message({"flip", {{"direction", std::string("vertical")}}}), HasSubstr("from top to bottom"));
  EXPECT_THAT(message({"rotate", {{"degrees", 180L}}}), HasSubstr("from top to bottom"));
  EXPECT_THAT(message(ops::Mean{}, {.border = Border::wrap}), HasSubstr("from top to bottom"));
  const Plan mean = session->plan(ops::Mean{}, colours);
  for (const Size size : {Size{1, std::int64_t{1} << 31}, Size{std::int64_t{1} << 30, 1}})
    EXPECT_THAT(refusal(
                    [&] {
                      Strips(*session, mean, {{colours, size}}, {ReadRows()});
                    },
                    ErrorKind::unsupported),
                HasSubstr("allowed are rows of at most 2147483647 samples"));
}

// As one strip, of which the refusal says how much it takes.
TEST_F(StripsOf, WhatTakesRowsInAnotherOrderNeedsMemoryForAll) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  for (const auto& [call, options] : {std::pair{Call{"flip", {{"direction", std::string("vertical")}}}, OpOptions{}},
                                      std::pair{Call(ops::Mean{}), OpOptions{.border = Border::wrap}}}) {
    const Plan made = plan(call, photo, options);
    const std::string message = refusal(
        [&] { Strips(*session, made, types_of(photo), {ReadRows()}, {.memory = 10'000}); }, ErrorKind::unsupported);
    ASSERT_THAT(message, HasSubstr("as one strip "));
    const std::uint64_t bytes = std::stoull(message.substr(message.find("as one strip ") + 13));
    EXPECT_TRUE(
        equal(in_strips(*session, made, photo, {.memory = bytes}).front(), as_whole(*session, made, photo).front()));
  }
}

// With more memory these would be refused, too: what is named is what they cannot be.
TEST_F(StripsOf, WhatCannotBeOneStripIsToldWhyAndNoMemory) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  const Plan flip = plan({"flip", {{"direction", std::string("vertical")}}}, photo, {});
  const auto message = [&](const StripOptions& options) {
    return refusal([&] { Strips(*session, flip, types_of(photo), {ReadRows()}, options); }, ErrorKind::unsupported);
  };
  EXPECT_THAT(message({.memory = 1 << 30, .parts = {{0, 10}, {20, 47}}}),
              HasSubstr("it needs the whole as one strip of one process, not 2 parts of the rows"));
  EXPECT_THAT(message({.memory = 1 << 30, .rows = 4}),
              HasSubstr("it needs the whole as one strip, not strips of 4 rows"));
}

// Images that are there need no order, and lie where they lie: the rows may have gaps.
TEST_F(StripsOf, ImagesThatAreThereHaveTheBitsOfTheWhole) {
  Image photo(photo_size, colours, 53 * 3 + 5);
  const Image tight = pattern(photo_size, colours, 1);
  for (std::int64_t y = 0; y < photo.height(); ++y) std::memcpy(photo.row(y), tight.row(y), 53 * 3);
  for (const Call& call : {Call(ops::Gaussian{.sigma = 1.5}), Call{"transpose"}, Call{"rotate", {{"degrees", 270L}}},
                           Call{"flip", {{"direction", std::string("both")}}}, Call{"resize", {{"size", Size{31, 77}}}},
                           Call{"scharr", {{"both", true}}}})
    for (const std::int64_t rows : {1, 6, 100}) {
      const Plan made = plan(call, {tight}, {});
      const std::vector<Image> whole = as_whole(*session, made, {tight});
      const Result strips = Strips(GroupPlan{{made}}, {photo}, {.rows = rows, .frames = 2}).join();
      ASSERT_EQ(strips.images.size(), whole.size());
      for (std::size_t i = 0; i < whole.size(); ++i)
        EXPECT_TRUE(equal(strips.images[i], whole[i])) << call.op << ", " << rows << " rows";
    }
}

TEST_F(StripsOf, SomeStripsAreNoWhole) {
  const Image photo = pattern(photo_size, colours, 1);
  const GroupPlan blur{{plan(ops::Mean{.ksize = 5}, {photo}, {})}};
  Strips begun(blur, {photo}, {.rows = 4});
  EXPECT_EQ(begun.next()->images[0].height(), 4);
  EXPECT_THAT(refusal([&] { begun.join(); }), HasSubstr("strips behind the first put together to a whole"));
  EXPECT_THAT(refusal([&] {
                Strips(blur, {photo}, {.rows = 4, .parts = {{0, 4}, {8, 12}}}).join();
              }),
              HasSubstr("several parts put together"));
}

// Each strip would upload all rows.
TEST_F(StripsOf, WhatReadsAllRowsIsOneStripWithTheLeastMemoryToo) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  const Plan turn = plan({"transpose"}, photo, {});
  const auto with = [&](std::uint64_t memory) {
    return Strips(*session, turn, types_of(photo), {rows_of(photo.front())}, {.memory = memory});
  };
  const std::string message = refusal([&] { with(1000); });
  ASSERT_THAT(message, HasSubstr("as each row of results reads 47 of the 47 rows"));
  const std::uint64_t least = std::stoull(message.substr(message.find("take is ") + 8));
  EXPECT_LE(least, 4u * 53 * 47 * 3 + 6 * (1 << 20));
  // Where there is pinned memory besides, that of one strip is more than that of strips of one row.
  const std::vector<std::uint64_t> enough =
      session->device().host_memory ? std::vector{least, least + 1000, 4 * least} : std::vector{4 * least};
  for (const std::uint64_t memory : enough) EXPECT_EQ(with(memory).rows(), 53) << memory;
  EXPECT_EQ(with(0).rows(), 53) << "one strip takes less memory than several";
  EXPECT_TRUE(equal(joined(with(least)).front(), as_whole(*session, turn, photo).front()));
}

// Pipelines with images of several sizes: what lies between ops is as large as these.
TEST_F(StripsOf, MemoryBetweenOpsCounts) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  const Plan larger = plan(Pipeline::parse("resize size=900x600 | median ksize=5"), photo, {});
  const Strips strips(*session, larger, types_of(photo), {ReadRows()}, {.rows = 20});
  const std::uint64_t results = 900 * 20 * 3;
  EXPECT_GT(strips.memory_bytes(), (7 + 1) * results);
  if (session->device().host_memory) {  // others have pinned memory besides
    EXPECT_LT(strips.memory_bytes(), (7 + 2) * results);
  }
  const Plan smaller = plan(Pipeline::parse("median ksize=5 | resize size=20x11 | invert"), photo, {});
  EXPECT_TRUE(equal(in_strips(*session, smaller, photo, {.memory = 40'000}).front(),
                    as_whole(*session, smaller, photo).front()));
}

TEST_F(StripsOf, EmptyImagesAreRefused) {
  const Plan blur = session->plan(ops::Gaussian{.sigma = 1}, colours);
  for (const Size size : {Size{0, 3}, Size{3, 0}})
    EXPECT_THAT(refusal([&] {
                  Strips(*session, blur, {{colours, size}}, {ReadRows()}, {.memory = 1000});
                }),
                HasSubstr("which is empty"));
}

TEST_F(StripsOf, SeveralThreadsThatCopyMakeTheSame) {
  const std::vector<Image> photo{pattern(photo_size, colours, 1)};
  const Plan blur = plan(ops::Gaussian{.sigma = 1.5}, photo, {});
  const Result strips = Strips(GroupPlan{{blur}}, {photo[0]}, {.rows = 16, .copy_threads = 3}).join();
  EXPECT_TRUE(equal(strips.images[0], as_whole(*session, blur, photo).front()));
  EXPECT_THAT(
      refusal([&] { Strips(GroupPlan{{blur}}, {photo[0]}, {.copy_threads = 65}); }, ErrorKind::invalid_argument),
      HasSubstr("65 threads that copy rows for strips; allowed are 0 to 64"));
}

TEST_F(StripsOf, RowsThatAreAskedForStay) {
  const std::vector<ImageType> image{{colours, {200, 190}}};
  const Plan blur = session->plan(ops::Gaussian{.sigma = 1}, colours);
  EXPECT_EQ(Strips(*session, blur, image, {ReadRows()}, {.memory = 1 << 30, .rows = 20}).rows(), 20);
  EXPECT_EQ(Strips(*session, blur, image, {ReadRows()}, {.memory = 1 << 30}).rows(), 190) << "all that fits is one";
}

TEST_F(StripsOf, WaitingIsWatchedAndReadingIsNot) {
  const Image photo = pattern(photo_size, colours, 1);
  int begun = 0, over = 0;
  const auto source = [&, rows = rows_of(photo)](std::int64_t first, std::int64_t count, std::byte* to) mutable {
    EXPECT_EQ(begun, over);
    rows(first, count, to);
  };
  const auto watch = [&] {
    ++begun;
    return std::shared_ptr<void>(nullptr, [&](void*) { ++over; });
  };
  Strips strips(*session, plan(ops::Mean{.ksize = 5}, {photo}, {}), {{colours, photo_size}}, {source},
                {.rows = 4, .frames = 1, .watch = watch});
  while (strips.next()) continue;
  EXPECT_GT(begun, 0);
  EXPECT_EQ(begun, over);
}

// From then on rows are missing: there is no way to go on.
TEST_F(StripsOf, WhatASourceThrowsEndsThem) {
  const Image photo = pattern(photo_size, colours, 1);
  const std::vector<ImageType> types(2, {colours, photo_size});
  int calls = 0;
  const auto failing = [&](std::int64_t first, std::int64_t, std::byte*) {
    ++calls;
    if (first > 10) throw Error(ErrorKind::io, "the camera is gone");
  };
  Strips strips(*session, plan({"add"}, {photo, photo}, {}), types, {rows_of(photo), failing},
                {.rows = 4, .frames = 1});
  EXPECT_TRUE(strips.next());
  const auto all = [&] {
    while (strips.next()) {
    }
  };
  EXPECT_EQ(refusal(all, ErrorKind::io), "the camera is gone");
  const int asked = calls;
  EXPECT_EQ(refusal(all, ErrorKind::io), "the camera is gone");
  EXPECT_EQ(calls, asked);
}

}  // namespace
}  // namespace lenslet
