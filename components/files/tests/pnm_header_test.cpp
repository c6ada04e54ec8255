// Headers of PNM files as bytes: their meaning, the file's least length, and refusals.
#include "files/pnm_header.hpp"

#include "support.hpp"

namespace lenslet::test {
namespace {

using io::check_pnm;
using io::parse_pnm_header;
using io::PnmHeader;
using io::PnmNumbers;
using testing::HasSubstr;

TEST(PnmHeaderTest, SaysSizeAndWhereSamplesBegin) {
  const PnmHeader header = parse_pnm_header("P6\n# GIMP\n12 34\n255\nabc");
  EXPECT_EQ(header.kind, '6');
  EXPECT_EQ(header.width, 12);
  EXPECT_EQ(header.height, 34);
  EXPECT_EQ(header.greatest, 255);
  EXPECT_EQ(header.bytes, 20U);
  EXPECT_EQ(header.samples(), 12U * 34 * 3);
}

TEST(PnmHeaderTest, AFileHasAtLeastTheBytesOfItsSamples) {
  const struct {
    const char* header;
    std::uint64_t samples;  // bytes after the header
  } cases[] = {{"P1\n9 2\n", 18},      {"P2\n9 2\n255\n", 35},   {"P3\n9 2\n255\n", 107}, {"P4\n9 2\n", 4},
               {"P5\n9 2\n255\n", 18}, {"P5\n9 2\n65535\n", 36}, {"P6\n9 2\n255\n", 54},  {"P6\n9 2\n256\n", 108},
               {"Pf\n9 2\n-1\n", 72},  {"PF\n9 2\n1.0\n", 216}};
  for (const auto& c : cases) {
    const std::string header = c.header;
    const std::uint64_t least = parse_pnm_header(header).bytes + c.samples;
    EXPECT_NO_THROW(check_pnm(header, least)) << header;
    const Error error = error_of([&] { check_pnm(header, least - 1); });
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_THAT(error.what(), HasSubstr("truncated: it has " + std::to_string(least - 1) + " bytes, 9 x 2 pixels"));
  }
}

TEST(PnmHeaderTest, RefusesWhatIsNoHeader) {
  const std::pair<const char*, const char*> cases[] = {{"P7\n1 1\n255\n", "no PNM"},
                                                       {"P", "no PNM"},
                                                       {"P5", "ends within its header"},
                                                       {"P5\n3 4", "ends within its header"},
                                                       {"P5\n3 4\n255", "ends within its header"},
                                                       {"P5\n0 4\n255\n", "width '0'"},
                                                       {"P5\n-3 4\n255\n", "width '-3'"},
                                                       {"P5\n3 4x\n255\n", "height '4x'"},
                                                       {"P5\n3 99999999999999999999\n255\n", "height '9999"},
                                                       {"P5\n3 10000001\n255\n", "1 to 10000000"},
                                                       {"P5\n3 4\n0\n", "greatest value '0'"},
                                                       {"P5\n3 4#c\n255\n", "height '4#c'"},
                                                       {"Pf\n3 4\n0\n", "scale '0'"},
                                                       {"Pf\n3 4\nnan\n", "scale 'nan'"},
                                                       {"P5\n# a\n# b\n3 4\n255\n", "two lines of comment"}};
  for (const auto& [text, reason] : cases)
    EXPECT_THAT(error_of([&] { parse_pnm_header(text); }).what(), HasSubstr(reason)) << text;
  const std::string endless = "P5\n#" + std::string(io::max_pnm_header_length, '#');
  EXPECT_THAT(error_of([&] { parse_pnm_header(endless); }).what(), HasSubstr("too long"));
}

// Takes the text in two blocks, cut anywhere.
void count(const std::string& header, const std::string& text) {
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    PnmNumbers numbers(parse_pnm_header(header));
    if (numbers.take(text.substr(0, cut))) numbers.take(text.substr(cut));
    numbers.finish();
  }
}

TEST(PnmHeaderTest, CountsNumbersAcrossBlanksAndComments) {
  EXPECT_NO_THROW(count("P2\n3 1\n255\n", "10 200\n30"));
  EXPECT_NO_THROW(count("P2\n3 1\n255\n", "10 # 11 12\n200\t30 and more"));
  EXPECT_NO_THROW(count("P1\n3 1\n", "1 0\n1"));
  EXPECT_NO_THROW(count("P1\n3 1\n", "10#0\n1"));
  EXPECT_NO_THROW(count("P2\n3 1\n100\n", "100 0 0100"));
  EXPECT_THAT(error_of([] { count("P3\n1000 1000\n255\n", "1 2 3\n"); }).what(),
              HasSubstr("truncated: it has 3 of 1000 x 1000 pixels' 3000000 numbers"));
  const std::string padded = "1 2 # 3 4 5 6\n" + std::string(50, ' ');
  EXPECT_THAT(error_of([&] { count("P2\n2 2\n255\n", padded); }).what(), HasSubstr("it has 2 of 2 x 2"));
}

TEST(PnmHeaderTest, RefusesTextThatLibvipsWouldReadOtherwise) {
  const struct {
    const char* header;
    const char* text;
    const char* reason;
  } cases[] = {{"P2\n3 1\n255\n", "10 -2 30", "sample 2 of its text is no number"},
               {"P2\n3 1\n255\n", "10 2#c\n 30", "sample 2 of its text is no number"},
               {"P2\n3 1\n255\n", "10 00000000001 30", "sample 2 of its text is no number"},
               {"P2\n3 1\n255\n", "10 256 30", "sample 2 of its text is greater than 255"},
               {"P2\n3 1\n255\n", "10 20 999", "sample 3 of its text is greater than 255"},
               {"P3\n1 1\n65535\n", "10 65536 30", "sample 2 of its text is greater than 65535"},
               {"P1\n3 1\n", "1 2 0", "sample 2 of its text is no bit"},
               {"P2\n3 1\n255\n", "10 #\n#\n 20 30", "two lines of comment"}};
  for (const auto& c : cases)
    EXPECT_THAT(error_of([&] { count(c.header, c.text); }).what(), HasSubstr(c.reason)) << c.text;
}

}  // namespace
}  // namespace lenslet::test
