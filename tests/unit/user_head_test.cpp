// Heads of users' filters: what is read, what is refused and where, and what a file's code has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "user/head.hpp"
#include "user/scan.hpp"

namespace lenslet::user {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char full[] = R"(/*
name: bloom
summary: Let bright
  spots shine.
details: More.
parameter: integer radius = 2 (1 to 5) pixels: How far.
parameter: real gain = 0.5 (0 to 1): How much.
parameter: choice edge = soft (hard, soft): How it ends.
parameter: flag dark = off: Whether dark spots do, too.
window: 2*radius+1 x 3
tolerance: 1e-5
*/
)";

TEST(UserHead, HasAllFields) {
  const Head head = parse_head(full, "bloom.cl");
  EXPECT_EQ(head.name, "bloom");
  EXPECT_EQ(head.summary, "Let bright spots shine.");
  EXPECT_EQ(head.parameters.size(), 4u);
  EXPECT_EQ(head.parameters[0].unit, "pixels");
  EXPECT_EQ(head.parameters[0].maximum, 5);
  EXPECT_EQ(std::get<double>(head.parameters[1].initial), 0.5);
  EXPECT_THAT(head.parameters[2].choices, ElementsAre("hard", "soft"));
  EXPECT_EQ(side_of(head.width, 4), 9);
  EXPECT_EQ(side_of(head.height, 0), 3);
  EXPECT_EQ(head.tolerance, 1e-5);
}

TEST(UserHead, IsWrittenAsItIsRead) {
  for (const char* text : {full, "// name: a\n// summary: x */ y\n// mask: 1 2.5 1\n// mask: 1; 2; 1\n// scale: 0.25\n",
                           "/* name: a\n * summary: b\n * inputs: one, two\n * pixels: 3\n */"}) {
    const std::string once = text_of(parse_head(text, "a.cl"));
    EXPECT_EQ(text_of(parse_head(once, "a.cl")), once);
  }
}

std::string refusal(const std::string& fields) {
  try {
    parse_head("/*\n" + fields + "\n*/", "a.cl");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "accepted";
}

TEST(UserHead, SaysWhereItIsWrongAndWhatIsAllowed) {
  const std::string begin = "name: a\nsummary: b\n";
  EXPECT_THAT(refusal("nmae: a"), StartsWith("a.cl:2:1: the head has no 'nmae:', did you mean 'name:'?"));
  EXPECT_THAT(refusal("name: median"), StartsWith("a.cl:2:7: 'median' is the name of a built-in op"));
  EXPECT_THAT(refusal("name: Bad"), HasSubstr("is no name"));
  EXPECT_THAT(refusal("name: a"), HasSubstr("no 'summary:'"));
  EXPECT_THAT(refusal(begin + "name: b"), HasSubstr("twice"));
  EXPECT_THAT(refusal(begin + "parameter: real g = 3 (0 to 1): G."), StartsWith("a.cl:4:"));
  EXPECT_THAT(refusal(begin + "parameter: number g = 3: G."), StartsWith("a.cl:4:12: 'number' is no kind"));
  EXPECT_THAT(refusal(begin + "parameter: integer g = 3: G."), HasSubstr("needs its range"));
  EXPECT_THAT(refusal(begin + "parameter: integer g = 1 (1 to 30): G.\nwindow: 2*g+1"), HasSubstr("at most 512"));
  EXPECT_THAT(refusal(begin + "parameter: real border = 1: B."), HasSubstr("option of every op"));
  EXPECT_THAT(refusal(begin + "window: 4"), HasSubstr("odd sides"));
  EXPECT_THAT(refusal(begin + "window: 2*r+1"), HasSubstr("'r' is no integer parameter"));
  EXPECT_THAT(refusal(begin + "mask: 1 2; 3"), HasSubstr("rows of one length"));
  EXPECT_THAT(refusal(begin + "mask: 1 x 1"), StartsWith("a.cl:4:9: a number is missing"));
  EXPECT_THAT(refusal(begin + "mask: 1 2 1\nwindow: 3"), HasSubstr("'window:' is for"));
  EXPECT_THAT(refusal(begin + "inputs: a, b\noutputs: c, d"), HasSubstr("filters of samples have one output"));
  EXPECT_THAT(refusal(begin + "window: 3\noutputs: c, two-d"), HasSubstr("'two-d' is no name"));
  EXPECT_THAT(refusal(begin + "window: 3\noutputs: c, window"), HasSubstr("'window' has a meaning in kernels"));
  EXPECT_THAT(refusal(begin + "parameter: flag c = on: C.\nwindow: 3\noutputs: c, d"),
              HasSubstr("'c' is an output's function and a parameter"));
  EXPECT_THAT(refusal(begin + "details: \x01"), HasSubstr("the byte 0x01"));
  EXPECT_THROW(parse_head("int x;", "a.cl"), Error);
  EXPECT_THROW(parse_head("/* name: a", "a.cl"), Error);
}

TEST(UserScan, FindsFunctionsMacrosAndWords) {
  const Scan found = scan(
      "// not(this) {\n#define SIDE(x) \\\n  (x + deep)\n"
      "float helper(float a) { return call(a) + ')'; }\nint declared(int);\n"
      "PIXEL filter(WINDOW)\n{ if (1) { AT(0, 0); } \"no(x) {\"; }\n");
  EXPECT_THAT(found.functions, ElementsAre("helper", "filter"));
  EXPECT_THAT(found.macros, ElementsAre("SIDE"));
  EXPECT_TRUE(found.has("AT"));
  EXPECT_TRUE(found.has("deep"));
  EXPECT_FALSE(found.has("not"));
}

}  // namespace
}  // namespace lenslet::user
