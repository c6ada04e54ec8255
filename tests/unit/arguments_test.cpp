// Arguments: defaults, kinds, ranges, and the words of a refusal.
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"

namespace lenslet::ops {
namespace {

using testing::HasSubstr;
using Given = std::map<std::string, Value>;

Parameter parameter(const std::string& name, ParameterKind kind, Value initial) {
  Parameter result;
  result.name = name;
  result.kind = kind;
  result.initial = std::move(initial);
  return result;
}

OpInfo blur() {
  Parameter sigma = parameter("sigma", ParameterKind::real, 1.5);
  sigma.unit = "pixels";
  sigma.minimum = 0.5;
  sigma.maximum = 100;
  Parameter ksize = parameter("ksize", ParameterKind::integer, std::int64_t{3});
  ksize.minimum = 1;
  Parameter norm = parameter("norm", ParameterKind::choice, std::string("l2"));
  norm.choices = {"l1", "l2", "chessboard"};
  OpInfo op;
  op.name = "blur";
  op.parameters = {sigma,
                   ksize,
                   norm,
                   parameter("mask", ParameterKind::text, std::string("0 1 0")),
                   parameter("flip", ParameterKind::flag, false),
                   parameter("delta", ParameterKind::real, 0.0)};
  return op;
}

std::string message_of(const Given& given) {
  try {
    Arguments(blur(), given);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "no error";
}

TEST(Arguments, WhatIsNotGivenHasItsDefault) {
  const Arguments arguments(blur(), {});
  EXPECT_EQ(arguments.real("sigma"), 1.5);
  EXPECT_EQ(arguments.integer("ksize"), 3);
  EXPECT_EQ(arguments.text("norm"), "l2");
  EXPECT_EQ(arguments.text("mask"), "0 1 0");
  EXPECT_FALSE(arguments.flag("flip"));
}

TEST(Arguments, WhatIsGivenIsTaken) {
  const Given given{{"sigma", 0.5}, {"ksize", std::int64_t{31}}, {"norm", std::string("l1")}, {"flip", true}};
  const Arguments arguments(blur(), given);
  EXPECT_EQ(arguments.real("sigma"), 0.5);
  EXPECT_EQ(arguments.integer("ksize"), 31);
  EXPECT_EQ(arguments.text("norm"), "l1");
  EXPECT_TRUE(arguments.flag("flip"));
}

TEST(Arguments, AnIntegerServesForARealNumber) {
  EXPECT_EQ(Arguments(blur(), {{"sigma", std::int64_t{2}}}).real("sigma"), 2.0);
  EXPECT_THAT(message_of({{"sigma", std::int64_t{101}}}), HasSubstr("sigma is '101'"));
}

TEST(Arguments, AValueOutOfRangeIsNamedWithTheRange) {
  EXPECT_EQ(message_of({{"sigma", 0.25}}), "blur: sigma is '0.25', allowed: a number from 0.5 to 100, in pixels");
  EXPECT_EQ(message_of({{"ksize", std::int64_t{0}}}), "blur: ksize is '0', allowed: an integer of at least 1");
  EXPECT_THAT(message_of({{"ksize", std::int64_t{1} << 31}}), HasSubstr("'2147483648'"));
}

TEST(Arguments, AutoIsANumberOnlyWhereTheOpFindsOne) {
  OpInfo op = blur();
  op.parameters[1].automatic = true;
  EXPECT_EQ(Arguments(op, {{"ksize", auto_number}}).integer_or_auto("ksize"), std::nullopt);
  EXPECT_EQ(Arguments(op, {{"ksize", IntegerOrAuto(5)}}).integer_or_auto("ksize"), 5);
  EXPECT_THROW(Arguments(op, {{"ksize", std::string("some")}}), Error);
  EXPECT_THROW(Arguments(op, {{"sigma", auto_number}}), Error);
  EXPECT_EQ(message_of({{"ksize", auto_number}}), "blur: ksize is 'auto', allowed: an integer of at least 1");
}

TEST(Arguments, NumbersThatAreNotFiniteAreRefused) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(message_of({{"delta", std::nan("")}}), HasSubstr("delta is 'nan'"));
  EXPECT_THAT(message_of({{"delta", infinity}}), HasSubstr("delta is 'inf'"));
  EXPECT_THAT(message_of({{"sigma", -infinity}}), HasSubstr("sigma is '-inf'"));
}

TEST(Arguments, AnotherKindIsRefused) {
  EXPECT_THAT(message_of({{"ksize", 3.0}}), HasSubstr("an integer"));
  EXPECT_THAT(message_of({{"ksize", true}}), HasSubstr("ksize is 'on'"));
  EXPECT_THAT(message_of({{"sigma", std::string("2")}}), HasSubstr("a number"));
  EXPECT_THAT(message_of({{"flip", std::int64_t{1}}}), HasSubstr("on or off"));
  EXPECT_THAT(message_of({{"mask", 1.0}}), HasSubstr("text"));
}

TEST(Arguments, AMisspeltChoiceIsAnswered) {
  EXPECT_EQ(message_of({{"norm", std::string("chesboard")}}),
            "blur: norm is 'chesboard' (did you mean 'chessboard'?), allowed: one of l1, l2, chessboard");
}

TEST(Arguments, AnUnknownNameIsAnswered) {
  EXPECT_EQ(message_of({{"sgima", 1.0}}),
            "blur: unknown parameter 'sgima': did you mean 'sigma'? Allowed: sigma, ksize, norm, mask, flip, delta");
}

TEST(Arguments, AnOpThatAsksForWhatItDidNotDeclareIsAMistakeInTheOp) {
  EXPECT_THROW(Arguments(blur(), {}).real("radius"), std::logic_error);
}

}  // namespace
}  // namespace lenslet::ops
