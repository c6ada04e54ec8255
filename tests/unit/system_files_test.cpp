// Files that are read whole and bounded, and files that appear whole.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "refusal.hpp"
#include "system/input_file.hpp"
#include "system/memory.hpp"
#include "system/target_file.hpp"
#include "system/unfinished_files.hpp"

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string refused(const std::function<void()>& call) {
  return refusal(call, ErrorKind::io);
}

class SystemFiles : public ::testing::Test {
 protected:
  SystemFiles() {
    std::string name = (fs::temp_directory_path() / "lenslet-system-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~SystemFiles() override { fs::remove_all(folder_); }

  fs::path path(const char* name) const { return folder_ / name; }

  static void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string get(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static void replace(const fs::path& path, const std::string& text, const TargetOptions& options = {}) {
    TargetFile file(path, options);
    file.write(text);
    file.commit();
  }
  static mode_t mode_of(const fs::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
  }
  std::size_t entries() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }

  fs::path folder_;
};

TEST_F(SystemFiles, ReadAFileAsItIs) {
  const std::string bytes("a\0b\n", 4);
  put(path("a"), bytes);
  EXPECT_EQ(read_input(path("a"), 4), bytes);
  put(path("empty"), "");
  EXPECT_EQ(read_input(path("empty"), 0), "");
}

TEST_F(SystemFiles, RefuseMoreThanIsAllowed) {
  put(path("a"), "12345");
  EXPECT_THAT(refused([&] { read_input(path("a"), 4); }), HasSubstr("more than the allowed 4 bytes"));
}

TEST_F(SystemFiles, ReadNoDeviceAndNoFolder) {
  EXPECT_THAT(refused([] { read_input("/dev/zero", 10); }), HasSubstr("neither an ordinary file nor a pipe"));
  EXPECT_THAT(refused([&] { read_input(folder_, 10); }), HasSubstr("it is a directory"));
  EXPECT_THAT(refused([&] { read_input(path("none"), 10); }), HasSubstr("cannot read '" + path("none").string()));
}

TEST_F(SystemFiles, DoNotWaitForAWriterThatThereIsNot) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(read_input(path("pipe"), 10), "");
}

TEST_F(SystemFiles, AppearWhenTheyAreComplete) {
  {
    TargetFile file(path("out.png"), {});
    file.write("half");
    EXPECT_FALSE(fs::exists(path("out.png")));
    EXPECT_EQ(file.temporary().extension(), ".png");
    EXPECT_TRUE(file.temporary().is_absolute());
  }
  EXPECT_EQ(entries(), 0u) << "what was not committed leaves nothing";
  replace(path("out.png"), "whole");
  EXPECT_EQ(get(path("out.png")), "whole");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(SystemFiles, HaveTheirFinalPermissionsFromTheFirstByte) {
  put(path("secret"), "old");
  ASSERT_EQ(::chmod(path("secret").c_str(), 0640), 0);
  TargetFile file(path("secret"), {});
  EXPECT_EQ(mode_of(file.temporary()), 0640u);
  file.write("new");
  file.commit();
  EXPECT_EQ(mode_of(path("secret")), 0640u);
}

TEST_F(SystemFiles, AreNewByTheUsersMask) {
  const mode_t before = ::umask(027);
  replace(path("new"), "text");
  ::umask(before);
  EXPECT_EQ(mode_of(path("new")), 0640u);
}

TEST_F(SystemFiles, DropSetUserId) {
  put(path("program"), "old");
  ASSERT_EQ(::chmod(path("program").c_str(), 04755), 0);
  replace(path("program"), "new");
  EXPECT_EQ(mode_of(path("program")), 0755u);
}

TEST_F(SystemFiles, FollowLinksAlsoToWhatIsNotThere) {
  fs::create_directory(path("folder"));
  fs::create_symlink("folder/real", path("link"));
  replace(path("link"), "one");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(get(path("folder") / "real"), "one");
  replace(path("link"), "two");
  EXPECT_EQ(get(path("folder") / "real"), "two");
  fs::create_symlink("loop", path("loop"));
  EXPECT_THAT(refused([&] { replace(path("loop"), ""); }), HasSubstr("symbolic links"));
}

TEST_F(SystemFiles, FollowNoLinkOfAStrangersWhereAllMayWrite) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can make another user's link";
  fs::create_directory(path("open"));
  ASSERT_EQ(::chmod(path("open").c_str(), 01777), 0);
  put(path("victim"), "mine");
  const fs::path trap = path("open") / "out";
  fs::create_symlink(path("victim"), trap);
  replace(trap, "by my own link");
  EXPECT_EQ(get(path("victim")), "by my own link");
  ASSERT_EQ(::lchown(trap.c_str(), 65534, 65534), 0);
  EXPECT_THAT(refused([&] { replace(trap, "by a trap"); }), HasSubstr("link that another user made"));
  EXPECT_EQ(get(path("victim")), "by my own link");
}

TEST_F(SystemFiles, ReplaceNoFolderDeviceOrFileThatIsToStay) {
  EXPECT_THAT(refused([&] { replace(folder_, ""); }), HasSubstr("it is a directory"));
  EXPECT_THAT(refused([] { replace("/dev/null", ""); }), HasSubstr("it is not an ordinary file"));
  put(path("a"), "old");
  EXPECT_THAT(refused([&] { replace(path("a"), "new", {.overwrite = false}); }), HasSubstr("the file exists"));
  EXPECT_EQ(get(path("a")), "old");
}

TEST_F(SystemFiles, AreRemovedBySignalsHandlers) {
  TargetFile file(path("out"), {});
  file.write("half");
  EXPECT_EQ(entries(), 1u);
  remove_unfinished_files();
  EXPECT_EQ(entries(), 0u);
}

TEST_F(SystemFiles, AreRemovedBeforeTheirFolder) {
  fs::create_directory(path("private"));
  fs::create_directory(path("used"));
  put(path("private") / "file", "half");
  put(path("used") / "other", "text");
  const UnfinishedFile folder(path("private")), used(path("used")), file(path("private") / "file");
  remove_unfinished_files();
  EXPECT_FALSE(fs::exists(path("private")));
  EXPECT_TRUE(fs::exists(path("used") / "other"));
}

TEST_F(SystemFiles, AreKnownByWhateverName) {
  put(path("a"), "text");
  put(path("b"), "text");
  fs::create_symlink("a", path("link"));
  fs::create_hard_link(path("a"), path("hard"));
  fs::create_symlink("none", path("dangling"));
  EXPECT_EQ(identity_of(path("a")), identity_of(folder_ / "." / "a"));
  EXPECT_EQ(identity_of(path("a")), identity_of(path("link")));
  EXPECT_EQ(identity_of(path("a")), identity_of(path("hard")));
  EXPECT_NE(identity_of(path("a")), identity_of(path("b")));
  EXPECT_EQ(identity_of(path("none")), identity_of(path("dangling")));
  EXPECT_EQ(identity_of("/dev/null"), "");
}

TEST(Memory, IsSomeAndNoMoreThanThereIs) {
  const auto all =
      static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  EXPECT_GT(available_memory(), 0u);
  EXPECT_LE(available_memory(), all);
  EXPECT_GT(default_memory_limit(), 0u);
}

}  // namespace
}  // namespace lenslet::system
