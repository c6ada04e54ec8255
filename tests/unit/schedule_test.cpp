// The spelling of schedules: there and back, and what is said of a wrong one.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/schedule.hpp>

namespace rc {

template <>
struct Arbitrary<lenslet::Schedule> {
  static Gen<lenslet::Schedule> arbitrary() {
    using namespace lenslet;
    return gen::exec([] {
      Schedule s;
      s.storage = *gen::element(Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array);
      s.staging = *gen::element(Staging::direct, Staging::window, Staging::aligned, Staging::local2, Staging::local1,
                                Staging::local);
      s.passes = *gen::element(Passes::single, Passes::fused, Passes::separated_window, Passes::separated_local,
                               Passes::separated_strip, Passes::separated, Passes::running, Passes::chords);
      s.coefficients = *gen::element(Coefficients::constant, Coefficients::literal, Coefficients::general);
      s.edges = *gen::element(Edges::branch, Edges::clamp, Edges::split, Edges::sampler, Edges::pad);
      s.vector = *gen::element(1, 2, 4, 8, 16, 32);
      s.items_x = *gen::inRange(1, 9);
      s.items_y = *gen::inRange(1, 17);
      s.group_width = *gen::inRange(1, 4097);
      s.group_height = *gen::inRange(1, 4096 / s.group_width + 1);
      if (*gen::element(true, false)) s.group_width = s.group_height = 0;
      s.stores = *gen::element(Stores::normal, Stores::stream, Stores::to_image, Stores::to_image_array,
                               Stores::to_image_buffer);
      s.lanes = *gen::element(Lanes::single, Lanes::packed);
      s.selection = *gen::element(Selection::network, Selection::bitwise, Selection::tiles, Selection::histogram,
                                  Selection::columns, Selection::sorted);
      return s;
    });
  }
};

}  // namespace rc

namespace lenslet {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string message_of(const std::string& spelling) {
  try {
    parse_schedule(spelling);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "no error";
}

// The text parses or throws Error: anything else fails. What parses is spelt that way only.
bool behaves(const std::string& text) {
  try {
    return to_string(parse_schedule(text)) == text;
  } catch (const Error&) {
    return true;
  }
}

RC_GTEST_PROP(Schedule, EachOneParsesFromItsSpelling, (const Schedule& schedule)) {
  RC_ASSERT(parse_schedule(to_string(schedule)) == schedule);
}

RC_GTEST_PROP(Schedule, EachHasOneSpelling, (const Schedule& schedule)) {
  std::string text = to_string(schedule);
  const auto place = *rc::gen::inRange<std::size_t>(0, text.size());
  text[place] = *rc::gen::elementOf(std::string(". 0123456789bcdfglnsvwxy-+"));
  RC_ASSERT(behaves(text));
}

RC_GTEST_PROP(Schedule, AnyTextIsReadOrRefused, (const std::string& text)) {
  RC_ASSERT(behaves(text));
}

TEST(Schedule, TheDocumentedExampleIsRead) {
  const Schedule s = parse_schedule("buffer.window.fused.literal.split.v1.x2.y4.g128x1");
  EXPECT_EQ(s, (Schedule{Storage::buffer, Staging::window, Passes::fused, Coefficients::literal, Edges::split, 1, 2, 4,
                         128, 1}));
}

TEST(Schedule, AWrongWordIsNamedWithItsPlaceAndWhatIsAllowed) {
  EXPECT_EQ(message_of("buffer.windw.fused.literal.split.v1.x1.y4.g128x1"),
            "schedule 'buffer.windw.fused.literal.split.v1.x1.y4.g128x1': word 2 (staging) is 'windw', "
            "allowed: direct, window, aligned, local2, local1, local");
  EXPECT_THAT(message_of("picture.window"),
              HasSubstr("word 1 (storage) is 'picture', allowed: buffer, image_buffer, "));
  EXPECT_THAT(message_of("buffer.direct.single.constant.pat"),
              HasSubstr("allowed: branch, clamp, split, sampler, pad"));
  EXPECT_LT(message_of(std::string(1'000'000, '.')).size(), 1000u);
}

TEST(Schedule, NumbersOutOfRangeAreNamed) {
  const std::string front = "buffer.direct.single.constant.branch.";
  EXPECT_THAT(message_of(front + "v3.x1.y1.g8x8"),
              HasSubstr("word 6 (vector) is 'v3', allowed: v1, v2, v4, v8, v16, v32"));
  EXPECT_THAT(message_of(front + "v64.x1.y1.g8x8"), HasSubstr("'v64'"));
  EXPECT_THAT(message_of(front + "v1.x129.y1.g8x8"), HasSubstr("word 7 (items_x) is 'x129', allowed: x1 to x128"));
  EXPECT_THAT(message_of(front + "v1.x1.y129.g8x8"), HasSubstr("word 8 (items_y) is 'y129', allowed: y1 to y128"));
  for (const char* group : {"g0x1", "g1x0", "g4097x1", "g64x65", "g8", "8x8", "g8x8x8", "g-8x8", "g", "gx", "g08x8",
                            "g99999999999x1", "x8g8"})
    EXPECT_THAT(message_of(front + "v1.x1.y1." + group),
                AllOf(HasSubstr("word 9 (group)"), HasSubstr("W*H at most 4096")));
}

TEST(Schedule, TheRuntimesGroupHasAWordOfItsOwn) {
  const Schedule s = parse_schedule("buffer.direct.single.constant.pad.v1.x1.y1.gauto");
  EXPECT_TRUE(s.runtime_group());
  EXPECT_EQ(to_string(s), "buffer.direct.single.constant.pad.v1.x1.y1.gauto");
}

TEST(Schedule, NumbersHaveOneSpelling) {
  const std::string front = "buffer.direct.single.constant.branch.";
  for (const char* word : {"v", "v0", "v01", "v+1", "v 1", "v1 ", "1", "V1", "v1e0"})
    EXPECT_THAT(message_of(front + word + ".x1.y1.g8x8"), HasSubstr("word 6 (vector)"));
}

TEST(Schedule, MissingAndExtraWordsAreNamed) {
  EXPECT_THAT(message_of(""), HasSubstr("word 1 (storage) is '', allowed: buffer"));
  EXPECT_THAT(message_of("buffer.direct"),
              AllOf(HasSubstr("word 3 (passes) is missing, allowed: single, fused, separated_window, separated_local, "
                              "separated_strip, separated, running, chords"),
                    HasSubstr("STORAGE.STAGING.PASSES")));
  const std::string good = to_string(Schedule{});
  EXPECT_THAT(message_of(good + ".fast"), HasSubstr("'fast' follows the last word"));
  EXPECT_THAT(message_of(good + "."), HasSubstr("'' follows the last word"));
}

}  // namespace
}  // namespace lenslet
