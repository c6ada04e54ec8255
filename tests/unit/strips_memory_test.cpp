// Strips of random pipelines have the bits of the whole, and take no more memory than they may: what the process and
// PoCL's device, whose memory is the process's too, have allocated is looked at while they run.
#include <lenslet/strips.hpp>

#include <malloc.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include <lenslet/device_group.hpp>
#include <lenslet/merging.hpp>
#include <lenslet/pipeline.hpp>

#include "effort.hpp"
#include "image_support.hpp"
#include "refusal.hpp"
#include "session/plan.hpp"
#include "session/strip_layout.hpp"
#include "strips_support.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t small_things = 100'000;  // events, queues and names, which are no images

// Other drivers keep copies of buffers and compile in the process, which no budget counts.
bool allocates_what_is_asked_for(const Session& session) {
  return session.device().platform.find("Portable Computing Language") != std::string::npos;
}

std::uint64_t allocated() {
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
}

// Since the process began: pages that the system had to find.
std::int64_t page_faults() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

// The most that is allocated while it lives, beyond what was before.
class Peak {
 public:
  Peak() : before_(allocated()), watcher_([this] { watch(); }) {}
  ~Peak() {
    if (watcher_.joinable()) end();
  }
  std::uint64_t end() {
    ended_ = true;
    watcher_.join();
    return most_ - std::min<std::uint64_t>(before_, most_);
  }

 private:
  void watch() {
    while (!ended_) {
      most_ = std::max(most_, allocated());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

  std::uint64_t before_, most_ = 0;
  std::atomic<bool> ended_ = false;
  std::thread watcher_;
};

constexpr const char* ops[] = {"gaussian sigma=2",   "mean ksize=31", "median",
                               "gradient",           "invert",        "resize size=15000x350",
                               "threshold level=90", "equalize",      "crop x=9 y=50 width=14000 height=200",
                               "dilate ksize=9"};

std::string random_chain(std::mt19937& random) {
  std::string text;
  for (std::size_t i = 0, count = 1 + random() % 4; i < count; ++i)
    text += (i > 0 ? " | " : "") + std::string(ops[random() % std::size(ops)]);
  return text;
}

// What the error names; nothing where the chain does not fit together, as crops of what was cropped.
std::optional<std::uint64_t> least_of(const Session& session, const Work& work, const std::vector<ImageType>& types) {
  const ReadRows nothing = [](std::int64_t, std::int64_t, std::byte*) {};
  const std::string message = refusal([&] {
    const Plan plan = session.plan(merged(session, work, {nothing}, {.memory = 1}));
    Strips(session, plan, types, {nothing}, {.memory = 1});
  });
  if (message == "nothing was thrown") ADD_FAILURE() << work.call.op << " takes one byte";
  const std::size_t place = message.find("take is ");
  if (place == message.npos) return {};
  return std::stoull(message.substr(place + 8));
}

// Rows that are made when they are asked for, so that the image itself takes nothing.
ReadRows made_rows(const ImageType& type) {
  return [type](std::int64_t first, std::int64_t rows, std::byte* to) {
    const std::int64_t bytes = type.size.width * static_cast<std::int64_t>(type.format.bytes());
    for (std::int64_t y = first; y < first + rows; ++y)
      for (std::int64_t x = 0; x < bytes; ++x) *to++ = static_cast<std::byte>((x * x * 7 + y * 13 + x * y) >> 3);
  };
}

std::uint64_t hash_in_strips(const Session& session, const Plan& plan, const ImageType& type,
                             const StripOptions& options) {
  Strips strips(session, plan, {type}, {made_rows(type)}, options);
  std::uint64_t hash = 0;
  while (const std::optional<Result> strip = strips.next()) {
    const Image& rows = strip->images.front();
    for (std::int64_t y = 0; y < rows.height(); ++y)
      for (std::int64_t x = 0; x < rows.width() * static_cast<std::int64_t>(rows.format().bytes()); ++x)
        hash = hash * 31 + static_cast<std::uint64_t>(rows.row(y)[x]);
  }
  return hash;
}

TEST(StripsOfRandomPipelines, TakeTheMemoryThatTheyMay) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  const ImageType type{{SampleType::u8, 1}, {20000, 300}};
  const unsigned seeds = effort() >= 3 ? 200 : 4;
  unsigned tried = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::mt19937 random(seed);
    const std::string text = random_chain(random);
    Work work{Pipeline::parse(text), {type}};
    work.options.tune = Tune::off;
    const std::optional<std::uint64_t> least = least_of(session, work, {type});
    if (!least) continue;
    ++tried;
    for (const std::uint64_t memory : {*least, *least + random() % (4 * *least)}) {
      const StripOptions options{.memory = memory};
      const Work known = merged(session, work, {made_rows(type)}, options);
      const Plan plan = session.plan(known);
      const std::uint64_t whole = hash_in_strips(session, plan, type, {.rows = 1100});
      const Plan again = session.plan(known);  // without the memory that the whole took
      Peak peak;
      const std::uint64_t hash = hash_in_strips(session, again, type, options);
      const std::uint64_t most = peak.end();
      EXPECT_EQ(hash, whole) << text << ", " << memory << " bytes";
      if (!allocates_what_is_asked_for(session)) continue;
      EXPECT_LE(most, memory + small_things) << text << ", " << memory << " bytes";
    }
  }
  EXPECT_GE(tried, seeds / 2) << "chains that fit together";
}

// All strips of one row read all rows, which they share; those in the middle keep the most between the two stages.
TEST(StripsOfTwoWindows, TakeTheMemoryOfTheGreediestStrip) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  const ImageType type{{SampleType::u8, 1}, {20000, 31}};
  Work work{Pipeline::parse("gaussian ksize=31 | gaussian ksize=31"), {type}};
  work.options.tune = Tune::off;
  const Plan plan = session.plan(work);
  const auto kept = [&](std::int64_t row) { return scratch_for(plan, {0, row, 20000, 1}, type.size); };
  ASSERT_GT(kept(15), kept(0)) << plan.schedule();
  const Strips strips(session, plan, {type}, {made_rows(type)}, {.rows = 1, .frames = 1, .copy_threads = 1});
  const std::uint64_t frame = 20000 * (31 + 1), there = 20096 * (31 + 1);  // a strip's input and result
  const std::uint64_t pieces = session.device().host_memory ? 0 : 6 * frame;
  const std::uint64_t input = 20000 * 31, result = 20000;
  EXPECT_EQ(strips.memory_bytes(), input + 2 * result + there + pieces + kept(15)) << "one here, and the next";
}

// Each row of a device's buffer begins at 128 bytes.
TEST(StripsOfNarrowImages, CountWhatTheDeviceAllocates) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  if (!session.device().host_memory) GTEST_SKIP() << "a device whose memory is not the host's";
  const ImageType type{{SampleType::u8, 1}, {3, 100'000}};
  const Plan invert = session.plan({"invert"}, type.format, {.tune = Tune::off, .size = type.size});
  const StripOptions options{.rows = 10'000, .frames = 2};
  EXPECT_EQ(Strips(session, invert, {type}, {made_rows(type)}, options).memory_bytes(),
            10'000U * 2 * (3 * 3 + 2 * 128));
  if (!allocates_what_is_asked_for(session)) return;
  Peak peak;
  hash_in_strips(session, invert, type, options);
  EXPECT_LE(peak.end(), 10'000U * 2 * (3 * 3 + 2 * 128) + small_things);
}

// Rows of image objects go through pinned memory wherever these are.
TEST(StripsOfImageObjects, CountTheirPinnedPieces) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  const ImageType type{{SampleType::u8, 4}, {4096, 4096}};
  const auto bytes = [&](const std::string& storage) {
    const std::string schedule = storage + ".window.single.literal.split.v4.x1.y2.g8x1";
    const Plan plan = session.plan({"mean"}, type.format, {.schedule = schedule, .size = type.size});
    const std::uint64_t all = Strips(session, plan, {type}, {made_rows(type)}, {.rows = 512}).memory_bytes();
    return all - scratch_for(plan, {0, 512, 4096, 512}, type.size);
  };
  if (!session.device().host_memory || !session.device().images) return;
  EXPECT_EQ(bytes("image"), bytes("buffer") + (3 << 20));
}

TEST(StripsThatFollowEachOther, AreCopiedByAQuarterOfTheCores) {
  EXPECT_EQ(usual_copy_threads(32, 2, {}), 4U);
  EXPECT_EQ(usual_copy_threads(16, 2, {}), 2U);
  EXPECT_EQ(usual_copy_threads(2, 1, {}), 1U);
  EXPECT_EQ(usual_copy_threads(0, 1, {}), 1U) << "where the system does not tell";
  EXPECT_EQ(usual_copy_threads(32, 2, {.shared = true}), 1U);
  EXPECT_EQ(usual_copy_threads(32, 2, {.memory = 1 << 29}), 1U);
  EXPECT_EQ(usual_copy_threads(32, 2, {.memory = std::uint64_t{1} << 31}), 4U);
}

TEST(StripsThatFollowEachOther, AreJoinedInMemoryThatIsUsedAgain) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  const ImageType type{{SampleType::u8, 1}, {32, 40}};
  const GroupPlan plan{{session.plan({"invert"}, type.format, {.tune = Tune::off})}};
  const Image image(type.size, type.format);
  Image old(type.size, type.format);
  const std::byte* const memory = old.data();
  Strips strips(plan, {image}, {.rows = 8});
  std::vector<Image> others;
  others.push_back(std::move(old));
  strips.reuse(std::move(others));
  const Result joined = strips.join();
  EXPECT_EQ(joined.images.front().data(), memory);
  EXPECT_EQ(joined.images.front().row(39)[31], std::byte{255});
}

// Strips of 36 MiB, which is more than malloc() keeps: each would be of new pages, that the system clears.
TEST(StripsThatFollowEachOther, FindTheirMemoryThere) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's allocator finds new pages for everything";
#endif
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  if (!session.device().host_memory) GTEST_SKIP() << "a device whose memory is not the host's";
  constexpr std::int64_t width = 36 << 10, rows = 1 << 10, first = 5, count = 15;
  const ImageType type{{SampleType::u8, 1}, {width, rows * count}};
  const Plan invert = session.plan({"invert"}, type.format, {.tune = Tune::off, .size = type.size});
  Strips strips(session, invert, {type}, {[](std::int64_t, std::int64_t, std::byte*) {}}, {.rows = rows, .frames = 1});
  std::int64_t taken = 0, before = 0;
  while (std::optional<Result> strip = strips.next()) {
    if (++taken == first) before = page_faults();
    strips.reuse(std::move(strip->images));
  }
  EXPECT_EQ(taken, count);
  EXPECT_LT(page_faults() - before, 10 * (count - first)) << "with large pages each strip would take 36";
}

}  // namespace
}  // namespace lenslet
