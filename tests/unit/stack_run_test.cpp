// Calls on stacks: each page has the bits that it has alone; volumes are compared with plain loops.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/stack_run.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Stack filled_stack(StackType type) {
  Stack stack(std::move(type));
  const Image image = pattern(stack.tall().size(), stack.type().format, 3);
  stack.tall() = image;
  return stack;
}

Image copy_of(const ImageView& page) {
  Image image(page.size(), page.format());
  const std::int64_t bytes = page.width() * static_cast<std::int64_t>(page.format().bytes());
  for (std::int64_t y = 0; y < page.height(); ++y) std::copy_n(page.row(y), bytes, image.row(y));
  return image;
}

class StackRun : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  void expect_pages(const Call& call, const Stack& stack, const OpOptions& options = {}) const {
    const StackResult result = session->run(call, stack, options);
    ASSERT_EQ(result.stack().type().axes, stack.type().axes);
    for (std::int64_t page = 0; page < stack.pages(); ++page)
      EXPECT_TRUE(equal(copy_of(result.stack().page(page)), session->run(call, stack.page(page), options).image()))
          << call.op << " page " << page;
  }

  std::optional<Session> session;
};

TEST_F(StackRun, EachPageHasTheBitsThatItHasAlone) {
  const Stack stack = filled_stack({{37, 23}, {SampleType::u8, 3}, {{'T', 2}, {'Z', 3}}});
  expect_pages({"gaussian"}, stack);
  expect_pages({"invert"}, stack);
  expect_pages({"equalize"}, filled_stack({{37, 23}, {SampleType::u8, 1}, {{'Z', 3}}}));
  expect_pages({"mean"}, filled_stack({{37, 23}, {SampleType::u8, 4, true}, {{'Z', 3}}}));
  expect_pages({"mean"}, filled_stack({{37, 23}, {SampleType::u8, 1}}));
}

TEST_F(StackRun, MemoryDividesPages) {
  const Stack stack = filled_stack({{37, 80}, {SampleType::u8, 1}, {{'Z', 5}}});
  expect_pages({"mean"}, stack, {.memory = 60000});  // two pages at once
  expect_pages({"mean"}, stack, {.memory = 4000});   // each in strips
}

TEST_F(StackRun, AnImageIsTheSameForEveryPage) {
  const Stack stack = filled_stack({{37, 23}, {SampleType::u8, 1}, {{'Z', 3}}});
  const Image one = pattern({37, 23}, {SampleType::u8, 1}, 9);
  const StackResult result = session->run({"subtract"}, {stack, one});
  for (std::int64_t page = 0; page < stack.pages(); ++page)
    EXPECT_TRUE(equal(copy_of(result.stack().page(page)), session->run({"subtract"}, {stack.page(page), one}).image()));
}

TEST_F(StackRun, ArraysGetTheAxesAsSides) {
  const Stack stack = filled_stack({{37, 23}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 3}}});
  const Call call{"label", {{"count", true}}};
  const StackResult result = session->run(call, stack);
  EXPECT_THAT(result.array().type().shape, ElementsAre(2, 3, 1));
  for (std::int64_t page = 0; page < stack.pages(); ++page)
    EXPECT_EQ(result.array().at(page), session->run(call, stack.page(page)).array().at(0));
}

// The rows of a list of pages that belong to this one, without its number.
std::vector<double> rows_of(const Array& list, std::int64_t page) {
  const std::int64_t columns = list.type().shape.at(1);
  std::vector<double> rows;
  for (std::int64_t i = 0; i < list.count(); ++i)
    if (i % columns > 0 && list.at(i / columns * columns) == static_cast<double>(page)) rows.push_back(list.at(i));
  return rows;
}

std::vector<double> elements(const Array& array) {
  std::vector<double> all;
  for (std::int64_t i = 0; i < array.count(); ++i) all.push_back(array.at(i));
  return all;
}

TEST_F(StackRun, ListsOfPagesLieOneBelowAnother) {
  const Stack stack = filled_stack({{61, 47}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 2}}});
  const Call call{"fast", {{"threshold", 5L}}};
  const Array list = session->run(call, stack).array();
  ASSERT_EQ(list.type().shape.at(1), 4);
  for (std::int64_t page = 0; page < stack.pages(); ++page)
    EXPECT_EQ(rows_of(list, page), elements(session->run(call, stack.page(page)).array())) << page;
  const Stack one = filled_stack({{61, 47}, {SampleType::u8, 1}});
  EXPECT_EQ(elements(session->run(call, one).array()), elements(session->run(call, one.page(0)).array()));
}

// The first page needs more room than there is, the second still more, and the third less.
TEST_F(StackRun, ListsGetMoreRoom) {
  Stack labels({{40, 30}, {SampleType::u16, 1}, {{'Z', 3}}});
  for (std::int64_t i = 0; i < 400; ++i) labels.tall().set(i % 40, i / 40, 0, static_cast<double>(i + 1));
  for (std::int64_t i = 0; i < 1200; ++i) labels.tall().set(i % 40, 30 + i / 40, 0, static_cast<double>(i + 1));
  labels.tall().set(5, 66, 0, 2);
  const Array list = session->run({"region_statistics"}, {labels, labels}).array();
  EXPECT_EQ(list.type().shape, (std::vector<std::int64_t>{1602, 12}));
  EXPECT_EQ(list.at(12 * 399 + 1), 400);
  EXPECT_EQ(list.at(12 * 1599 + 1), 1200);
  EXPECT_EQ(list.at(12 * 1601), 2);
}

// More corners of each threshold than a list has room for at first: of the lower one in the first page only, of the
// higher one in the second, which must not take back the room of the other.
TEST_F(StackRun, TwoListsGetMoreRoomByTurns) {
  Stack dots({{512, 512}, {SampleType::u8, 1}, {{'Z', 2}}});
  for (std::int64_t y = 4; y < 1024; y += y == 508 ? 8 : 7)
    for (std::int64_t x = 4; x < 512; x += 7) dots.tall().set(x, y, 0, y < 512 ? 60 : 200);
  const Call both = Pipeline::parse("a = fast threshold=20; b = fast threshold=100; out a, b");
  const StackResult result = session->run(both, dots);
  EXPECT_EQ(elements(result.arrays.at(0)), elements(session->run({"fast", {{"threshold", 20L}}}, dots).array()));
  EXPECT_EQ(elements(result.arrays.at(1)), elements(session->run({"fast", {{"threshold", 100L}}}, dots).array()));
  EXPECT_GT(result.arrays.at(1).count(), 0);
}

TEST_F(StackRun, RegionsOfVolumesHaveThreeSides) {
  Stack labels({{8, 6}, {SampleType::u8, 1}, {{'Z', 4}, {'T', 2}}});
  for (const std::int64_t z : {1, 2}) labels.tall().set(3, (2 * z + 1) * 6 + 5, 0, 1);
  const Array list = session->run_volume({"region_statistics"}, {labels, labels}).array();
  ASSERT_EQ(list.type().shape, (std::vector<std::int64_t>{1, 15}));
  EXPECT_THAT(elements(list), ElementsAre(1, 1, 2, 3, 5, 1, 1, 3, 5, 1, 1, 1, 1, 2, 1.5));
}

TEST_F(StackRun, ALabelBeyondThePixelsIsRefusedEarly) {
  Image labels({40, 30}, {SampleType::u32, 1});
  labels.set(7, 7, 0, 16'700'000);
  EXPECT_EQ(refusal([&] {
              session->run({"region_statistics"}, {labels, Image({40, 30}, {SampleType::i64, 1})});
            }),
            "region_statistics: image is of i64; allowed: u8, i8, u16, i16, u32, i32, f16, f32");
  const Image image({40, 30}, {SampleType::u8, 1});
  EXPECT_EQ(refusal([&] {
              session->run({"region_statistics"}, {labels, image});
            }),
            "region_statistics: 16700000 rows of table were found; allowed: up to 1200 of an image of 1200 pixels, or "
            "more with --regions");
}

// The mean of a cuboid, by plain loops.
double mean_at(const Stack& stack, std::int64_t first, std::int64_t step, std::int64_t pages, std::int64_t x,
               std::int64_t y, std::int64_t z) {
  const Size size = stack.type().size;
  double sum = 0;
  for (std::int64_t dz = -1; dz <= 1; ++dz)
    for (std::int64_t dy = -1; dy <= 1; ++dy)
      for (std::int64_t dx = -1; dx <= 1; ++dx)
        sum += stack.page(first + step * border_index(z + dz, pages, Border::reflect))
                   .at(border_index(x + dx, size.width, Border::reflect),
                       border_index(y + dy, size.height, Border::reflect), 0);
  return sum / 27;
}

TEST_F(StackRun, VolumesLieAlongZBesideOtherAxes) {
  for (const std::vector<StackAxis>& axes :
       {std::vector<StackAxis>{{'T', 2}, {'Z', 4}, {'C', 3}}, {{'Z', 4}, {'C', 3}}}) {
    const Stack stack = filled_stack({{9, 7}, {SampleType::f32, 1}, axes});
    const StackResult result = session->run_volume({"mean"}, stack, {}, {.border = Border::reflect});
    for (std::int64_t page = 0; page < stack.pages(); ++page)
      for (std::int64_t x = 0; x < 9; ++x) {
        const std::int64_t first = page / 12 * 12 + page % 3, z = page / 3 % 4;
        EXPECT_NEAR(result.stack().page(page).at(x, 3, 0), mean_at(stack, first, 3, 4, x, 3, z), 1e-3);
      }
  }
}

TEST_F(StackRun, ColumnsThatDoNotFitAreComputedInParts) {
  const Stack stack = filled_stack({{61, 17}, {SampleType::u16, 1}, {{'Z', 6}}});
  const Image whole = session->run_volume({"mean"}, stack).stack().tall();
  EXPECT_TRUE(equal(whole, session->run_volume({"mean"}, stack, {}, {.memory = 8000}).stack().tall()));
}

TEST_F(StackRun, MediansOfVolumesOfOtherAxesAreApart) {
  const Stack stack = filled_stack({{11, 5}, {SampleType::u8, 1}, {{'Z', 3}, {'C', 2}}});
  const StackResult result = session->run_volume({"median"}, stack);
  for (std::int64_t c = 0; c < 2; ++c) {
    Stack one({{11, 5}, {SampleType::u8, 1}, {{'Z', 3}}});
    for (std::int64_t z = 0; z < 3; ++z)
      for (std::int64_t y = 0; y < 5; ++y) std::copy_n(stack.page(2 * z + c).row(y), 11, one.page(z).row(y));
    const StackResult alone = session->run_volume({"median"}, one);
    for (std::int64_t z = 0; z < 3; ++z)
      EXPECT_TRUE(equal(copy_of(result.stack().page(2 * z + c)), copy_of(alone.stack().page(z))));
  }
}

TEST_F(StackRun, AProjectionAlongPagesIsOnePageOfEachVolume) {
  const Stack stack = filled_stack({{11, 6}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 3}, {'C', 2}}});
  const StackResult result = session->run_volume({"project", {{"along", std::string("pages")}}}, stack);
  ASSERT_EQ(result.stack().type(), (StackType{{11, 6}, {SampleType::u8, 1}, {{'T', 2}, {'C', 2}}}));
  for (std::int64_t page = 0; page < 4; ++page)
    for (std::int64_t i = 0; i < 66; ++i) {
      const auto at = [&](std::int64_t z) { return stack.page((page / 2 * 3 + z) * 2 + page % 2).row(i / 11)[i % 11]; };
      EXPECT_EQ(result.stack().page(page).row(i / 11)[i % 11], std::max({at(0), at(1), at(2)})) << page << ' ' << i;
    }
}

TEST_F(StackRun, AProjectionTakesTheAxisThatItNames) {
  const Stack stack = filled_stack({{11, 6}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 3}, {'C', 2}}});
  const StackResult result = session->run_volume({"project", {{"along", std::string("t")}}}, stack);
  ASSERT_EQ(result.stack().type(), (StackType{{11, 6}, {SampleType::u8, 1}, {{'Z', 3}, {'C', 2}}}));
  for (std::int64_t page = 0; page < 6; ++page)
    for (std::int64_t i = 0; i < 66; ++i) {
      const auto at = [&](std::int64_t t) { return stack.page(t * 6 + page).row(i / 11)[i % 11]; };
      EXPECT_EQ(result.stack().page(page).row(i / 11)[i % 11], std::max(at(0), at(1))) << page << ' ' << i;
    }
}

TEST_F(StackRun, AProjectionTakesTheOnlyAxis) {
  const Stack film = filled_stack({{11, 6}, {SampleType::u8, 1}, {{'T', 3}}});
  const Call call{"project", {{"along", std::string("pages")}}};
  EXPECT_EQ(depth_axis(call, film.type()), 'T');
  EXPECT_EQ(session->run_volume(call, film).stack().type(), (StackType{{11, 6}, {SampleType::u8, 1}}));
}

TEST_F(StackRun, JoinedChannelsAreTold) {
  EXPECT_TRUE(joins_channels({"bilateral"}));
  EXPECT_TRUE(joins_channels({"median | canny"}));
  EXPECT_FALSE(joins_channels({"median"}));
  EXPECT_FALSE(joins_channels({"autocontrast"}));
  EXPECT_TRUE(joins_channels({"autocontrast", {{"by", std::string("together")}}}));
}

// Whether a result has a depth is told of smaller pages than these.
TEST_F(StackRun, ResultsOfLargePagesHaveTheirDepth) {
  const Stack stack = filled_stack({{70, 90}, {SampleType::u8, 1}, {{'Z', 2}}});
  const Stack one = session->run_volume({"project", {{"along", std::string("pages")}}}, stack).stack();
  EXPECT_EQ(one.type(), (StackType{{70, 90}, {SampleType::u8, 1}}));
  EXPECT_EQ(session->run_volume({"label"}, stack).stack().type(),
            (StackType{{70, 90}, {SampleType::i32, 1}, {{'Z', 2}}}));
  for (const Call& call : {Call{"project", {{"along", std::string("pages")}}}, Call{"label"}}) {
    const std::vector<VolumeOutput> told =
        volume_outputs({call, {ImageType{{SampleType::u8, 1}, {70, 90}}}}, {true}, 2);
    EXPECT_EQ(std::get<ImageType>(told.front().output.type).size, (Size{70, 90})) << call.op;
    EXPECT_EQ(told.front().is_flat, call.op == "project");
  }
}

TEST_F(StackRun, ViewsWithGapsAreRead) {
  const Stack stack = filled_stack({{11, 5}, {SampleType::u8, 1}, {{'Z', 3}}});
  std::vector<std::byte> memory(16 * 5 * 3 + 64);
  for (std::int64_t row = 0; row < 15; ++row)
    std::copy_n(stack.tall().row(row), 11, memory.data() + row / 5 * 90 + row % 5 * 16);
  const StackView view(memory.data(), stack.type(), 16, 90);
  for (const Call& call : {Call{"mean"}, Call{"median"}})
    EXPECT_TRUE(equal(session->run_volume(call, view).stack().tall(), session->run_volume(call, stack).stack().tall()));
}

TEST_F(StackRun, RefusesInOneLine) {
  const PixelFormat grey{SampleType::u8, 1};
  const Stack deep({{11, 5}, grey, {{'Z', 3}}}), film({{11, 5}, grey, {{'T', 3}}}), flat({{11, 5}, grey, {{'Z', 1}}});
  const auto volume = [&](const Call& call, const Stack& stack, const OpOptions& options = {}) {
    return refusal([&] { session->run_volume(call, stack, {}, options); });
  };
  EXPECT_EQ(refusal([&] {
              session->run({"subtract"}, {deep, film});
            }),
            "stacks of Z 3 and of T 3; allowed: stacks of the same axes");
  EXPECT_EQ(volume({"mean"}, film), "a volume of a stack whose axes are T; allowed: with an axis Z, or Q");
  EXPECT_EQ(volume({"project", {{"along", std::string("c")}}}, film),
            "a volume of a stack whose axes are T; allowed: with an axis C");
  EXPECT_EQ(volume({"mean"}, flat), "a volume of 1 page along Z; allowed: 2 or more");
  EXPECT_EQ(volume({"equalize"}, deep), "equalize: is not computed in three dimensions; allowed: page by page");
  EXPECT_THAT(volume({"mean"}, deep, {.schedule = "buffer"}), HasSubstr("for a volume, which takes 2 passes"));
  EXPECT_THAT(volume({"sobel", {{"both", true}}}, deep), HasSubstr("allowed: dx, dy and the depth"));
  EXPECT_EQ(refusal([&] { session->run_volume({"median"}, deep, {.depth = 4}); }),
            "median: the depth is 4; allowed in a volume: an odd number from 1 to 63");
  EXPECT_EQ(refusal([&] {
              session->run_volume({"rank", {{"ksize_y", 65L}}}, deep);
            }),
            "rank: ksize_y is 65; allowed in a volume: an odd number from 1 to 63");
  EXPECT_THAT(refusal([&] {
                session->run({"project", {{"along", std::string("pages")}}}, deep);
              }),
              HasSubstr("allowed: 2 or more, which --volume takes from a file"));
}

}  // namespace
}  // namespace lenslet
