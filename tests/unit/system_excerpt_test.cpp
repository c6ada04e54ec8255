// What a message shows of a long text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "system/printable.hpp"

namespace lenslet::system {
namespace {

TEST(Excerpt, ShowsTheBeginningOnOneLine) {
  EXPECT_EQ(excerpt("a\nb"), "a\\x0ab");
  EXPECT_EQ(excerpt(std::string(40, 'x')), std::string(40, 'x'));
  EXPECT_EQ(excerpt(std::string(41, 'x')), fmt::format("{}...", std::string(40, 'x')));
  EXPECT_EQ(excerpt("abcdef", 3), "abc...");
}

TEST(Excerpt, CutsNoCharacterInTwo) {
  EXPECT_EQ(excerpt("ab\xC3\xA9"
                    "cd",
                    3),
            "ab...");
  EXPECT_EQ(excerpt("ab\xC3\xA9"
                    "cd",
                    4),
            "ab\xC3\xA9...");
  EXPECT_EQ(excerpt("\xA9\xA9\xA9", 2), "\\xa9\\xa9...");
}

}  // namespace
}  // namespace lenslet::system
