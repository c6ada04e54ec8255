// What reaches a terminal: nothing of it may be a command to the terminal.
#include "system/printable.hpp"

#include <gtest/gtest.h>

namespace lenslet::system {
namespace {

TEST(Printable, KeepsTextOfAllLanguages) {
  EXPECT_EQ(printable("photo 1.png"), "photo 1.png");
  EXPECT_EQ(printable("\xC3\xA9t\xC3\xA9, \xE5\x86\x99\xE7\x9C\x9F, \xF0\x9F\x93\xB7"),
            "\xC3\xA9t\xC3\xA9, \xE5\x86\x99\xE7\x9C\x9F, \xF0\x9F\x93\xB7");
}

TEST(Printable, EscapesControlsOfOneAndOfTwoBytes) {
  EXPECT_EQ(printable("\x1b[31mred\x07\x7f"), "\\x1b[31mred\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xC2\x9B"
                      "2J"),
            "\\xc2\\x9b2J");
}

TEST(Printable, KeepsLinesOnlyWhereATextMayHaveThem) {
  EXPECT_EQ(printable("a\nb\tc"), "a\\x0ab\\x09c");
  EXPECT_EQ(printable("a\nb\tc\r", true), "a\nb\tc\\x0d");
}

TEST(Printable, EscapesWhatIsNoUtf8) {
  EXPECT_EQ(printable("\x9b"
                      "2J"),
            "\\x9b2J");                                     // a control of a terminal with characters of one byte
  EXPECT_EQ(printable("\xC0\xAF"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
  EXPECT_EQ(printable("cut \xE5\x86"), "cut \\xe5\\x86");
}

TEST(Printable, EscapesWhatTurnsTheDirectionOfWriting) {
  EXPECT_EQ(printable("a\xE2\x80\xAEgnp.exe"), "a\\u{202e}gnp.exe");
}

}  // namespace
}  // namespace lenslet::system
