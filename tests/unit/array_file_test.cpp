// .npy and CSV there and back, and no crash on what is neither.
#include <lenslet/array_file.hpp>

#include <random>

#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "array/fill.hpp"

namespace lenslet {
namespace {

std::string header(const std::string& dictionary) {
  std::string text = dictionary + "\n";
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(text.size()) + '\0' + text;
}

std::string refusal(const std::string& bytes, Array (*parse)(std::string_view)) {
  try {
    parse(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

TEST(Npy, ComesBack) {
  for (const ElementType type : element_types)
    for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {0}, {7}, {3, 4}, {2, 3, 4}}) {
      const Array array = array::filled({type, shape}, array::Fill::random, 1);
      const Array back = parse_npy(npy_bytes(array));
      EXPECT_EQ(back.type(), array.type());
      EXPECT_TRUE(std::ranges::equal(back.bytes(), array.bytes()));
    }
}

TEST(Npy, OfFortranOrderComesInCOrder) {
  std::string bytes = header("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }") + "\1\2\3\4\5\6";
  const Array array = parse_npy(bytes);
  const std::vector<double> wanted{1, 3, 5, 2, 4, 6};
  for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(array.at(i), wanted[static_cast<std::size_t>(i)]);
}

TEST(Npy, SaysWhatItIsNot) {
  EXPECT_EQ(refusal("PNG", parse_npy), "it is no .npy: its first bytes are not NumPy's; allowed: a file of numpy.save");
  EXPECT_NE(refusal(header("{'descr': '>f4', 'fortran_order': False, 'shape': (0,), }"), parse_npy).find("'>f4'"),
            std::string::npos);
  EXPECT_NE(
      refusal(header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }"), parse_npy).find("records"),
      std::string::npos);
  EXPECT_NE(refusal(header("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }") + "1234", parse_npy)
                .find("4 bytes of elements, f32 [3] has 12"),
            std::string::npos);
}

TEST(Npy, OutlivesDamage) {
  const std::string good = npy_bytes(array::filled({ElementType::f32, {5, 3}}, array::Fill::random, 1));
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string bad = good.substr(0, random() % 4 ? good.size() : random() % good.size());
    for (int i = 0; i < 3 && !bad.empty(); ++i) bad[random() % bad.size()] = static_cast<char>(random());
    try {
      EXPECT_LE(parse_npy(bad).bytes().size(), good.size());
    } catch (const Error&) {
    }
  }
}

TEST(Csv, ComesBack) {
  const Array array = array::filled({ElementType::f64, {5, 3}}, array::Fill::random, 1);
  const Array back = parse_csv(csv_text(array));
  EXPECT_EQ(back.type(), array.type());
  EXPECT_TRUE(std::ranges::equal(back.bytes(), array.bytes()));
}

TEST(Csv, TakesWhatSpreadsheetsWrite) {
  const Array array = parse_csv("\xEF\xBB\xBF# made by hand\r\nx;y\r\n1; +2.5\r\n\r\n-3e2;nan\r\n");
  EXPECT_EQ(array.type(), (ArrayType{ElementType::f64, {2, 2}}));
  EXPECT_EQ(array.at(1), 2.5);
  EXPECT_EQ(array.at(2), -300);
  EXPECT_EQ(parse_csv("1 2\n3\t4").type().shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(parse_csv("1\n2\n3").type().shape, (std::vector<std::int64_t>{3}));
  EXPECT_EQ(parse_csv("").count(), 0);
}

TEST(Csv, NamesTheLineAtFault) {
  EXPECT_EQ(refusal("1,2\n3,4,5\n", parse_csv), "line 2 has 3 numbers; allowed: 2, as in the lines before it");
  EXPECT_EQ(refusal("1,2\n3,four\n", parse_csv),
            "line 2: 'four' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf");
  EXPECT_EQ(refusal("1,2\n3,\n", parse_csv), "line 2: '' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf");
  EXPECT_EQ(refusal("x,y\na,b\n", parse_csv), "line 2: 'a' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf");
  EXPECT_EQ(refusal("1,5;2,5\n", parse_csv).find("line 1: '1,5' is no number"), 0u);
}

TEST(Csv, HasZeroForWhatIsTooSmall) {
  const Array array = parse_csv("1e-400,-1e-310,1e-4000\n");
  EXPECT_EQ(array.at(0), 0);
  EXPECT_EQ(array.at(1), -1e-310);
  EXPECT_EQ(array.at(2), 0);
  EXPECT_NE(refusal("1e400\n2\n", parse_csv).find("line 1: '1e400' is no number"), std::string::npos);
}

TEST(Csv, KeepsWholeNumbersOrSaysThatItCannot) {
  EXPECT_EQ(parse_csv("9007199254740992,-9007199254740994,1e22").at(1), -9007199254740994.0);
  EXPECT_EQ(refusal("1\n9007199254740993\n", parse_csv),
            "line 2: 9007199254740993 has more digits than f64; allowed: whole numbers up to 2^53, or a .npy");
}

}  // namespace
}  // namespace lenslet
