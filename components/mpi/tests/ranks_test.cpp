// What ranks agree on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <lenslet/device_group.hpp>
#include <lenslet/merging.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>
#include <thread>

#include "image_support.hpp"
#include "refusal.hpp"
#include "shared_ranks.hpp"
#include "strips_support.hpp"

namespace lenslet::mpi {
namespace {

using testing::HasSubstr;

constexpr PixelFormat colours{SampleType::u8, 3};
constexpr Size photo_size{53, 97};

TEST(Ranks, LearnWhatFailedOnOneOfThem) {
  const Ranks& ranks = shared_ranks();
  ranks.meet();
  const int last = ranks.count() - 1;
  const Error failure(ErrorKind::no_device, "there is none");
  const std::string message =
      refusal([&] { ranks.meet(ranks.rank() == last ? &failure : nullptr); }, ErrorKind::no_device);
  EXPECT_EQ(message, last == 0 ? "there is none" : "rank " + std::to_string(last) + ": there is none");
  ranks.meet();
}

TEST(Ranks, SayWhichOneDisagrees) {
  const Ranks& ranks = shared_ranks();
  ranks.check_same("the weather", "fine");
  if (ranks.count() == 1) return;
  EXPECT_EQ(
      refusal([&] { ranks.check_same("the weather", ranks.rank() == 1 ? "rain" : "fine"); }, ErrorKind::unsupported),
      "ranks disagree about the weather: rank 1 has 'rain', rank 0 has 'fine'");
}

TEST(Ranks, TakeTheirOwnDevices) {
  const Ranks& ranks = shared_ranks();
  EXPECT_EQ(ranks.device("0"), "0");
  EXPECT_EQ(ranks.device("pocl/2"), device_selectors("pocl/2")[static_cast<std::size_t>(ranks.local_rank() % 2)]);
  EXPECT_EQ(find_device(ranks.device()).name, find_device().name);
  EXPECT_THAT(refusal([&] { ranks.device("no such thing"); }, ErrorKind::no_device), HasSubstr("no such thing"));
}

// What fails in one rank is known to all, who need not be told again as they leave.
TEST(RankGroups, FailTogether) {
  RankGroup group(shared_ranks());
  const int last = group.count() - 1;
  EXPECT_EQ(group.text_of_first(std::to_string(group.rank())), "0");
  std::vector<std::uint64_t> ones{1};
  group.sum(ones);
  EXPECT_EQ(ones.front(), static_cast<std::uint64_t>(group.count()));
  const auto work = [&] {
    if (group.rank() == last) throw Error(ErrorKind::io, "the disk is full");
  };
  const std::string said = refusal([&] { group.together(work); }, ErrorKind::io);
  EXPECT_THAT(said, HasSubstr("the disk is full"));
  const Error failure(ErrorKind::io, said);
  group.leave(&failure);
  shared_ranks().meet();
}

// Each rank counts its own rows, and no row is counted twice.
TEST(RanksMerged, CountTogetherWhatOneCounts) {
  const Session session;
  const Image photo = pattern({53, 700}, {SampleType::u8, 1}, 1);
  for (const char* text : {"equalize", "otsu", "gaussian ksize=5 | otsu | equalize", "resize size=31x5 | equalize"}) {
    const Work work{Pipeline::parse(text), {ImageType{photo.format(), photo.size()}}, {}};
    std::vector<std::uint64_t> read{0};
    const ReadRows rows = [&](std::int64_t first, std::int64_t count, std::byte* to) {
      read[0] += static_cast<std::uint64_t>(count);
      std::memcpy(to, photo.row(first), static_cast<std::size_t>(count * photo.stride()));
    };
    const Work mine = merged(shared_ranks(), session, work, {rows}),
               whole = lenslet::merged(session, work, {rows_of_again(photo)});
    EXPECT_EQ(mine.call.op, whole.call.op) << text;
    EXPECT_EQ(mine.call.arguments, whole.call.arguments) << text;
    shared_ranks().sum(read);
    EXPECT_TRUE(std::string(text) != "equalize" || read[0] == 700) << read[0];
  }
}

TEST(RanksMerged, FailTogetherWhereOneCannotRead) {
  const Ranks& ranks = shared_ranks();
  const Session session;
  const ImageType type{{SampleType::u8, 1}, {53, 700}};
  const ReadRows rows = [&](std::int64_t, std::int64_t, std::byte*) {
    if (ranks.rank() == ranks.count() - 1) throw Error(ErrorKind::io, "no such row");
  };
  EXPECT_THAT(refusal(
                  [&] {
                    merged(ranks, session, {ops::Otsu{}, {type}, {}}, {rows});
                  },
                  ErrorKind::io),
              HasSubstr("no such row"));
  ranks.meet();
}

// The others come to the meeting after the failed rank has given up.
TEST(RanksMerged, SayWhyWhereOneFailsLongBeforeTheOthers) {
  using namespace std::chrono_literals;
  if (shared_ranks().count() == 1) return;
  Ranks ranks;
  ranks.meet();
  ranks.set_limit(100ms);
  const Error failure(ErrorKind::io, "no such row");
  const bool fails = ranks.rank() == ranks.count() - 1;
  if (!fails) std::this_thread::sleep_for(500ms);
  const std::string said = refusal([&] { ranks.meet(fails ? &failure : nullptr); }, ErrorKind::io);
  EXPECT_TRUE(said.find("no such row") != said.npos || (!fails && ranks.rank() > 0)) << said;
  shared_ranks().meet();
}

TEST(Ranks, AddUpTheirNumbers) {
  const auto count = static_cast<std::uint64_t>(shared_ranks().count());
  std::vector<std::uint64_t> numbers{1, std::uint64_t{1} << 40};
  shared_ranks().sum(numbers);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{count, count << 40}));
}

// Each strip comes with its times, whichever rank has computed it.
TEST(RankStrips, SayWhatEachStripTook) {
  const Session session;
  const Image photo = pattern(photo_size, colours, 1);
  RankStrips strips(shared_ranks(), session, session.plan(ops::Mean{}, colours), {{colours, photo_size}},
                    {rows_of(photo)}, {.rows = 10});
  while (const std::optional<Result> strip = strips.next()) {
    EXPECT_GT(strip->timing.launches, 0);
    EXPECT_GT(strip->upload_ms, 0);
    EXPECT_GT(strip->download_ms, 0);
  }
}

TEST(RankStrips, FailOnAllRanksWhereTheyFailOnOne) {
  const Session session;
  const Plan blur = session.plan(ops::Mean{}, colours);
  const StripOptions little{.memory = 10};
  EXPECT_THAT(refusal(
                  [&] {
                    RankStrips(shared_ranks(), session, blur, {{colours, photo_size}}, {ReadRows()}, little);
                  },
                  ErrorKind::invalid_argument),
              HasSubstr("10 bytes of memory; the least"));
}

}  // namespace
}  // namespace lenslet::mpi
