// CSV there and back, and no row that is lost.
#include <lenslet/array_file.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "array/fill.hpp"

namespace lenslet {
namespace {

std::string csv_refusal(const std::string& text, const AcceptArray& accept = {}) {
  try {
    parse_csv(text, accept);
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

TEST(Csv, ComesBack) {
  const Array array = array::filled({SampleType::f64, {5, 3}}, array::Fill::random, 1);
  const Array back = parse_csv(csv_text(array));
  EXPECT_EQ(back.type(), array.type());
  EXPECT_TRUE(std::ranges::equal(back.bytes(), array.bytes()));
}

TEST(Csv, ColumnsHaveNames) {
  const Array array = array::filled({SampleType::f64, {5, 2}}, array::Fill::random, 1);
  const std::string text = csv_text(array, {"x", "y"});
  EXPECT_EQ(text, "x,y\n" + csv_text(array));
  EXPECT_EQ(parse_csv_table(text, {}).names, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(csv_text(Array({SampleType::f64, {0, 2}}), {"x", "y"}), "x,y\n");
  EXPECT_THROW(csv_text(array, {"x"}), Error);
}

TEST(Csv, TakesWhatSpreadsheetsWrite) {
  const Array array = parse_csv("\xEF\xBB\xBF# made by hand\r\nx;y\r\n1; +2.5\r\n\r\n-3e2;nan\r\n");
  EXPECT_EQ(array.type(), (ArrayType{SampleType::f64, {2, 2}}));
  EXPECT_EQ(array.at(1), 2.5);
  EXPECT_EQ(array.at(2), -300);
  EXPECT_EQ(parse_csv("1 2\n3\t4").type().shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(parse_csv("1\n2\n3").type().shape, (std::vector<std::int64_t>{3}));
  EXPECT_EQ(parse_csv("").count(), 0);
}

TEST(Csv, TakesQuotedNumbersAsNumbers) {
  EXPECT_EQ(parse_csv("\"1\",\"2\"\n3,\" 4\"\n").type().shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(parse_csv("\"2019\";\"2020\"\n").at(1), 2020);
  EXPECT_EQ(csv_refusal("1\n\"one\"\n"), "line 2: 'one' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf");
  EXPECT_NE(csv_refusal("1,2\n\"1\"2,3\n").find("line 2: '\"1\"2' is no number"), std::string::npos);
}

TEST(Csv, KnowsSeparatorsInQuotes) {
  const std::vector<std::int64_t> pairs{2, 2};
  EXPECT_EQ(parse_csv("\"length, m\",\"the \"\"width\"\"\"\n1,2\n3,4").type().shape, pairs);
  EXPECT_EQ(parse_csv("\"a;b\",c\n1,2\n3,4").type().shape, pairs);
  EXPECT_EQ(parse_csv("\"two\nlines\" other\n1 2\n3 4").type().shape, pairs);
  EXPECT_EQ(parse_csv("pipe of 5\",x\n1,2\n").type().shape, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(parse_csv("# don't \"quote\n1,2\n3,4").type().shape, pairs);
  EXPECT_EQ(csv_refusal("a,\"b\n1,2\n"), "line 1 has a quote without its partner; allowed: \"two of them\"");
  EXPECT_NE(csv_refusal("\"a\nb\",c\n1,x\n").find("line 3: 'x'"), std::string::npos);
}

TEST(Csv, LosesNoFirstRowWhoseNumbersAreMisspelt) {
  for (const char* field : {"$100", "(5)", "+-2", "+x", "-", "1st", "\"$100\"", "\u20AC5", "\u00A35", "[1]"})
    EXPECT_NE(csv_refusal(std::string(field) + "\n1\n").find(" is no number"), std::string::npos) << field;
  for (const char* field : {"x1", "(x1)", "\"x 1\"", "\u00E91", "_1", "N/A", "%"})
    EXPECT_EQ(parse_csv(std::string(field) + "\n1\n").count(), 1) << field;
}

TEST(Csv, NamesTheLineAtFault) {
  EXPECT_EQ(csv_refusal("1,2\n3,4,5\n"), "line 2 has 3 numbers; allowed: 2, as in the lines before it");
  EXPECT_EQ(csv_refusal("1,2\n3,four\n"), "line 2: 'four' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf");
  EXPECT_EQ(csv_refusal("1,2\n3,\n"),
            "line 2: field 2 is empty; allowed: a number in each, nan for one that is not known");
  EXPECT_EQ(csv_refusal("x,y\na,b\n"), "line 2: 'a' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf");
  EXPECT_EQ(csv_refusal("1,5;2,5\n"), "line 1: '1,5' has a decimal comma; allowed: a point, as in 2.5");
  EXPECT_EQ(csv_refusal(std::string("\xff\xfe"
                                    "1\0\n\0",
                                    6)),
            "its text is UTF-16; allowed: UTF-8");
}

TEST(Csv, HasZeroForWhatIsTooSmall) {
  const Array array = parse_csv("1e-400,-1e-310,1e-4000\n");
  EXPECT_EQ(array.at(0), 0);
  EXPECT_EQ(array.at(1), -1e-310);
  EXPECT_EQ(array.at(2), 0);
  EXPECT_NE(csv_refusal("1e400\n2\n").find("line 1: '1e400' is no number"), std::string::npos);
}

TEST(Csv, IsCountedBeforeMemoryIsTaken) {
  std::uint64_t asked = 0;
  const auto refuse = [&](const ArrayType&, std::uint64_t bytes) {
    asked = bytes;
    throw Error(ErrorKind::io, "too much");
  };
  EXPECT_EQ(csv_refusal("x,y\n1,2\n3,4\n", refuse), "too much");
  EXPECT_EQ(asked, 4 * sizeof(double));
}

TEST(Csv, KeepsWholeNumbersOrSaysThatItCannot) {
  EXPECT_EQ(parse_csv("9007199254740992,-9007199254740994,1e22").at(1), -9007199254740994.0);
  EXPECT_EQ(csv_refusal("1\n9007199254740993\n"),
            "line 2: 9007199254740993 has more digits than f64; allowed: whole numbers up to 2^53, or a .npy");
  const std::string nines(100'000, '9');  // whose sum with a literal GCC 12 warns of
  EXPECT_NE(csv_refusal(fmt::format("1\n{}\n", nines)).find(fmt::format("{}...' is no number", nines.substr(0, 40))),
            std::string::npos);
}

// Nothing stands after the text, as after a file in memory; AddressSanitizer sees who looks there.
TEST(Csv, ReadsNothingAfterItsEnd) {
  for (const std::string text : {"name", "index", "1.25"}) {
    const std::vector<char> bytes(text.begin(), text.end());
    EXPECT_EQ(parse_csv(std::string_view(bytes.data(), bytes.size())).count(), text == "1.25" ? 1 : 0);
  }
}

}  // namespace
}  // namespace lenslet
