// What compilers say, made readable.
#include <gtest/gtest.h>

#include "ocl/build_log.hpp"

namespace lenslet::ocl {
namespace {

TEST(BuildLog, HasPlacesFirstAndTheUsersNames) {
  EXPECT_EQ(readable_log("error: bad.cl:3:7 <Spelling=/cache/tempfile_GJ9tXs.cl:953:13>: conflicting types for "
                         "'user_865618640330852751_bad'\nuser_1_far_F32 and my_user_1_x\n"),
            "bad.cl:3:7: error: conflicting types for 'bad'\nfar and my_user_1_x\n");
  for (const char* plain : {"", "user_", "user_12", "user_x_y\n", "<Spelling=", "error: one of them\nno newline"})
    EXPECT_EQ(readable_log(plain), plain);
}

TEST(BuildLog, HasAFirstError) {
  EXPECT_EQ(first_error("warning: one\na.cl:1:2: error: two\nerror: three"), "a.cl:1:2: error: two");
  EXPECT_EQ(first_error("\nthe driver is lost\n"), "the driver is lost");
  EXPECT_EQ(first_error(" \n"), "");
}

TEST(ReadableLog, HasThePlacesOfTheSource) {
  const std::string source = "int a;\n#line 1 \"a.cl\"\nint b;\nint c;\n#line 7 \"b.cl\"\nint d;\n";
  EXPECT_EQ(readable_log("<kernel>:4:5: error: c", source), "a.cl:2:5: error: c");
  EXPECT_EQ(readable_log("<kernel>:6:5: error: d\n<kernel>:3:1: note: b\n", source),
            "b.cl:7:5: error: d\na.cl:1:1: note: b\n");
  for (const char* plain : {"<kernel>:1:5: error: a", "<kernel>: error", "<kernel>:x:1: error", "b.cl:3:1: error"})
    EXPECT_EQ(readable_log(plain, source), plain);
}

}  // namespace
}  // namespace lenslet::ocl
