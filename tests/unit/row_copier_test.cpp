// Rows between callers' memory and a device: in pieces of any size, and not after callers took their memory back.
#include "session/row_copier.hpp"

#include <cstring>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat three{SampleType::u8, 3};

class RowCopies : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  RowCopier copier(const RowCopyOptions& options) const { return {state_of(*session).queue, lent, options}; }

  std::optional<Session> session;
  std::shared_ptr<LentMemory> lent = std::make_shared<LentMemory>();
};

TEST_F(RowCopies, ArriveInPiecesOfAnySize) {
  const Image photo = pattern({53, 47}, three, 1);
  for (const std::uint64_t piece : {1, 100, 159, 1000, 1 << 20})
    for (const std::size_t threads : {1, 2, 5})
      for (const bool maps : {true, false}) {
        const std::string what = fmt::format("pieces of {}, {} threads, {}", piece, threads, maps);
        const DeviceImage there = session->allocate(photo.size(), three);
        RowCopier up = copier({piece, threads, maps}), down = copier({piece, threads, maps});
        for (int time = 0; time < 2; ++time) up.upload(photo, there);  // again through the same memory
        EXPECT_TRUE(equal(session->download(there), photo)) << what;
        Image back(photo.size(), three, 200);
        down.download(there, {back.data(), back.stride()});
        for (std::int64_t y = 0; y < 47; ++y) EXPECT_EQ(std::memcmp(back.row(y), photo.row(y), 53 * 3), 0) << what;
        const Rect middle{5, 7, 31, 20};
        Image part(middle.size(), three);
        down.download(there.view(middle), {part.data(), part.stride()});
        EXPECT_EQ(part.at(3, 4, 1), photo.at(8, 11, 1)) << what;
      }
}

TEST_F(RowCopies, EndWhenCallersTakeTheirMemoryBack) {
  const Image photo = pattern({53, 47}, three, 1);
  const DeviceImage there = session->upload(photo);
  Image back(photo.size(), three);
  lent->take_back();
  for (const std::size_t threads : {1, 3}) {
    RowCopier taken = copier({.piece = 1000, .threads = threads, .maps = false});
    EXPECT_THAT(refusal([&] { taken.upload(photo, there); }, ErrorKind::device), HasSubstr("others' now"));
    const TargetRows to{back.data(), back.stride()};
    EXPECT_THAT(refusal([&] { taken.download(there, to); }, ErrorKind::device), HasSubstr("others' now"));
  }
  EXPECT_TRUE(equal(back, Image(photo.size(), three))) << "nothing was touched";
}

// The first and the last strip read fewer rows than others, and scaled images now and then one less.
TEST_F(RowCopies, SmallerPartsLieInTheMemoryOfLargerOnes) {
  const Plan mean = session->plan({"mean"}, three);
  const Image photo = pattern({53, 47}, three, 1);
  const auto part = [](std::int64_t first, std::int64_t rows) {
    return FramePart{{{53, 47}, 0, first}, {0, first + 1, 53, rows - 2}};
  };
  const auto view = [&](std::int64_t first, std::int64_t rows) {
    return std::vector<ImageView>{{photo.row(first), {53, rows}, three, photo.stride()}};
  };
  PartMemory memory;
  memory.fit(*session, mean, view(10, 12), part(10, 12));
  const auto large = std::get<DeviceImage>(memory.inputs()[0]), result = std::get<DeviceImage>(memory.outputs()[0]);
  memory.fit(*session, mean, view(20, 7), part(20, 7));
  const auto& small = std::get<DeviceImage>(memory.inputs()[0]);
  EXPECT_EQ(small.size(), (Size{53, 7}));
  EXPECT_EQ(small.held().y, 20);
  EXPECT_TRUE(small.shares_memory(large));
  EXPECT_TRUE(std::get<DeviceImage>(memory.outputs()[0]).shares_memory(result));
  memory.fit(*session, mean, view(10, 13), part(10, 13));
  EXPECT_FALSE(std::get<DeviceImage>(memory.inputs()[0]).shares_memory(large));
}

}  // namespace
}  // namespace lenslet
