// What filters' code asks for: which calls are seen, what their indexes are worth, and which are refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "user/calls.hpp"
#include "user/filter.hpp"

namespace lenslet::user {
namespace {

using testing::HasSubstr;

TEST(UserCalls, AreFoundWithTheirPlaces) {
  const auto calls = calls_in("// AT(9, 9)\nfloat f = AT (1,\n  -2) + FLAT(3) + \"AT(4, 4)\"; IN(0, (1, 2));\n");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].arguments, (std::vector<std::string>{"1", "-2"}));
  EXPECT_EQ(calls[0].place.line, 2u);
  EXPECT_EQ(calls[0].place.column, 11u);
  EXPECT_EQ(calls[1].arguments, (std::vector<std::string>{"0", "(1, 2)"}));
}

TEST(UserCalls, ThatNeedAPreprocessorAreNotSeen) {
  EXPECT_TRUE(calls_in("#define P(r) AT(r, \\\n 0)\n#if 0\nAT(9, 9)\n#endif\n").empty());
  EXPECT_TRUE(calls_in("#define AT(x) x\nAT(9)\n").empty());
  EXPECT_TRUE(calls_in("AT(1, " + std::string(300, '(')).empty());
  EXPECT_EQ(calls_in("#define NEXT \\\n AT(1, 0)\n").size(), 1u);
}

TEST(UserCalls, HaveIndexesOfNumbersAndNames) {
  const auto worth = [](std::string_view text) {
    return value_of(text,
                    [](std::string_view name) { return name == "r" ? std::optional<std::int64_t>(4) : std::nullopt; });
  };
  EXPECT_EQ(worth("-(2 * r + 1) - -r"), -5);
  EXPECT_EQ(worth("+12"), 12);
  for (const char* unknown :
       {"", "q", "r / 2", "0x10", "010", "1u", "2 3", "(1", "1)", "99999999999", "r * 1000000000"})
    EXPECT_EQ(worth(unknown), std::nullopt) << unknown;
}

std::string refusal(const std::string& fields, const std::string& body) {
  try {
    make_filter("// name: asks\n// summary: A test.\n" + fields + "\n" + body, "asks.cl", {});
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(UserCalls, AskForWhatIsThere) {
  const auto window = [](const char* fields, const std::string& result) {
    return refusal(fields, "PIXEL asks(WINDOW) { return " + result + "; }\n");
  };
  EXPECT_EQ(window("// window: 3", "AT(5, 0)"),
            "asks.cl:4:29: AT(5, 0) lies outside the window of 3 x 3: write window: 11x1");
  EXPECT_THAT(window("// window: 3", "AT(k, 5) + AT(0, 1)"), HasSubstr("write window: 3x11"));
  EXPECT_THAT(window("// window: 3", "INSIDE(0, -5000000)"), HasSubstr("windows have at most 512 pixels"));
  EXPECT_THAT(window("// inputs: a, b", "AT(1, 0, 2)"), HasSubstr("outside the window of 1 x 1: write window: 1x5"));
  EXPECT_THAT(window("// inputs: a, b\n// window: 3", "AT(2, 0, 1)"),
              HasSubstr("asks for input 2, which is not there"));
  // The window may be as large for other values of its parameter.
  const char* growing = "// parameter: integer r = 1 (0 to 3): Radius.\n// window: 2*r+1";
  EXPECT_EQ(window(growing, "AT(3, r + 9)"), "accepted");
  EXPECT_THAT(window(growing, "AT(4, 0)"), HasSubstr("outside the window of 7 x 7: write window: 9x1"));
  const auto pixels = [](const std::string& result) {
    return refusal("// pixels:", "void asks(PIXELS) { OUT" + result + "; }\n");
  };
  EXPECT_EQ(pixels("(0, 3) = IN(0, channels)"), "accepted");
  EXPECT_THAT(pixels("(1, 0) = IN(0, 0)"), HasSubstr("OUT(1, 0) asks for output 1, which is not there; allowed: 0"));
  EXPECT_THAT(pixels("(0, 0) = IN(0, 4)"), HasSubstr("allowed: 0 to 3"));
  EXPECT_THAT(refusal("// mask: 1 2 1", "RESULT asks(SUMS) { return SUM(1); }\n"), HasSubstr("asks for sum 1"));
}

}  // namespace
}  // namespace lenslet::user
