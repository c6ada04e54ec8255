// Ops of whole regions by strips and on several devices: a pass before tells what lies in other strips, and the bits
// are those of the whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>
#include <lenslet/merging.hpp>
#include <lenslet/pipeline.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "strips_support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using ArgumentMap = decltype(Call::arguments);

// Whether a square spiral of lines one pixel wide, with gaps one pixel wide, covers a pixel.
bool on_spiral(std::int64_t x, std::int64_t y, Size size) {
  const std::int64_t ring = std::min(std::min(x, y), std::min(size.width - 1 - x, size.height - 1 - y));
  return (ring % 2 == 0) != (x == ring && y == ring + 1);
}

// What is hard to join: lines that come back, many small regions, and noise where large regions begin to be.
double painted(const std::string& what, std::int64_t x, std::int64_t y, Size size, std::mt19937& random) {
  const auto noise = static_cast<double>(1 + random() % 100);
  if (what == "spiral") return on_spiral(x, y, size) ? noise : 0;
  if (what == "gaps of a spiral") return on_spiral(x, y, size) ? 0 : noise;
  if (what == "comb") return x % 2 == 0 || y == size.height - 1 ? noise : 0;
  if (what == "comb from above") return x % 2 == 0 || y == 0 ? noise : 0;
  if (what == "columns") return x % 3 == 0 ? noise : 0;
  if (what == "checkerboard") return (x + y) % 2 == 0 ? noise : 0;
  const unsigned percent = what == "sparse" ? 40 : what == "dense" ? 75 : 59;
  return random() % 100 < percent ? noise : 0;
}

constexpr const char* pictures[] = {"noise", "spiral", "gaps of a spiral", "comb",  "comb from above",
                                    "dense", "sparse", "columns",          "empty", "checkerboard"};

Image picture(const std::string& what, const ImageType& type, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x)
      for (int c = 0; c < type.format.channels; ++c)
        image.set(x, y, c, what == "empty" ? 0 : painted(what, x, y, type.size, random));
  return image;
}

// Chunks of such narrow images have 256 rows.
constexpr Size sizes[] = {{64, 700}, {97, 513}, {1, 1025}, {37, 257}, {130, 1026}, {2, 512}};

class RegionStrips : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  static Work work_of(const Call& call, const std::vector<Image>& inputs) {
    Work work{call, {}};
    for (const ImageType& type : types_of(inputs)) work.inputs.emplace_back(type);
    return work;
  }

  static std::vector<ReadRows> sources_of(const std::vector<Image>& inputs) {
    std::vector<ReadRows> sources;
    for (const Image& input : inputs) sources.push_back(rows_of_again(input));
    return sources;
  }

  // In strips lower than chunks, and of other heights, the results are those of the whole. The schedule is the strips'.
  void expect_same(const Call& call, const std::vector<Image>& inputs, const std::string& what,
                   const std::string& schedule = {}) const {
    const Work work = work_of(call, inputs);
    const Image whole = as_whole(*session, session->plan(work), inputs).front();
    if (!schedule.empty()) {
      Work scheduled = work;
      scheduled.options.schedule = schedule;
      EXPECT_TRUE(equal(as_whole(*session, session->plan(scheduled), inputs).front(), whole))
          << call.op << ", " << what << ", " << schedule;
    }
    for (const std::int64_t rows : {100, 600}) {
      const StripOptions options{.rows = rows, .frames = 2};
      Work strips = merged(*session, work, sources_of(inputs), options);
      strips.options.schedule = schedule;
      const Plan plan = session->plan(strips);
      EXPECT_TRUE(equal(joined(Strips(*session, plan, types_of(inputs), sources_of(inputs), options)).front(), whole))
          << call.op << ", " << what << ", strips of " << rows << " rows";
    }
  }

  void expect_same_of_all(const std::vector<Call>& calls, const std::vector<PixelFormat>& formats) const {
    std::size_t i = 0;
    for (const char* what : pictures) {
      const ImageType type{formats[i % formats.size()], sizes[i % std::size(sizes)]};
      const Image image = picture(what, type, static_cast<std::uint32_t>(i));
      expect_same(calls[i % calls.size()], {image}, fmt::format("{}, {}", to_string(type), what));
      ++i;
    }
  }

  std::optional<Session> session;
};

constexpr PixelFormat bytes{SampleType::u8, 1}, words{SampleType::u16, 1}, halves{SampleType::f16, 1},
    floats{SampleType::f32, 1}, doubles{SampleType::f64, 1};

ArgumentMap with(ArgumentMap arguments, const char* neighbours) {
  arguments["neighbours"] = std::string(neighbours);
  return arguments;
}

std::vector<Call> by_neighbours(const char* op, const ArgumentMap& arguments) {
  return {{op, with(arguments, "4")}, {op, with(arguments, "8")}, {op, with(arguments, "4")}};
}

TEST_F(RegionStrips, KeepWhatIsStrongElsewhere) {
  expect_same_of_all(by_neighbours("hysteresis", {{"low", 0.5}, {"high", 99.5}}), {bytes, words, halves, floats});
  expect_same_of_all({{"hysteresis", {{"low", 20.0}, {"high", 99.0}, {"neighbours", std::string("8")}}},
                      {"hysteresis", {{"low", 90.0}, {"high", 10.0}}}},
                     {floats, bytes});
}

// Regions near the share of pixels at which they begin to go through the whole image, with one strong pixel in all.
TEST_F(RegionStrips, KeepWhatOnePixelHolds) {
  const auto expect_same_of = [&](const char* neighbours, unsigned percent, std::uint32_t seed) {
    std::mt19937 random(seed);
    Image image({83, 1100}, bytes);
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < image.width(); ++x) image.set(x, y, 0, random() % 100 < percent ? 60 : 0);
    image.set(random() % 83, random() % 1100, 0, 200);
    expect_same({"hysteresis", with({}, neighbours)}, {image}, fmt::format("{} neighbours, seed {}", neighbours, seed));
  };
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    expect_same_of("4", 60 + seed / 2, seed);
    expect_same_of("8", 41 + seed / 2, seed);
  }
}

TEST_F(RegionStrips, FillWhatReachesNoEdge) {
  expect_same_of_all(by_neighbours("fill_holes", {}), {bytes, floats, words});
}

TEST_F(RegionStrips, CountPixelsOfOtherStrips) {
  for (const int area : {40, 700, 9000})
    expect_same_of_all(by_neighbours("remove_small", {{"area", std::int64_t{area}}}),
                       {words, bytes, floats, halves, doubles});
}

TEST_F(RegionStrips, FollowEdges) {
  const PixelFormat colours{SampleType::u8, 3};
  expect_same_of_all({{"canny", {{"low", 90.0}, {"high", 390.0}}},
                      {"canny", {{"low", 300.0}, {"high", 1500.0}, {"ksize", std::string("5")}, {"l2", true}}},
                      {"canny", {{"low", 10.0}, {"high", 60.0}, {"sigma", 1.5}}},
                      {"canny", {{"low", 600.0}, {"high", 9000.0}, {"ksize", std::string("7")}}}},
                     {bytes, words, floats, colours, halves});
}

// Heights: noise with few ties or many, plateaus, slopes, and corridors that lead from one end of the image to the
// other and back.
Image heights(const std::string& what, const ImageType& type, std::mt19937& random) {
  Image image(type.size, type.format);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x) {
      const auto noise = static_cast<double>(random() % 200);
      const bool is_wall = x % 4 == 3, is_gate = y == (x / 4 % 2 == 0 ? type.size.height - 1 : 0);
      image.set(x, y, 0,
                what == "flat"     ? 7
                : what == "levels" ? std::floor(noise / 60)
                : what == "slope"  ? static_cast<double>(y % 200)
                : what == "ways"   ? (is_wall && !is_gate ? 200 : noise / 100)
                                   : noise);
    }
  return image;
}

Image dots(const ImageType& type, unsigned every, std::mt19937& random) {
  Image image(type.size, type.format);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x)
      if (random() % every == 0 || (x == 0 && y == 0))
        image.set(x, y, 0,
                  static_cast<double>(random() % 200) + (type.format.type == SampleType::i32 ? -100'000'000 : 1));
  return image;
}

TEST_F(RegionStrips, FloodUntilSeamsStay) {
  constexpr Size sizes_of[] = {{64, 700}, {20, 1100}, {1, 1025}, {37, 257}, {33, 800}};
  constexpr PixelFormat labels{SampleType::i32, 1};
  std::mt19937 random(5);
  std::size_t i = 0;
  for (const char* what : {"noise", "levels", "flat", "slope", "ways", "noise", "ways"})
    for (const bool line : {false, true}) {
      const Size size = sizes_of[i % std::size(sizes_of)];
      const bool masked = i % 3 == 2;
      std::vector<Image> inputs{heights(what,
                                        {i % 2 == 0   ? bytes
                                         : i % 4 == 1 ? floats
                                                      : words,
                                         size},
                                        random),
                                dots({i % 3 == 0 ? bytes : labels, size}, i % 4 == 0 ? 5000 : 900, random)};
      if (masked) inputs.push_back(picture("dense", {bytes, size}, static_cast<std::uint32_t>(i)));
      expect_same(
          {"watershed", {{"neighbours", std::string(i % 2 == 0 ? "8" : "4")}, {"line", line}, {"masked", masked}}},
          inputs, fmt::format("{} of {} x {}", what, size.width, size.height));
      ++i;
    }
}

TEST_F(RegionStrips, AreOpsOfPipelines) {
  const Image image = picture("noise", {bytes, {70, 600}}, 3);
  for (const char* text :
       {"median ksize=3 | hysteresis low=40 high=70", "gaussian sigma=1 | canny low=60 high=160 | invert",
        "otsu | fill_holes | remove_small area=90 neighbours=8"})
    expect_same(Pipeline::parse(text), {image}, "a pipeline");
  std::mt19937 random(7);
  const std::vector<Image> inputs{heights("noise", {bytes, {60, 600}}, random),
                                  dots({{SampleType::i32, 1}, {60, 600}}, 700, random)};
  expect_same(Pipeline::parse("in image, markers; smooth = gaussian image sigma=2; watershed smooth markers"), inputs,
              "a pipeline");
}

// GPUs join tiles in local memory: of pixels, and where an image is whole, of words.
TEST_F(RegionStrips, AreJoinedByTiles) {
  const ImageType type{bytes, {570, 1100}};
  for (const auto& [what, schedule] :
       {std::pair("noise", "tiles.group64.rows16"), std::pair("comb from above", "tiles.group128.rows64"),
        std::pair("noise", "words.group64.rows16"), std::pair("comb from above", "words.group256.rows32")}) {
    const Image image = picture(what, type, 4);
    expect_same({"label"}, {image}, what, schedule);
    expect_same({"hysteresis", {{"low", 0.5}, {"high", 99.5}}}, {image}, what, schedule);
    expect_same({"canny", {{"low", 90.0}, {"high", 390.0}}}, {image}, what, schedule);
    expect_same({"fill_holes", {{"neighbours", std::string("8")}}}, {image}, what, schedule);
    expect_same({"remove_small", {{"area", std::int64_t{700}}}}, {image}, what, schedule);
    std::mt19937 random(2);
    expect_same({"watershed"}, {image, dots({{SampleType::i32, 1}, type.size}, 2000, random)}, what, "group64.tile16");
  }
}

TEST_F(RegionStrips, ShareDevices) {
  std::optional<DeviceGroup> group;
  try {
    group.emplace(SessionOptions{.device = std::to_string(session->device().index) + "/2", .cache = false});
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  const auto expect_same_of_group = [&](const Call& call, const std::vector<Image>& inputs) {
    const Work work = work_of(call, inputs);
    const StripOptions options{.rows = 90};
    const Plan whole = session->plan(work);
    Strips strips(group->plan(merged(*group, work, sources_of(inputs), options)), types_of(inputs), sources_of(inputs),
                  options);
    EXPECT_TRUE(equal(joined(strips).front(), as_whole(*session, whole, inputs).front())) << call.op;
  };
  const Image image = picture("noise", {bytes, {61, 1200}}, 9);
  expect_same_of_group({"hysteresis", {{"low", 0.5}, {"high", 99.5}}}, {image});
  expect_same_of_group({"canny", {{"low", 90.0}, {"high", 390.0}}}, {image});
  expect_same_of_group({"fill_holes"}, {image});
  expect_same_of_group({"remove_small", {{"area", std::int64_t{500}}}}, {image});
  std::mt19937 random(3);
  expect_same_of_group({"watershed"}, {image, dots({{SampleType::i32, 1}, image.size()}, 3000, random)});
}

// How many regions are at seams is known after the pass: what is told before says that they take more.
TEST_F(RegionStrips, TellWhatMemoryTheyTake) {
  const std::vector<Image> image{picture("columns", {bytes, {300, 520}}, 1)};
  const Work work = work_of(Call{"label"}, image);
  const auto with = [&](std::uint64_t memory) {
    const StripOptions options{.memory = memory, .frames = 1};
    const Plan plan = session->plan(merged(*session, work, sources_of(image), options));
    return joined(Strips(*session, plan, types_of(image), sources_of(image), options)).front();
  };
  const std::string before = refusal([&] { with(10'000); });
  EXPECT_THAT(before, HasSubstr("10000 bytes of memory; the least that strips of u8 x 1 of 300 x 520 take is "));
  EXPECT_THAT(before, HasSubstr(" for label and the results, and more where a pass finds many regions between strips"));
  const std::uint64_t least = std::stoull(before.substr(before.find("take is ") + 8));
  const std::string after = refusal([&] { with(least); });
  const std::uint64_t needed = std::stoull(after.substr(after.find("take is ") + 8));
  EXPECT_GT(needed, least);
  EXPECT_TRUE(equal(with(needed), as_whole(*session, session->plan(work), image).front()));
}

TEST_F(RegionStrips, RefuseWhatNoPassHasFound) {
  const Image image = picture("noise", {bytes, {8, 6}}, 1);
  const auto refused = [&](const Numbers& kept) {
    return refusal([&] { session->run(Call{"hysteresis", {{"kept", kept}}}, image); });
  };
  EXPECT_THAT(refused({0}), HasSubstr("kept: chunks of 0 rows; allowed: what a "
                                      "pass over the image has found"));
  EXPECT_THAT(refused({4, 48}), HasSubstr("kept: the pixel 48 of 48; allowed"));
  EXPECT_THAT(refused({4, 9, 9}), HasSubstr("kept: the pixel 9 of 48; allowed"));
  EXPECT_THAT(refused({4, 1.5}), HasSubstr("kept: the pixel 1.5 of 48; allowed"));
}

TEST_F(RegionStrips, LeaveVolumesWhole) {
  const Image image = picture("noise", {bytes, {64, 600}}, 1);
  for (const char* op : {"fill_holes", "remove_small"})
    EXPECT_THAT(refusal([&] {
                  session->run(Call{op, {{"pages", std::int64_t{2}}}}, image, {.memory = 100'000});
                }),
                HasSubstr("must see its input whole"));
}

}  // namespace
}  // namespace lenslet
