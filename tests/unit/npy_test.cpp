// .npy there and back, and no crash on what is none.
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

template <class Use>
std::string refusal(Use use) {
  try {
    use();
  } catch (const Error& error) {
    return error.what();
  }
  return "taken";
}

std::string npy_refusal(const std::string& bytes) {
  return refusal([&] { parse_npy(bytes); });
}

// Of a .npy without elements.
std::string header_refusal(const std::string& dictionary) {
  return npy_refusal(header(dictionary));
}

TEST(Npy, ComesBack) {
  for (const SampleType type : sample_types)
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

std::vector<double> elements(const std::string& dictionary, std::string bytes, SampleType type) {
  const Array array = parse_npy(header(dictionary) + bytes);
  EXPECT_EQ(array.type().type, type);
  std::vector<double> result;
  for (std::int64_t i = 0; i < array.count(); ++i) result.push_back(array.at(i));
  return result;
}

TEST(Npy, HasNarrowIntegersAndTruth) {
  using Values = std::vector<double>;
  EXPECT_EQ(elements("{'descr': '|i1', 'fortran_order': False, 'shape': (5,), }", "\x80\xff\1\2\x7f", SampleType::i8),
            (Values{-128, -1, 1, 2, 127}));
  EXPECT_EQ(elements("{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }", std::string("\0\x80\xff\xff\1\2", 6),
                     SampleType::i16),
            (Values{-32768, -1, 513}));
  EXPECT_EQ(elements("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 2), }", std::string("\1\0\2\0\3\0\4\0", 8),
                     SampleType::i16),
            (Values{1, 3, 2, 4}));
  EXPECT_EQ(
      elements("{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }", std::string("\0\1\2", 3), SampleType::u8),
      (Values{0, 1, 1}));
  const std::string short_one = header("{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }") + "abcde";
  EXPECT_EQ(npy_refusal(short_one), "a damaged .npy: 5 bytes of elements, i16 [3] has 6");
}

TEST(Npy, SaysWhatItIsNot) {
  EXPECT_EQ(npy_refusal("PK\3\4 and more"),
            "a .npz, an archive of arrays; allowed: one array in a .npy, as numpy.save writes");
  EXPECT_EQ(npy_refusal("PNG"), "it is no .npy: its first bytes are not NumPy's; allowed: a file of numpy.save");
  EXPECT_NE(header_refusal("{'descr': '>f4', 'fortran_order': False, 'shape': (0,), }").find("'>f4'"),
            std::string::npos);
  EXPECT_NE(header_refusal("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }").find("records"),
            std::string::npos);
  EXPECT_NE(npy_refusal(header("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }") + "1234")
                .find("4 bytes of elements, f32 [3] has 12"),
            std::string::npos);
  EXPECT_NE(header_refusal("{'descr': '" + std::string(100, 'x') + "', 'fortran_order': False, 'shape': (0,)}")
                .find("a .npy of '" + std::string(40, 'x') + "...'"),
            std::string::npos);
}

TEST(Npy, TakesPythonsSpellings) {
  const ArrayType wanted{SampleType::f32, {0, 3}};
  for (const char* dictionary : {"{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }",
                                 "  {\"shape\":(0,3),'fortran_order' :\nTrue ,\t'descr': \"<f4\"}  \n",
                                 "{'descr': '<f4', 'fortran_order': False, 'shape': (0L, 3L)}"})
    EXPECT_EQ(parse_npy(header(dictionary)).type(), wanted) << dictionary;
  EXPECT_EQ(parse_npy(header("{'descr': '|u1', 'fortran_order': False, 'shape': ()}") + "x").count(), 1);
}

TEST(Npy, RefusesWhatNumpyRefuses) {
  const auto with = [](const std::string& shape, const std::string& order = "False") {
    return header_refusal("{'descr': '<f4', 'fortran_order': " + order + ", 'shape': " + shape + "}");
  };
  EXPECT_EQ(with("(0 2)"), "a damaged .npy: its header has '2)}\\x0a' where a comma should be");
  for (const char* shape :
       {"(0,)(5,)", "(0)", "[0]", "0", "(0.0,)", "(0,,)", "(,)", "(01,)", "(None,)", "(0, 'a')", "(0,"})
    EXPECT_TRUE(with(shape).starts_with("a damaged .npy: its header has ")) << shape << ": " << with(shape);
  for (const char* order : {"1", "0", "'False'", "true", "Falsee", "None"})
    EXPECT_NE(with("(0,)", order).find(" should be"), std::string::npos) << order;
  EXPECT_EQ(header_refusal("{'descr': '<f4', 'shape': (0,)}"), "a damaged .npy: its header has no 'fortran_order'");
  EXPECT_EQ(header_refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (0,), 'size': 1}"),
            "a damaged .npy: its header has 'size'; allowed: descr, fortran_order, shape");
  EXPECT_NE(header_refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (0,)} 1").find("where the end should be"),
            std::string::npos);
}

TEST(Npy, RefusesOtherVersionsAndLongHeaders) {
  std::string bytes = header("{'descr': '<f4', 'fortran_order': False, 'shape': (0L,), }");
  bytes[7] = 125;
  EXPECT_EQ(npy_refusal(bytes), "a damaged .npy: version 1.125; allowed: 1.0, 2.0, 3.0");
  std::string third = std::string("\x93NUMPY\3\0", 8) + bytes.substr(8, 2) + std::string(2, '\0') + bytes.substr(10);
  EXPECT_NE(npy_refusal(third).find("'L"), std::string::npos);  // Python 2's numbers ended with version 2
  third[6] = 2;
  EXPECT_EQ(npy_refusal(third), "taken");
  EXPECT_NE(npy_refusal(std::string("\x93NUMPY\2\0\x11\x27\0\0", 12)).find("10001 bytes; allowed: up to 10000"),
            std::string::npos);
}

TEST(Npy, IsCheckedBeforeMemoryIsTaken) {
  const std::string huge = "{'descr': '<f4', 'fortran_order': True, 'shape': (1048576, 1048576)}";
  EXPECT_NE(header_refusal(huge).find("0 bytes of elements, f32 [1048576, 1048576] has"), std::string::npos);
  std::uint64_t asked = 0;
  const auto refuse = [&](const ArrayType&, std::uint64_t bytes) {
    asked = bytes;
    throw Error(ErrorKind::io, "too much");
  };
  std::string rest = header(huge);
  const auto read = [&](std::span<std::byte> to) {
    std::ranges::copy(std::as_bytes(std::span(rest)).first(to.size()), to.begin());
    rest.erase(0, to.size());
    return to.size();
  };
  EXPECT_EQ(refusal([&] { read_npy({read, {}, refuse}); }), "too much");
  EXPECT_EQ(asked, std::uint64_t{2} << 42);  // and as much for C order
}

TEST(Npy, OfUnknownSizeIsReadToItsEnd) {
  const std::string dictionary = "{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}";
  const auto read_all = [&](const std::string& elements) {
    std::string rest = header(dictionary) + elements;
    return refusal([&] {
      read_npy({[&](std::span<std::byte> to) {
        const std::size_t count = std::min(to.size(), rest.size());
        std::ranges::copy(std::as_bytes(std::span(rest)).first(count), to.begin());
        rest.erase(0, count);
        return count;
      }});
    });
  };
  EXPECT_EQ(read_all("abc"), "taken");
  EXPECT_EQ(read_all("ab"), "a damaged .npy: 2 bytes of elements, u8 [3] has 3");
  EXPECT_EQ(read_all("abcd"), "a damaged .npy: more bytes of elements than the 3 of u8 [3]");
}

TEST(Npy, OutlivesDamage) {
  const std::string good = npy_bytes(array::filled({SampleType::f32, {5, 3}}, array::Fill::random, 1));
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

}  // namespace
}  // namespace lenslet
