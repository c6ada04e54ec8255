// What is generated from the registry, on ops with awkward names. That the header of the real ops compiles, the build
// itself proves.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ops/write_header/generate.hpp"
#include "ops/write_header/identifiers.hpp"

namespace lenslet::ops {
namespace {

using testing::HasSubstr;

Parameter choice(const std::string& name, const std::vector<std::string>& choices) {
  Parameter result;
  result.name = name;
  result.summary = "Which one.";
  result.kind = ParameterKind::choice;
  result.initial = choices.front();
  result.choices = choices;
  return result;
}

OpInfo op(const std::string& name, std::vector<Parameter> parameters = {}) {
  OpInfo result;
  result.name = name;
  result.summary = "Does something.";
  result.parameters = std::move(parameters);
  result.outputs = {"out"};
  return result;
}

std::string header_of(const OpInfo& info) {
  return cpp_header(std::span(&info, 1));
}

TEST(Identifiers, KeepWhatTheyCan) {
  EXPECT_EQ(identifier("sigma"), "sigma");
  EXPECT_EQ(identifier("k-size"), "k_size");
  EXPECT_EQ(identifier("3x3"), "_3x3");
  EXPECT_EQ(identifier("a--b"), "a_b");
  EXPECT_EQ(identifier("auto"), "auto_");
  EXPECT_EQ(type_name("filter2d"), "Filter2d");
  EXPECT_EQ(type_name("box_blur"), "BoxBlur");
}

TEST(CppHeader, ChoicesBecomeAnEnumThatConvertsToTheirWords) {
  const std::string text = header_of(op("edge", {choice("norm-kind", {"auto", "l2"})}));
  EXPECT_THAT(text, HasSubstr("enum class NormKind { auto_, l2 };"));
  EXPECT_THAT(text, HasSubstr("NormKind norm_kind = NormKind::auto_;"));
  EXPECT_THAT(text, HasSubstr(R"(words_of_norm_kind[] = {"auto", "l2"};)"));
  EXPECT_THAT(text, HasSubstr(R"({"norm-kind", )"));
}

TEST(CppHeader, TextIsQuoted) {
  Parameter mask = choice("mask", {"a \"b\"\n\\"});
  mask.kind = ParameterKind::text;
  EXPECT_THAT(header_of(op("filter", {mask})), HasSubstr(R"(std::string mask = "a \"b\"\n\\";)"));
}

Parameter parameter(const std::string& name, ParameterKind kind, const Value& initial) {
  return {.name = name, .summary = "Which.", .kind = kind, .initial = initial};
}

TEST(CppHeader, ValuesOfSeveralNumbersHaveTypesOfTheirOwn) {
  const std::string text = header_of(op(
      "all", {parameter("mask", ParameterKind::matrix, Matrix(1, 2, {0.5, -1})),
              parameter("element", ParameterKind::matrix, Matrix()), parameter("size", ParameterKind::size, Size()),
              parameter("fit", ParameterKind::size, Size{3, 0}), parameter("low", ParameterKind::numbers, Numbers{1}),
              parameter("values", ParameterKind::curve, Curve{{0, 0}, {1.5, 2}}),
              parameter("table", ParameterKind::curve, Curve(Numbers{1, 2}))}));
  EXPECT_THAT(text, HasSubstr("lenslet::Matrix mask = {1, 2, {0.5, -1}};"));
  EXPECT_THAT(text, HasSubstr("lenslet::Matrix element = {};"));
  EXPECT_THAT(text, HasSubstr("lenslet::Size size = {};"));
  EXPECT_THAT(text, HasSubstr("lenslet::Size fit = {3, 0};"));
  EXPECT_THAT(text, HasSubstr("lenslet::Numbers low = {1};"));
  EXPECT_THAT(text, HasSubstr("lenslet::Curve values = {{0, 0}, {1.5, 2}};"));
  EXPECT_THAT(text, HasSubstr("lenslet::Curve table = lenslet::Numbers{1, 2};"));
}

TEST(CppHeader, ANumberMayBeLeftToTheOp) {
  Parameter k = choice("k", {"auto"});
  k.kind = ParameterKind::integer;
  k.automatic = true;
  const std::string text = header_of(op("near", {k}));
  EXPECT_THAT(text, HasSubstr("lenslet::IntegerOrAuto k = lenslet::auto_number;"));
  EXPECT_THAT(text, HasSubstr("// Which one. Allowed: an integer, or auto."));
  EXPECT_THAT(text, HasSubstr(R"({"k", k})"));
}

TEST(CppHeader, NamesThatWouldClashAreRefused) {
  EXPECT_THROW(header_of(op("op")), Error);
  EXPECT_THROW(header_of(op("norm", {choice("norm", {"l1"})})), Error);
  EXPECT_THROW(header_of(op("edge", {choice("norm", {"a-b", "a_b"})})), Error);
  const std::vector<OpInfo> twins{op("box-blur"), op("box_blur")};
  EXPECT_THROW(cpp_header(twins), Error);
}

// The page of all ops is made anew by each build; this is what keeps an op from missing in it.
TEST(Markdown, HasEveryOpWithItsWordsAndParameters) {
  const std::string text = markdown(ops_of_images());
  for (const OpInfo& info : ops_of_images()) {
    const std::string heading = "\n## " + info.name + "\n\n" + info.summary;
    ASSERT_THAT(text, HasSubstr(heading));
    const std::size_t start = text.find(heading);
    const std::string section = text.substr(start, text.find("\n## ", start + 1) - start);
    for (const Parameter& parameter : info.parameters)
      EXPECT_THAT(section, HasSubstr("\n| `" + parameter.name + "` |"));
  }
}

TEST(Markdown, HasASectionForEachOpAndItsParameters) {
  const OpInfo info = op("edge", {choice("norm", {"l1", "l2"})});
  const std::string text = markdown(std::span(&info, 1));
  EXPECT_THAT(text, HasSubstr("\n## edge\n\nDoes something.\n"));
  EXPECT_THAT(text, HasSubstr("| `norm` | choice | one of l1, l2 | `l1` | Which one. |"));
  EXPECT_THAT(text, HasSubstr(R"(| `reflect101` | `dcb \| abcd \| cba` |)"));
}

}  // namespace
}  // namespace lenslet::ops
