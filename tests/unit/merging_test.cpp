// Ops that see all of an image, in strips: two passes make the bits of the whole.
#include <lenslet/merging.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/device_group.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>
#include <lenslet/strip_cost.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "session/problem.hpp"
#include "strips_support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat one_channel{SampleType::u8, 1}, three_channels{SampleType::u8, 3}, deep{SampleType::u16, 3};
constexpr Size seen_size{53, 47};

class MergedWork : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  static Work work_of(const Call& call, const std::vector<Image>& inputs, const OpOptions& options = {}) {
    Work work{call, {}, options};
    for (const ImageType& type : types_of(inputs)) work.inputs.emplace_back(type);
    return work;
  }

  std::vector<Image> in_passes(const Work& work, const std::vector<Image>& inputs, const StripOptions& options) const {
    std::vector<ReadRows> sources;
    for (const Image& input : inputs) sources.push_back(rows_of_again(input));
    const Plan plan = session->plan(merged(*session, work, sources, options));
    return joined(Strips(*session, plan, types_of(inputs), std::move(sources), options));
  }

  void expect_same(const Call& call, const std::vector<Image>& inputs, int passes = 1,
                   const OpOptions& options = {}) const {
    const Work work = work_of(call, inputs, options);
    EXPECT_EQ(passes_before(work), passes);
    const Image whole = as_whole(*session, session->plan(work), inputs).front();
    for (const std::int64_t rows : {5, 47})
      EXPECT_TRUE(equal(in_passes(work, inputs, {.rows = rows, .frames = 2}).front(), whole)) << call.op << ' ' << rows;
  }

  std::optional<Session> session;
};

// A level that all pixels have stays as it is.
TEST_F(MergedWork, HasTheBitsOfAFlatWhole) {
  Image flat(seen_size, three_channels), one_flat = pattern(seen_size, three_channels, 1);
  for (std::int64_t y = 0; y < seen_size.height; ++y)
    for (std::int64_t x = 0; x < seen_size.width; ++x) {
      for (int c = 0; c < 3; ++c) flat.set(x, y, c, 90 + 50 * c);
      one_flat.set(x, y, 1, 7);
    }
  for (const Image& image : {flat, one_flat}) expect_same(ops::Equalize{}, {image});
  expect_same({"equalize", {{"by", std::string("luminance")}}}, {flat});
  expect_same(ops::Otsu{}, {Image(seen_size, one_channel)});
}

// The output type is the last node's, and accuracy counts where nodes know it: neither says what is counted.
TEST_F(MergedWork, CountsWhatTheWholeCounts) {
  const Image photo = pattern(seen_size, three_channels, 1);
  expect_same(Pipeline::parse("gaussian ksize=3 | equalize | gradient"), {photo}, 1, {.ddepth = SampleType::f32});
  expect_same(Pipeline::parse("in a; g = gaussian a ksize=3; m = mean g ksize=3; e = equalize m; out g, e"), {photo}, 1,
              {.ddepth = SampleType::u16});
  expect_same(Pipeline::parse("grey | otsu | gaussian ksize=7"), {photo}, 1, {.accuracy = Accuracy::level});
}

TEST_F(MergedWork, CountsAllRowsWhateverPartIsMade) {
  const std::vector<Image> photo{pattern({53, 120}, one_channel, 1)};
  const auto merged_with = [&](const Call& call, const StripOptions& options) {
    return merged(*session, work_of(call, photo), {rows_of_again(photo.front())}, options).call.arguments;
  };
  const Call call = Pipeline::parse("gaussian ksize=5 | otsu");
  EXPECT_EQ(merged_with(call, {.rows = 10, .parts = {{20, 30}, {50, 60}}}), merged_with(call, {.rows = 10}));
}

// Rows above the crop are in no pass.
TEST_F(MergedWork, ReadsWhatIsNeededInEachPass) {
  expect_same(Pipeline::parse("crop x=3 y=20 width=40 height=25 | equalize"), {pattern(seen_size, three_channels, 1)});
}

TEST_F(MergedWork, IsCountedByAllDevicesOfAGroup) {
  const std::vector<Image> photo{pattern({200, 300}, three_channels, 1)};
  const DeviceGroup group({*session, *session});
  const Call call = Pipeline::parse("mean ksize=31 | equalize");
  const Image whole = session->run(call, photo).images.front();
  EXPECT_TRUE(equal(group.run(call, photo, {}, {.rows = 20}).result.images.front(), whole));
  const auto nothing = [](std::int64_t, std::int64_t, std::byte*) { FAIL() << "a row was read"; };
  const auto least = [&](const auto& devices) {
    const std::string message = refusal([&] { merged(devices, work_of(call, photo), {nothing}, {.memory = 10'000}); });
    return std::stoull(message.substr(message.find("take is ") + 8));
  };
  EXPECT_GT(least(group), least(*session));
  EXPECT_THAT(refusal([&] { group.run(call, photo, {.memory = 10'000}); }),
              HasSubstr("10000 bytes of memory; the least"));
}

// None waits for longer than another needs for a part: else the second decodes half of a file before its first row.
TEST_F(MergedWork, IsCountedBySeveralProcessesInTurns) {
  const ImageType type{one_channel, {8192, 17500}};
  for (const Call& call : {Call(ops::Otsu{}), Call(Pipeline::parse("invert | otsu"))}) {
    const Work work{call, {type}, {}};
    std::uint64_t read = 0;  // bytes since the last turn's end
    const ReadRows rows = [&](std::int64_t first, std::int64_t count, std::byte* to) {
      for (std::int64_t y = first; y < first + count; ++y, to += type.size.width, read += 8192)
        std::memset(to, static_cast<int>(y * y % 251), 8192);
    };
    std::vector<std::vector<std::uint64_t>> turns;
    merged(*session, work, {rows}, {}, {0, 2, [&](auto& counts) {
                                          turns.push_back(counts);
                                          EXPECT_LE(std::exchange(read, 0), (64U + 8) << 20);  // a strip is read ahead
                                        }});
    EXPECT_EQ(turns.size(), 2U);
    std::size_t turn = 0;
    const auto add = [&](auto& each) { std::ranges::transform(each, turns.at(turn++), each.begin(), std::plus()); };
    const Work both = merged(*session, work, {rows}, {}, {1, 2, add}), alone = merged(*session, work, {rows});
    EXPECT_EQ(turn, turns.size());
    EXPECT_EQ(both.call.arguments, alone.call.arguments);
    EXPECT_EQ(both.call.op, alone.call.op);
  }
}

TEST_F(MergedWork, IsAPipelineWithSuchOps) {
  const Image photo = pattern(seen_size, three_channels, 1), other = pattern(seen_size, three_channels, 2);
  expect_same(Pipeline::parse("gaussian ksize=5 | grey | otsu | dilate ksize=3"), {photo});
  expect_same(Pipeline::parse("equalize | grey | median | otsu"), {photo}, 2);
  expect_same(Pipeline::parse("in a, b; e = equalize b; m = absdiff a e; g = grey m; t = otsu g kind=inverse; out t"),
              {photo, other}, 2);
  expect_same(Pipeline::parse("resize size=31x29 | equalize by=luminance | invert"), {photo});
}

TEST_F(MergedWork, ReadsNothingForOthers) {
  const std::vector<Image> photo{pattern(seen_size, three_channels, 1)};
  for (const Call& call : {Call(ops::Gaussian{}), Call{"transpose"}, Call(Pipeline::parse("mean | invert"))}) {
    const Work work = work_of(call, photo);
    EXPECT_EQ(passes_before(work), 0);
    EXPECT_EQ(merged(*session, work, {ReadRows()}).call.op, call.op);
  }
}

// Each pass by itself takes the memory, and so does what all of them together are told to take at least.
TEST_F(MergedWork, TakesTheMemoryThatItMay) {
  const std::vector<Image> photo{pattern({200, 300}, three_channels, 1)};
  const Work work = work_of(Pipeline::parse("mean ksize=31 | equalize"), photo);
  const auto with = [&](std::uint64_t memory) { return in_passes(work, photo, {.memory = memory}).front(); };
  const std::string message = refusal([&] { with(10'000); }, ErrorKind::invalid_argument);
  EXPECT_THAT(message, HasSubstr("10000 bytes of memory; the least that strips of u8 x 3 of 200 x 300 take is"));
  EXPECT_THAT(message, HasSubstr(", in a pass each for equalize and the results"));
  const std::uint64_t least = std::stoull(message.substr(message.find("take is ") + 8));
  const Image whole = as_whole(*session, session->plan(work), photo).front();
  EXPECT_TRUE(equal(with(least), whole));
  EXPECT_THAT(refusal([&] { with(least - 1); }, ErrorKind::invalid_argument), HasSubstr("take is"));
}

// What is named is enough for all passes, of which some may need the whole as one strip.
TEST_F(MergedWork, NamesTheMemoryOfTheGreediestPass) {
  const std::vector<Image> photo{pattern({200, 100}, one_channel, 1)};
  const Work work =
      work_of(Pipeline::parse("gaussian | otsu | flip direction=vertical"), photo, {.border = Border::wrap});
  const std::string message = refusal([&] { in_passes(work, photo, {.memory = 1000}); }, ErrorKind::unsupported);
  const std::uint64_t least = std::stoull(message.substr(message.find("as one strip ") + 13));
  EXPECT_TRUE(
      equal(in_passes(work, photo, {.memory = least}).front(), as_whole(*session, session->plan(work), photo).front()));
}

TEST_F(MergedWork, IsRefusedBeforeARowIsRead) {
  const std::vector<Image> photo{pattern(seen_size, one_channel, 1)};
  const auto nothing = [](std::int64_t, std::int64_t, std::byte*) { FAIL() << "a row was read"; };
  const Work work = work_of(Pipeline::parse("otsu | flip direction=vertical"), photo);
  EXPECT_THAT(refusal([&] { merged(*session, work, {nothing}, {.rows = 4}); }, ErrorKind::unsupported),
              HasSubstr("from top to bottom"));
  EXPECT_THAT(refusal([&] { merged(*session, work_of(ops::Otsu{}, photo), {}); }), HasSubstr("0 sources for 1 inputs"));
}

TEST_F(MergedWork, WrongTablesAreRefused) {
  const Image photo = pattern(seen_size, one_channel, 1);
  const auto message = [&](const Numbers& table) {
    return refusal([&] { session->run({"equalize", {{"table", table}}}, photo); }, ErrorKind::invalid_argument);
  };
  EXPECT_THAT(message({1, 2}), HasSubstr("table has 2 numbers; allowed: 256, of 256 levels in each of 1 channels"));
  Numbers long_enough(256);
  long_enough.front() = 256;
  EXPECT_THAT(message(long_enough), HasSubstr("256 in table; allowed: whole numbers from 0 to 255"));
}

TEST_F(MergedWork, ATableIsHandedOnAsNumbers) {
  const std::vector<Image> photo{pattern(seen_size, one_channel, 1)};
  const Work told = merged(*session, work_of(ops::Equalize{}, photo), {rows_of_again(photo.front())});
  const auto& numbers = std::get<Numbers>(told.call.arguments.at("table"));
  EXPECT_EQ(numbers.size(), 256u);
  const Call written = Pipeline::parse(fmt::format("equalize table='{}'", value_text(numbers)));
  EXPECT_TRUE(equal(session->run(told.call, photo.front()).images.front(),
                    session->run(written, photo.front()).images.front()));
  const Call unknown{"inrange", {{"low", Numbers{std::numeric_limits<double>::quiet_NaN()}}}};
  EXPECT_THAT(refusal(
                  [&] {
                    op::problem_of(image_work(unknown, {SampleType::f32, 1}, {8, 8}));
                  },
                  ErrorKind::invalid_argument),
              testing::HasSubstr("low is 'nan'"));
  const Call words{"map", {{"expression", Numbers{1, 2}}}};
  EXPECT_EQ(refusal(
                [&] {
                  op::problem_of({words, {ArrayType{SampleType::f32, {4}}}});
                },
                ErrorKind::invalid_argument),
            "map: expression is '1,2', allowed: text");
}

// The numbers of a table decide nothing that is timed.
TEST_F(MergedWork, GivenTablesAreOneKindOfWork) {
  const std::vector<Image> photo{pattern(seen_size, one_channel, 1)}, other{pattern(seen_size, one_channel, 2)};
  const auto told = [&](const std::vector<Image>& image) {
    return op::problem_of(merged(*session, work_of(ops::Equalize{}, image), {rows_of_again(image.front())}));
  };
  EXPECT_THAT(told(photo)->speed_text(), testing::EndsWith(" table=given"));
  EXPECT_EQ(told(photo)->speed_text(), told(other)->speed_text());
  int schedules = 0;
  told(photo)->space(session->device())->each([&](const op::AnySchedule& schedule) {
    EXPECT_EQ(schedule, told(photo)->untuned(session->device()).schedule);
    return ++schedules > 0;
  });
  EXPECT_EQ(schedules, 1);
}

// What the passes move, and about how long that takes.
TEST_F(MergedWork, HasACost) {
  const ImageType type{three_channels, {200, 300}};
  const DeviceGroup group{std::vector<Session>{*session}};
  const StripCost blur = strip_cost(group, {Call{"mean", {{"ksize", 5L}}}, {type}}, {.rows = 100});
  EXPECT_EQ(blur.strips, 3);
  EXPECT_EQ(blur.passes, 0);
  EXPECT_EQ(blur.read, 200u * 300 * 3);
  EXPECT_EQ(blur.written, blur.read);
  EXPECT_EQ(blur.halo.bytes, 2u * 4 * 200 * 3) << "of each of two edges four rows are read twice";
  ASSERT_EQ(blur.devices.size(), 1u);
  const DeviceCost& device = blur.devices.front();
  EXPECT_EQ(device.strips, 3);
  EXPECT_EQ(device.upload.bytes, blur.read + blur.halo.bytes);
  EXPECT_EQ(device.compute.bytes, device.upload.bytes + blur.written);
  EXPECT_GT(device.compute.seconds, 0);
  EXPECT_GE(blur.seconds(), device.compute.seconds);
  EXPECT_GE(blur.seconds(1000), 1000);
  EXPECT_EQ(blur.bound(1000), "file");
  const StripCost equal = strip_cost(group, {ops::Equalize{}, {type}}, {.rows = 100});
  EXPECT_EQ(equal.passes, 1);
  EXPECT_EQ(equal.read, 2 * blur.read);
  EXPECT_EQ(equal.halo.bytes, 0u);
  const Work two{Pipeline::parse("in a, b; e = equalize b; m = absdiff a e; out m"), {type, type}};
  EXPECT_EQ(strip_cost(group, two, {.rows = 100}).read, 3 * blur.read) << "a is not read ahead";
}

// Strips are shared out by how long each device takes for one, and the last one to end is what is expected.
TEST_F(MergedWork, HasACostOfSeveralDevices) {
  const DeviceGroup group({*session, *session});
  const Work work{ops::Median{.ksize = 7}, {ImageType{three_channels, {200, 310}}}};
  const StripCost cost = strip_cost(group, work, {.rows = 10});
  ASSERT_EQ(cost.devices.size(), 2u);
  EXPECT_EQ(cost.strips, 31);
  std::int64_t strips = 0;
  std::uint64_t uploaded = 0;
  for (const DeviceCost& device : cost.devices) {
    strips += device.strips;
    uploaded += device.upload.bytes;
    EXPECT_LE(device.seconds(), cost.seconds());
  }
  EXPECT_EQ(strips, 31);
  EXPECT_NEAR(static_cast<double>(uploaded), static_cast<double>(cost.read + cost.halo.bytes), 2);
  EXPECT_THAT(cost.bound(), testing::AnyOf(HasSubstr(" of 0"), HasSubstr(" of 1"), "halo"));
}

// Runs of images in host memory.
TEST_F(MergedWork, RunsOfImagesThatTakeMoreThanTheyMay) {
  const Image photo = pattern({300, 200}, three_channels, 1);
  const OpOptions little{.memory = 100'000};
  for (const Call& call : {Call(ops::Gaussian{.sigma = 1}), Call(ops::Equalize{}), Call{"scharr", {{"both", true}}}}) {
    const Result whole = session->run(call, photo), strips = session->run(call, photo, little);
    ASSERT_EQ(whole.images.size(), strips.images.size());
    EXPECT_GT(strips.timing.launches, whole.timing.launches);
    for (std::size_t i = 0; i < whole.images.size(); ++i)
      EXPECT_TRUE(equal(whole.images[i], strips.images[i])) << call.op;
  }
  const Pipeline sizes = Pipeline::parse("in a, b; c = resize b size=300x200; s = add a c; out s");
  const std::vector<Image> of_two_sizes{photo, pattern({30, 20}, three_channels, 2)};
  EXPECT_TRUE(equal(session->run(sizes, of_two_sizes).image(), session->run(sizes, of_two_sizes, little).image()));
  for (const Call& call : {Call(ops::Gaussian{.sigma = 1}), Call(Pipeline::parse("mean | invert"))})
    EXPECT_THAT(refusal([&] { session->run(call, std::vector<Image>{}, little); }), HasSubstr("0")) << "no inputs";
  const std::vector<Image> two{photo, pattern({300, 200}, three_channels, 2)};
  EXPECT_TRUE(equal(session->run({"add"}, two).images[0], session->run({"add"}, two, little).images[0]));
  for (const Call& call : {Call{"flip", {{"direction", std::string("vertical")}}}, Call{"transpose"},
                           Call(Pipeline::parse("equalize | flip direction=vertical")),
                           Call(Pipeline::parse("flip direction=vertical | mean | equalize"))})
    for (const bool alone : {true, false})
      EXPECT_TRUE(equal(session->run(call, photo).images[0],
                        alone ? session->run(call, photo, little).images[0]
                              : DeviceGroup({*session}).run(call, {photo}, little).result.images[0]))
          << "rows that are there may be taken in any order";
  EXPECT_THAT(
      refusal([&] { session->run(ops::Gaussian{.sigma = 1}, photo, {.memory = 1000}); }, ErrorKind::invalid_argument),
      HasSubstr("1000 bytes of memory; the least that strips of u8 x 3 of 300 x 200 take is"));
}

}  // namespace
}  // namespace lenslet
