// What messages call ops.
#include <gtest/gtest.h>

#include <filesystem>

#include <lenslet/error.hpp>
#include <lenslet/user_op.hpp>

#include "op/op.hpp"
#include "system/printable.hpp"

namespace lenslet::system {
namespace {

TEST(ShownName, IsWhatWasTyped) {
  const std::string folder = std::filesystem::current_path().string();
  EXPECT_EQ(shown_name(folder + "/a/edges.cl"), "a/edges.cl");
  EXPECT_EQ(shown_name("invert | " + folder + "/edges.cl gain=2.5"), "invert | edges.cl gain=2.5");
  EXPECT_EQ(shown_name("edges.7068072795827970159"), "edges");
  for (const char* other : {"mean", "reduce.sum", "gaussian sigma=2.5", "/else/where.cl", ".12", "a."})
    EXPECT_EQ(shown_name(other), other);
}

TEST(ShownName, IsWhatErrorsOfATextSay) {
  const UserOp filter =
      UserOp::from_text("// name: plain\n// summary: Nothing.\n\nPIXEL plain(WINDOW) { return AT(0, 0); }\n");
  try {
    const op::Arguments arguments(filter.info(), {{"gain", 1.0}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("plain: unknown parameter")) << error.what();
  }
}

}  // namespace
}  // namespace lenslet::system
