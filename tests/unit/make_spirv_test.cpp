// SPIR-V by two programs, of which scripts take the place: what they say, and what takes too long.
#include "bundle/make_spirv.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ocl_test_support.hpp"
#include "refusal.hpp"
#include "system/run_program.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

// PATH is another one for as long as there is an object of this.
class Path {
 public:
  explicit Path(const std::filesystem::path& folder) : before_(std::getenv("PATH")) {
    ::setenv("PATH", folder.c_str(), 1);
  }
  ~Path() { ::setenv("PATH", before_.c_str(), 1); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

 private:
  std::string before_;
};

class MakeSpirv : public testing::Test {
 protected:
  void script(const char* name, const char* text) const {
    const std::filesystem::path file = directory_.path() / name;
    std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  std::string said(std::chrono::milliseconds timeout, ErrorKind kind = ErrorKind::build) const {
    const Path path(directory_.path());
    return refusal([&] { bundle::make_spirv({"mean ksize=3", {}, "kernel void f() {}"}, 64, timeout); }, kind);
  }

 private:
  ocl::TemporaryDirectory directory_;
};

TEST_F(MakeSpirv, NamesTheProgramInPlaceOfAFile) {
  script("llvm-spirv", "exit 0");
  script("clang", "for last; do :; done\necho \"$last:3:4: error: no such vector in $last\"\nexit 1");
  const std::string message = said(60s);
  EXPECT_THAT(message, HasSubstr("mean ksize=3:3:4: error: no such vector in mean ksize=3"));
  EXPECT_THAT(message, Not(HasSubstr("program.cl")));
}

TEST_F(MakeSpirv, EndsAProgramThatTakesTooLong) {
  script("llvm-spirv", "exit 0");
  script("clang", "exec /bin/sleep 300");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(said(100ms), "clang did not finish within 100 ms");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 60s);
}

TEST_F(MakeSpirv, NeedsBothPrograms) {
  script("clang", "exit 0");
  EXPECT_THAT(said(60s, ErrorKind::unsupported), HasSubstr("no clang with the llvm-spirv of its version in PATH"));
}

TEST(RunProgram, TellsHowItEnded) {
  const ocl::TemporaryDirectory directory;
  const auto run = [&](const char* command) {
    return system::run_program("/bin/sh", {"-c", command}, directory.path() / "log", 60s);
  };
  EXPECT_EQ(run("echo said; echo so >&2").output, "said\nso\n");
  EXPECT_TRUE(run("exit 0").ok);
  EXPECT_FALSE(run("exit 2").ok);
  EXPECT_FALSE(run("kill -9 $$").ok);
  EXPECT_TRUE(run("exit 2").in_time);
}

}  // namespace
}  // namespace lenslet
