// General programs: one serves every mask, with the bits of those that have the mask in their code.
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "matrix.hpp"
#include "ocl/driver_limits.hpp"
#include "problem_support.hpp"
#include "stencil/defaults.hpp"
#include "stencil/space.hpp"
#include "stencil/taps.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

OpOptions scheduled(const char* passes, const char* coefficients, Border border = Border::reflect101) {
  OpOptions options{.border = border, .border_value = {3, 200, 7, 0}};
  options.schedule = std::string("buffer.direct.") + passes + "." + coefficients + ".branch.v4.x1.y2.g16x2";
  return options;
}

DeviceInfo roomy_cpu() {
  DeviceInfo cpu = device_of(DeviceKind::cpu);
  cpu.local_memory = 512 << 10;
  cpu.max_vector = 32;
  return cpu;
}

Call filter2d(const char* mask) {
  return {"filter2d", {{"mask", matrix(mask)}}};
}

TEST(General, TapsAreListedByRowsWithoutZeros) {
  const auto list = stencil::list_taps(problem(filter2d("0 2 0; 3 0 0; 0 0 5")), Passes::single, {0}).taps;
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].dx, 0);
  EXPECT_EQ(list[0].dy, -1);
  EXPECT_EQ(list[1].dx, -1);
  EXPECT_EQ(list[2].dy, 1);
  EXPECT_THAT(list[2].values, ElementsAre(5));
  EXPECT_TRUE(stencil::list_taps(problem(filter2d("0")), Passes::single, {0}).taps.empty());
}

TEST(General, APlaceIsListedWhereAnyMaskHasATap) {
  const auto list = stencil::list_taps(problem({"sobel", {{"both", true}}}), Passes::fused, {0, 1}).taps;
  ASSERT_EQ(list.size(), 8u) << "all but the middle";
  EXPECT_THAT(list[1].values, ElementsAre(0, -2));
}

TEST(General, RulesAskForWhatTheProgramDoes) {
  const auto rule = [](const Call& call, const std::string& schedule) {
    const auto broken = stencil::excluded(parse_schedule(schedule), problem(call), roomy_cpu());
    return broken ? broken->rule : "";
  };
  const std::string end = "v4.x1.y2.g64x1";
  EXPECT_EQ(rule({"gaussian"}, "buffer.direct.separated_window.general.branch." + end), "");
  EXPECT_EQ(rule({"gaussian"}, "buffer.direct.single.general.branch." + end), "");
  EXPECT_EQ(rule({"gaussian"}, "buffer.window.single.general.branch." + end), "listed-taps");
  EXPECT_EQ(rule({"gaussian"}, "buffer.direct.single.general.split." + end), "listed-taps");
  EXPECT_EQ(rule({"gaussian"}, "image.direct.single.general.branch." + end), "listed-taps");
  EXPECT_EQ(rule({"smooth"}, "buffer.direct.single.general.branch." + end), "listed-taps");
  EXPECT_EQ(rule({"dilate"}, "buffer.direct.single.general.branch." + end), "listed-taps");
  EXPECT_EQ(rule({"dilate"}, "buffer.window.running.general.branch.v16.x16.y2.g1x1"), "");
  EXPECT_EQ(rule({"dilate", {{"shape", std::string("cross")}, {"ksize", 9L}}},
                 "buffer.local2.chords.general.branch.v16.x1.y2.g1x1"),
            "");
  EXPECT_EQ(rule({"median"}, "buffer.direct.single.general.branch." + end), "");
  EXPECT_EQ(rule({"median"}, "buffer.direct.single.constant.branch." + end), "no-masks");
  EXPECT_EQ(rule({"median"}, "buffer.window.single.general.branch." + end), "listed-taps");
  EXPECT_EQ(rule({"median"}, "buffer.direct.single.general.branch.v32.x1.y16.g256x1"), "listed-taps");
  EXPECT_EQ(rule({"median", {{"ksize", 255L}}}, "buffer.direct.single.general.branch.v16.x2.y1.g1x1.sorted"),
            "selection");
}

TEST(General, KeepsTheOrderOfSumsOfTheSpecialSchedule) {
  const DeviceInfo cpu = roomy_cpu();
  const auto passes = [&](const Call& call, const char* special) {
    return stencil::general_schedules(problem(call), parse_schedule(special), cpu).front().schedule.passes;
  };
  EXPECT_EQ(passes({"gaussian"}, "buffer.window.separated.literal.split.v4.x1.y4.g64x1"), Passes::separated_window);
  EXPECT_EQ(passes({"gaussian"}, "buffer.window.single.literal.split.v4.x1.y4.g64x1"), Passes::single);
  EXPECT_EQ(passes({"gradient"}, "buffer.window.fused.literal.split.v4.x1.y4.g64x1"), Passes::fused);
  EXPECT_EQ(passes({"mean", {{"ksize", 15L}}}, "buffer.window.running.literal.branch.v16.x32.y2.g1x1"),
            Passes::running);
  EXPECT_EQ(passes({"mean", {{"ksize", 5L}}}, "buffer.window.separated_window.literal.split.v16.x1.y4.g64x1"),
            Passes::separated_window);
  EXPECT_TRUE(stencil::general_schedules(problem({"smooth"}), Schedule{}, cpu).empty());
  EXPECT_TRUE(stencil::general_schedules(problem({"gaussian"}), Schedule{}, device_of(DeviceKind::gpu)).empty());
}

TEST(General, HasAWayToEveryWindow) {
  const DeviceInfo cpu = roomy_cpu();
  const auto schedule = [&](SampleType type, std::int64_t ksize) {
    const Call median{"median", {{"ksize", ksize}}};
    const auto choices = stencil::general_schedules(problem(median, type), Schedule{}, cpu);
    return choices.size() == 1 ? to_string(choices.front().schedule) : "none or several";
  };
  EXPECT_THAT(schedule(SampleType::u8, 7), HasSubstr("general.branch.v32.x1"));
  EXPECT_THAT(schedule(SampleType::u8, 9), HasSubstr(".columns"));
  EXPECT_THAT(schedule(SampleType::u8, 255), HasSubstr(".columns"));
  EXPECT_THAT(schedule(SampleType::f32, 9), Not(HasSubstr("sorted")));
  EXPECT_THAT(schedule(SampleType::f32, 15), HasSubstr(".sorted"));
  EXPECT_THAT(schedule(SampleType::u16, 255), HasSubstr(".bitwise"));
}

TEST(General, WholeMasksHaveAFasterProgramThanTheOneThatServesAll) {
  const auto schedules = [](const Call& call) {
    std::vector<std::string> spellings;
    for (const auto& choice : stencil::general_schedules(problem(call, SampleType::u8), Schedule{}, roomy_cpu()))
      spellings.push_back(to_string(choice.schedule));
    return spellings;
  };
  const std::string shorts = "buffer.direct.single.general.branch.v16.x1.y8.g16x1";
  const std::string floats = "buffer.direct.single.general.branch.v8.x1.y8.g16x1";
  EXPECT_THAT(schedules({"sobel"}), ElementsAre(shorts, floats));
  EXPECT_THAT(schedules({"sharpen", {{"amount", 1.5}}}), ElementsAre(floats));
}

TEST(General, ANetworkListsPlacesAndThenSteps) {
  const auto list = stencil::list_network(problem({"rank", {{"ksize", 3L}, {"ksize_y", 1L}, {"rank", 0L}}}));
  ASSERT_EQ(list.places, 3u);
  EXPECT_EQ(list.pairs[0], std::pair(-1, 0));
  EXPECT_EQ(list.pairs[2], std::pair(1, 0));
  EXPECT_GE(list.pairs.size(), 5u) << "the least of three takes two steps";
}

TEST(General, TheRowsFactorsAreListedBeforeTheColumns) {
  const auto list = stencil::list_taps(problem({"sobel"}), Passes::separated_window, {0});
  ASSERT_EQ(list.row, 2u) << "-1 0 1";
  ASSERT_EQ(list.taps.size(), 5u);
  EXPECT_EQ(list.taps[1].dx, 1);
  EXPECT_EQ(list.taps[1].dy, 0);
  EXPECT_EQ(list.taps[2].dx, 0);
  EXPECT_EQ(list.taps[2].dy, -1);
}

class OnDeviceGeneral : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  std::vector<std::string> sources(const Call& call, const char* passes, SampleType type = SampleType::u8) const {
    return session->plan(call, {type, 3}, scheduled(passes, "general")).sources();
  }

  std::vector<std::string> sources_by(const Call& call, const char* schedule) const {
    OpOptions options;
    options.schedule = schedule;
    return session->plan(call, {SampleType::u8, 3}, options).sources();
  }

  // Both are of buffers and begin at the staging; what stands for the coefficients is put in.
  void expect_same_window(const Call& call, const std::string& front, const std::string& back,
                          PixelFormat format) const {
    for (const Size size : {Size{1, 1}, Size{5, 3}, Size{83, 37}})
      for (const Border border : {Border::constant, Border::reflect101}) {
        OpOptions options{.border = border, .border_value = {3, 200, 7, 0}};
        const auto result = [&](const char* coefficients) {
          options.schedule = front + coefficients + back;
          return session->run(call, pattern(size, format), options).images[0];
        };
        EXPECT_TRUE(equal(result(".general.branch."), result(".literal.branch.")))
            << call.op << " " << name_of(format.type) << " " << name_of(border) << " " << size.width << " " << back;
      }
  }

  void expect_same(const Call& call, const char* passes, const char* of_others, const Image& image,
                   Border border) const {
    const Image general = session->run(call, image, scheduled(passes, "general", border)).images[0];
    const Image other = session->run(call, image, scheduled(of_others, "constant", border)).images[0];
    EXPECT_TRUE(equal(general, other)) << call.op << " " << name_of(border) << " " << image.width();
  }

  std::optional<Session> session;
};

TEST_F(OnDeviceGeneral, OneProgramServesAllParametersAndOps) {
  const auto brightness = [](double scale, double delta) {
    return Call{"brightness", {{"scale", scale}, {"delta", delta}}};
  };
  const auto one = sources(brightness(1.1, 0), "single");
  EXPECT_EQ(sources(brightness(1, 40), "single"), one);
  EXPECT_EQ(sources({"sharpen"}, "single"), one);
  EXPECT_EQ(sources({"mean", {{"ksize", 5L}}}, "single"), one);
  EXPECT_EQ(sources({"gaussian", {{"sigma", 1.0}}}, "separated_window"),
            sources({"gaussian", {{"sigma", 7.5}}}, "separated_window"));
}

TEST_F(OnDeviceGeneral, OneProgramServesAllWindows) {
  const auto window = [](const char* op, std::int64_t width, std::int64_t height) {
    return Call{op, {{"ksize", width}, {"ksize_y", height}}};
  };
  const char* running = "buffer.window.running.general.branch.v4.x1.y2.g64x1";
  EXPECT_EQ(sources_by(window("dilate", 3, 5), running), sources_by(window("dilate", 15, 1), running));
  EXPECT_EQ(sources_by(window("mean", 3, 5), running), sources_by(window("mean", 15, 1), running));
  const char* network = "buffer.direct.single.general.branch.v4.x1.y2.g4x1";
  EXPECT_EQ(sources_by(window("median", 3, 3), network), sources_by({"rank", {{"ksize", 7L}, {"rank", 5L}}}, network));
}

TEST_F(OnDeviceGeneral, WindowsHaveTheBitsOfOtherPrograms) {
  const Call blurred{"mean", {{"ksize", 5L}, {"ksize_y", 7L}}};
  const Call wide{"dilate", {{"ksize", 9L}, {"ksize_y", 3L}}}, high{"erode", {{"ksize", 1L}, {"ksize_y", 7L}}};
  for (const SampleType type : {SampleType::u8, SampleType::f32}) {
    expect_same_window(blurred, "buffer.window.running", "v4.x1.y2.g64x1", {type, 3});
    expect_same_window(wide, "buffer.window.running", "v4.x1.y2.g64x1", {type, 3});
  }
  expect_same_window(high, "buffer.window.running", "v4.x1.y2.g64x1", {SampleType::u16, 1});
}

TEST_F(OnDeviceGeneral, OneProgramServesAllElements) {
  const char* chords = "buffer.local2.chords.general.branch.v4.x1.y2.g4x1";
  const auto ellipse = [](std::int64_t width, std::int64_t height) {
    return Call{"dilate", {{"shape", std::string("ellipse")}, {"ksize", width}, {"ksize_y", height}}};
  };
  EXPECT_EQ(sources_by(ellipse(3, 5), chords), sources_by(ellipse(31, 15), chords));
}

TEST_F(OnDeviceGeneral, ElementsHaveTheBitsOfOtherPrograms) {
  const Call large{"dilate", {{"shape", std::string("ellipse")}, {"ksize", 31L}, {"ksize_y", 15L}}};
  const Call small{"erode", {{"element", matrix("1 0 1; 0 0 0; 0 1 1")}}};
  expect_same_window(large, "buffer.local2.chords", "v4.x2.y2.g1x1", {SampleType::u8, 3});
  expect_same_window(small, "buffer.local1.chords", "v2.x1.y2.g2x2", {SampleType::f32, 1});
}

// The special program's network is another one.
TEST_F(OnDeviceGeneral, RanksHaveTheBitsOfOtherPrograms) {
  const Call median{"median", {{"ksize", 5L}, {"ksize_y", 3L}}}, rank{"rank", {{"ksize", 7L}, {"rank", 40L}}};
  expect_same_window(median, "buffer.direct.single", "v4.x1.y2.g4x1", {SampleType::u8, 3});
  expect_same_window(rank, "buffer.direct.single", "v4.x1.y2.g4x1", {SampleType::f32, 1});
  expect_same_window(rank, "buffer.direct.single", "v4.x1.y1.g4x1.bitwise", {SampleType::u16, 3});
  if (ocl::max_loop_rounds(session->device()) != 0) return;  // windows are not moved there
  expect_same_window(rank, "buffer.direct.single", "v8.x2.y1.g1x1.columns", {SampleType::u8, 3});
  expect_same_window(rank, "buffer.direct.single", "v8.x2.y1.g1x1.sorted", {SampleType::f32, 3});
}

// Of f32, where an order of additions shows; of an infinite sample, which a tap of zero would turn into NaN.
TEST_F(OnDeviceGeneral, ResultsHaveTheBitsOfOtherPrograms) {
  const Call mask{"filter2d", {{"mask", matrix("0.3 -1 0.7; 0 0 0; 0 2.1 0")}, {"scale", 1.7}}};
  for (const Size size : {Size{1, 1}, Size{3, 2}, Size{67, 21}}) {
    Image image = pattern(size, {SampleType::f32, 3});
    image.set(size.width / 2, size.height / 2, 1, std::numeric_limits<double>::infinity());
    for (const Border border : {Border::constant, Border::reflect101})
      expect_same(mask, "single", "single", image, border);
    expect_same({"gaussian", {{"sigma", 1.3}}}, "separated_window", "separated", image, Border::constant);
  }
}

TEST_F(OnDeviceGeneral, AMaskWithoutTapsMakesDelta) {
  const Image image = pattern({9, 5}, {SampleType::u8, 1});
  const Call call{"filter2d", {{"mask", matrix("0 0 0")}, {"delta", 7.0}}};
  const Image result = session->run(call, image, scheduled("single", "general")).images[0];
  EXPECT_EQ(result.at(4, 2, 0), 7);
}

}  // namespace
}  // namespace lenslet
