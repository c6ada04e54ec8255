// Expressions: what they become, the words of their refusals, and that no text gets past the parser.
#include <array>
#include <cmath>
#include <random>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ops/map/map_expression.hpp"
#include "ops/map/map_interval.hpp"

namespace lenslet::ops::elementwise {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string complaint(const std::string& text, SampleType type = SampleType::f32, const Numbers& numbers = {}) {
  try {
    check(parse(text), type, numbers);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return {};
}

TEST(MapExpression, IsPrintedFromItsTree) {
  EXPECT_EQ(printed(parse("a*x+y"), SampleType::f32), "map_add(map_multiply(a, x), y)");
  EXPECT_EQ(printed(parse("x - y - z"), SampleType::f32), "map_subtract(map_subtract(x, y), z)");
  EXPECT_EQ(printed(parse("-(x)*2"), SampleType::f64), "map_multiply(map_negate(x), N(0x1p+1))");
  EXPECT_EQ(printed(parse("x < -2147483648"), SampleType::i32), "map_less(x, N(as_int(2147483648u)))");
  EXPECT_EQ(printed(parse("select(x, .5, 1e1)"), SampleType::f16), "map_select(x, N(0x1p-1f), N(0x1.4p+3f))");
}

TEST(MapExpression, CountsItsInputs) {
  EXPECT_EQ(parse("x").inputs, 1u);
  EXPECT_EQ(parse("w + z*y/x").inputs, 4u);
  EXPECT_THAT(complaint("y"), HasSubstr("does not use x"));
  EXPECT_THAT(complaint("x + z"), HasSubstr("does not use y"));
  EXPECT_THAT(complaint("2"), HasSubstr("does not use x"));
}

TEST(MapExpression, NamesPositionTokenAndWhatIsAllowed) {
  EXPECT_THAT(complaint(""), AllOf(HasSubstr("empty"), HasSubstr("a*x+y")));
  EXPECT_THAT(complaint("x + * y"), AllOf(HasSubstr("'*' at character 5"), HasSubstr("a number")));
  EXPECT_THAT(complaint("x +"), HasSubstr("the end at character 4"));
  EXPECT_THAT(complaint("x; y"), AllOf(HasSubstr("';' at character 2"), HasSubstr("an operator")));
  EXPECT_THAT(complaint("sqr(x)"), AllOf(HasSubstr("'sqr' at character 1"), HasSubstr("did you mean 'sqrt'")));
  EXPECT_THAT(complaint("min(x)"), AllOf(HasSubstr("has 1 operands"), HasSubstr("allowed: 2")));
  EXPECT_THAT(complaint("(x < y) < x < y"), HasSubstr("'<' at character 13"));
  EXPECT_THAT(complaint("x*1e999"), HasSubstr("'1e999' at character 3"));
  EXPECT_THAT(complaint("x\n"), HasSubstr("'\\x0a' at character 2"));
}

TEST(MapExpression, TakesNoNumberThatWasRounded) {
  EXPECT_EQ(complaint("x+9007199254740991", SampleType::i64), "");
  EXPECT_THAT(complaint("x+9007199254740993", SampleType::i64), HasSubstr("whole numbers from"));
}

TEST(MapExpression, KnowsWhatItsTypeLacks) {
  EXPECT_THAT(complaint("1 + sqrt(x)", SampleType::i32),
              AllOf(HasSubstr("'sqrt' at character 5"), HasSubstr("abs, min")));
  EXPECT_THAT(complaint("x*0.5", SampleType::u32), HasSubstr("whole numbers from 0 to 4294967295"));
  EXPECT_THAT(complaint("x*a", SampleType::i32, {1.5}), HasSubstr("a is 1.5"));
  EXPECT_THAT(complaint("x*1e300"), HasSubstr("1e+300"));
  EXPECT_EQ(complaint("x*1e300", SampleType::f64), "");
}

TEST(MapExpression, IsBoundedInLengthAndDepth) {
  const auto repeated = [](const std::string& word, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += word;
    return text;
  };
  EXPECT_THAT(complaint(repeated("(", 100'000)), HasSubstr("100000 characters"));
  EXPECT_THAT(complaint(repeated("(", 1000)), HasSubstr("nested deeper"));
  EXPECT_THAT(complaint(repeated("-", 999) + "x"), HasSubstr("nested deeper"));
  EXPECT_THAT(complaint("x" + repeated("+x", 400)), HasSubstr("nested deeper"));
  EXPECT_THAT(complaint(repeated("abs(", 240)), HasSubstr("nested deeper"));
  EXPECT_EQ(complaint("x" + repeated("+x", 60)), "");
}

// Whatever the text: it is refused, or printed with nothing but the parser's own words.
TEST(MapExpression, LetsNoTextThrough) {
  std::mt19937 random(7);
  const std::string alphabet = "xyzwabcd019.+-*/()<>=!, e\tminabs\"\\#;{}\x80\n";
  int printed_ones = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text;
    for (auto left = random() % 10; left > 0; --left) text += alphabet[random() % alphabet.size()];
    if (!complaint(text).empty()) continue;
    ++printed_ones;
    const std::string code = printed(parse(text), SampleType::f32);
    EXPECT_EQ(code.find_first_not_of("abcdefghijklmnopqrstuvwxyz_N0123456789.+-(), "), std::string::npos) << code;
  }
  EXPECT_GT(printed_ones, 100);
}

TEST(MapInterval, HoldsWhatRoundingMayMakeAndNoMore) {
  const Format single = format_of(SampleType::f32);
  const Interval sum = rounded(point(1), 0.5, single);
  EXPECT_TRUE(sum.contains(1));
  EXPECT_FALSE(sum.contains(std::nextafter(1.0F, 2.0F)));
  EXPECT_TRUE(rounded(point(1e39L), 0.5, single).contains(INFINITY));
  EXPECT_TRUE(read(point(1e-40L), single).contains(0));
  EXPECT_FALSE(read(point(1e-40L), format_of(SampleType::f64)).contains(0));
}

TEST(MapInterval, KnowsNanAndPoles) {
  const Interval zero = point(0), one = point(1), near_zero{-1e-9L, 1e-9L}, nan = point(NAN);
  const Interval both[] = {zero, zero}, pole[] = {one, near_zero}, inverse[] = {one, zero}, lesser[] = {one, nan};
  EXPECT_TRUE(applied(Operation::divide, both).contains(NAN));
  EXPECT_FALSE(applied(Operation::divide, both).contains(1));
  EXPECT_TRUE(applied(Operation::divide, pole).contains(-INFINITY));
  EXPECT_FALSE(applied(Operation::divide, inverse).contains(-INFINITY));
  EXPECT_FALSE(applied(Operation::min, lesser).contains(1));
  EXPECT_FALSE(applied(Operation::equal, lesser).contains(1));
  EXPECT_TRUE(applied(Operation::floor, &near_zero).contains(-1));
}

// Where an interval's ends say nothing, its other numbers do.
TEST(MapInterval, KnowsWhatLiesBetweenZeroAndInfinity) {
  const Interval near_zero{-1e-9L, 1e-9L}, all{-INFINITY, INFINITY};
  const Interval by_zero[] = {near_zero, point(0)}, by_infinity[] = {all, point(INFINITY)}, of_zero[] = {all, point(0)};
  EXPECT_TRUE(applied(Operation::divide, by_zero).contains(NAN));
  EXPECT_TRUE(applied(Operation::divide, by_infinity).contains(0));
  EXPECT_TRUE(applied(Operation::multiply, of_zero).contains(0));
  EXPECT_FALSE(applied(Operation::multiply, of_zero).contains(1));
}

TEST(MapInterval, KnowsBothZeros) {
  const Interval zeros = applied(Operation::trunc, std::array{Interval{-0.5L, 0.5L}}.data());
  const Interval pole[] = {point(1), zeros}, plus[] = {point(1), point(0)};
  EXPECT_TRUE(applied(Operation::divide, pole).contains(INFINITY));
  EXPECT_TRUE(applied(Operation::divide, pole).contains(-INFINITY));
  EXPECT_FALSE(applied(Operation::divide, plus).contains(-INFINITY));
}

}  // namespace
}  // namespace lenslet::ops::elementwise
