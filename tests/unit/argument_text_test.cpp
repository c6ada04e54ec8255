// Arguments as texts: what is written is read back as the same value, and what is none is refused with the value and
// what is allowed. A text where a value belongs does not compile.
#include <lenslet/argument_text.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <lenslet/ops.hpp>

#include "op/argument.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

template <class Mask>
concept IsMask = requires(Mask mask) {
  ops::Filter2d{.mask = mask};
};
template <class Side>
concept IsSize = requires(Side size) {
  ops::Resize{.size = size};
};
template <class Bound>
concept IsBound = requires(Bound bound) {
  ops::Inrange{.low = bound};
};
template <class Values>
concept AreValues = requires(Values values) {
  ops::Lut{.values = values};
};

static_assert(IsMask<Matrix> && !IsMask<const char*> && !IsMask<std::string> && !IsMask<Numbers> && !IsMask<double>);
static_assert(IsSize<Size> && !IsSize<const char*> && !IsSize<std::string> && !IsSize<Numbers>);
static_assert(IsBound<Numbers> && !IsBound<const char*> && !IsBound<std::string> && !IsBound<Matrix>);
static_assert(AreValues<Curve> && AreValues<Numbers> && !AreValues<const char*> && !AreValues<std::string>);

Parameter parameter(ParameterKind kind, bool automatic = false) {
  return {.name = "it", .summary = {}, .kind = kind, .initial = {}, .automatic = automatic};
}

Value read(ParameterKind kind, const std::string& text) {
  return parse_argument(parameter(kind), text);
}

std::string refused(const Parameter& wanted, const std::string& text) {
  return refusal([&] { parse_argument(wanted, text); });
}

std::string refused(ParameterKind kind, const std::string& text) {
  return refused(parameter(kind), text);
}

Parameter size_parameter(double minimum) {
  Parameter result = parameter(ParameterKind::size, true);
  result.minimum = minimum;
  result.maximum = 1000;
  return result;
}

TEST(ArgumentText, IsWhatPeopleWrite) {
  EXPECT_EQ(value_text(true), "on");
  EXPECT_EQ(value_text(std::int64_t{-3}), "-3");
  EXPECT_EQ(value_text(0.1), "0.1");
  EXPECT_EQ(value_text(std::string("l2")), "l2");
  EXPECT_EQ(value_text(Numbers{1, 2.5, -3}), "1,2.5,-3");
  EXPECT_EQ(value_text(Matrix(2, 3, {0, 1, 0, -4, 0.5, 1e30})), "0 1 0; -4 0.5 1e+30");
  EXPECT_EQ(value_text(Size{640, 480}), "640x480");
  EXPECT_EQ(value_text(Size{640, 0}), "640x");
  EXPECT_EQ(value_text(Size{0, 480}), "x480");
  EXPECT_EQ(value_text(Curve{{0, 0}, {128, 180.5}}), "0:0,128:180.5");
  EXPECT_EQ(value_text(Curve(Numbers{0, 10})), "0,10");
  for (const Value& left : {Value(Numbers()), Value(Matrix()), Value(Size()), Value(Curve()), Value(auto_number)})
    EXPECT_EQ(value_text(left), "auto");
}

TEST(ArgumentText, MayBeWrittenInSeveralWays) {
  const Matrix mask(3, 3, {1, 2, 3, -4, 5, 0.6, 7, 8, 9});
  EXPECT_EQ(read(ParameterKind::matrix, "1 2,3;\t-4 , +5 6e-1\r\n\n7 8 9;\n"), Value(mask));
  EXPECT_EQ(read(ParameterKind::matrix, "1;2"), Value(Matrix(2, 1, {1, 2})));
  EXPECT_EQ(read(ParameterKind::numbers, "1,2.5"), Value(Numbers{1, 2.5}));
  EXPECT_EQ(read(ParameterKind::numbers, " 1, 2.5\n3 "), Value(Numbers{1, 2.5, 3}));
  EXPECT_EQ(read(ParameterKind::curve, "0:0, 128:180\n255:255"), Value(Curve{{0, 0}, {128, 180}, {255, 255}}));
  EXPECT_EQ(parse_argument(size_parameter(0), "640"), Value(Size{640, 0}));
  EXPECT_EQ(parse_argument(size_parameter(0), "640x"), Value(Size{640, 0}));
  EXPECT_EQ(parse_argument(size_parameter(0), "x480"), Value(Size{0, 480}));
  EXPECT_EQ(read(ParameterKind::real, "3"), Value(3.0));
  EXPECT_EQ(read(ParameterKind::real, "3:2"), Value(1.5));
}

TEST(ArgumentText, OfNoValueIsRefused) {
  EXPECT_EQ(refused(ParameterKind::flag, "yes"), "it is 'yes', allowed: on or off");
  EXPECT_EQ(refused(ParameterKind::integer, "3.5"), "it is '3.5', allowed: an integer");
  EXPECT_EQ(refused(ParameterKind::real, "two"), "it is 'two', allowed: a number");
  for (const char* quotient : {"1:0", "1:", ":2", "1:2:3"})
    EXPECT_EQ(refused(ParameterKind::real, quotient).substr(0, 6), "it is ");
  EXPECT_EQ(refused(ParameterKind::real, "nan"), "it is 'nan', allowed: a number");
  EXPECT_EQ(refused(ParameterKind::real, "50%"), "it is '50%' (for 50% write 0.5), allowed: a number");
  for (const char* numbers : {"", "1,x", "1,,2", "1,", ",1", "1,inf", "+-1"})
    EXPECT_THAT(refused(ParameterKind::numbers, numbers),
                HasSubstr(std::string("it is '") + numbers + "', allowed: numbers with commas between them"));
  for (const char* curve : {"", "0:0,1", "0:", ":1", "0:0:1", "0:0,x:1", "5:1,5:2", "5:1,4:2", "0:nan"})
    EXPECT_THAT(refused(ParameterKind::curve, curve), HasSubstr(std::string("it is '") + curve + "', allowed: points"));
}

TEST(ArgumentText, OfNoMatrixIsRefusedWithTheRow) {
  const auto said = [](const char* text) { return refused(ParameterKind::matrix, text); };
  for (const char* empty : {"", " ; \n "}) EXPECT_THAT(said(empty), HasSubstr("it is empty, allowed: rows of numbers"));
  EXPECT_EQ(said("1 2 3; 4 5"), "it row 2 has 2 numbers and row 1 has 3, allowed: rows of one length");
  EXPECT_EQ(said("1 nan 3"), "it row 1 has 'nan', allowed: finite numbers");
  EXPECT_THAT(said("1 2 3; 1 inf 3; 1 2 3"), HasSubstr("row 2 has 'inf'"));
  EXPECT_THAT(said("1 2x 3"), HasSubstr("'2x'"));
  EXPECT_THAT(said("1,,2"), HasSubstr("''"));
  EXPECT_THAT(said("1 2,"), HasSubstr("''"));
  EXPECT_THAT(said("1 +-2 3"), HasSubstr("'+-2'"));
}

TEST(ArgumentText, OfNoSizeIsRefused) {
  for (const char* size : {"", "0", "0x5", "x0", "x", "33x5x1", "-3x5", "1001x1", "99999999999999999999x1", "12y"})
    EXPECT_THAT(refused(size_parameter(0), size),
                HasSubstr(std::string("it is '") + size + "', allowed: WIDTHxHEIGHT"));
  for (const char* box : {"33x", "x5", "0x5", "box"})
    EXPECT_THAT(refused(size_parameter(1), box), HasSubstr(std::string("it is '") + box + "', allowed: WIDTHxHEIGHT"));
}

TEST(ArgumentText, AutoIsForWhatTheOpFinds) {
  EXPECT_EQ(parse_argument(parameter(ParameterKind::matrix, true), "auto"), Value(Matrix()));
  EXPECT_EQ(parse_argument(parameter(ParameterKind::integer, true), "auto"), Value(auto_number));
  EXPECT_THAT(refused(ParameterKind::numbers, "auto"), HasSubstr("it is 'auto', allowed: numbers"));
  EXPECT_THAT(refused(ParameterKind::integer, "auto"), HasSubstr("it is 'auto', allowed: an integer"));
}

TEST(ArgumentText, LimitsHoldForEachNumber) {
  Parameter wanted = parameter(ParameterKind::numbers);
  wanted.minimum = 0;
  wanted.maximum = 1;
  EXPECT_EQ(parse_argument(wanted, "0,0.5,1"), Value(Numbers{0, 0.5, 1}));
  EXPECT_THAT(refused(wanted, "0,1.5"), HasSubstr("it is '0,1.5', allowed: numbers"));
  wanted.kind = ParameterKind::matrix;
  EXPECT_THAT(refused(wanted, "0 1; -1 0"), HasSubstr("it is '0 1; -1 0', allowed: rows of numbers"));
}

TEST(Argument, OfAnotherKindIsRefusedOrConverted) {
  const Parameter list = parameter(ParameterKind::numbers);
  EXPECT_EQ(op::checked_argument(list, std::int64_t{5}), Value(Numbers{5}));
  EXPECT_EQ(op::checked_argument(list, 5.5), Value(Numbers{5.5}));
  EXPECT_THAT(refusal([&] { op::checked_argument(list, std::string("5")); }), HasSubstr("it is '5', allowed: numbers"));
  EXPECT_THAT(refusal([&] { op::checked_argument(list, Numbers{}); }), HasSubstr("it is 'auto'"));
  EXPECT_THAT(refusal([] { Matrix(2, 2, {1, 2, 3}); }), HasSubstr("3 values of a matrix of 2 rows and 2 columns"));
  EXPECT_THAT(refusal([] { Matrix(0, 2, {}); }), HasSubstr("a matrix of 0 x 2"));
}

// Any finite number.
double drawn_number() {
  const double number = *rc::gen::arbitrary<double>();
  return std::isfinite(number) ? number : 0.1;
}

Numbers drawn_numbers(std::size_t count) {
  Numbers numbers(count);
  for (double& number : numbers) number = drawn_number();
  return numbers;
}

void expect_round_trip(ParameterKind kind, const Value& value) {
  Parameter any = parameter(kind, true);
  if (kind == ParameterKind::size) any.minimum = 0;
  RC_ASSERT(parse_argument(any, value_text(value)) == value);
  RC_ASSERT(op::value_of(op::letter_of(value), value_text(value)) == value);
}

RC_GTEST_PROP(ArgumentText, OfNumbersIsExact, ()) {
  const auto rows = *rc::gen::inRange(1, 5), columns = *rc::gen::inRange(1, 5);
  expect_round_trip(ParameterKind::real, drawn_number());
  expect_round_trip(ParameterKind::numbers, drawn_numbers(static_cast<std::size_t>(rows)));
  expect_round_trip(ParameterKind::matrix,
                    Matrix(rows, columns, drawn_numbers(static_cast<std::size_t>(rows * columns))));
  expect_round_trip(ParameterKind::curve, Curve(drawn_numbers(static_cast<std::size_t>(rows))));
}

RC_GTEST_PROP(ArgumentText, OfTheOthersIsExact, (bool flag, std::int32_t integer)) {
  const auto side = [] { return std::int64_t{*rc::gen::inRange(0, 1 << 30)}; };
  expect_round_trip(ParameterKind::flag, flag);
  expect_round_trip(ParameterKind::integer, std::int64_t{integer});
  expect_round_trip(ParameterKind::size, Size{side(), side()});
  const double x = drawn_number(), step = std::abs(drawn_number()) + 1;
  if (x + step > x && std::isfinite(x + step))
    expect_round_trip(ParameterKind::curve, Curve{{x, drawn_number()}, {x + step, drawn_number()}});
}

TEST(ArgumentText, OfWhatIsLeftToTheOpIsExact) {
  for (const Value& value : {Value(Numbers()), Value(Matrix()), Value(Size()), Value(Curve()), Value(auto_number)})
    EXPECT_EQ(op::value_of(op::letter_of(value), value_text(value)), value);
}

}  // namespace
}  // namespace lenslet
