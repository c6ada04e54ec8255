// What is believed must be writable by its user alone: which folders and files are, and how new ones are made.
#include "system/private_folder.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ocl_test_support.hpp"
#include "refusal.hpp"

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr uid_t nobody = 65534;

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

class PrivateFolder : public testing::Test {
 protected:
  fs::path made(const char* name, mode_t mode) const {
    const fs::path folder = path(name);
    EXPECT_EQ(::mkdir(folder.c_str(), 0700), 0);
    EXPECT_EQ(::chmod(folder.c_str(), mode), 0);
    return folder;
  }
  fs::path file(const char* name, mode_t mode) const {
    std::ofstream(path(name)) << "text";
    EXPECT_EQ(::chmod(path(name).c_str(), mode), 0);
    return path(name);
  }
  fs::path path(const char* name) const { return directory_.path() / name; }

 private:
  ocl::TemporaryDirectory directory_;
};

std::string folder_refusal(const fs::path& folder) {
  return refusal([&] { make_private_folder(folder); }, ErrorKind::io);
}

std::string file_refusal(const fs::path& file) {
  return refusal([&] { check_private_file(file); }, ErrorKind::io);
}

TEST_F(PrivateFolder, MissingOnesAreMadeForTheUserAlone) {
  const mode_t before = ::umask(0);
  make_private_folder(path("a") / "b" / "c");
  make_private_file(path("a") / "file");
  ::umask(before);
  for (const char* each : {"a", "a/b", "a/b/c"}) EXPECT_EQ(mode_of(path(each)), 0700u) << each;
  EXPECT_EQ(mode_of(path("a/file")), 0600u);
}

TEST_F(PrivateFolder, OneThatOthersMayReadIsUsed) {
  const fs::path folder = made("folder", 0755);
  EXPECT_EQ(make_private_folder(folder), folder);
  EXPECT_EQ(mode_of(folder), 0755u);
  check_private_file(file("file", 0644));
  check_private_file(path("nothing"));
}

TEST_F(PrivateFolder, OneThatOthersMayWriteIsRefused) {
  EXPECT_THAT(folder_refusal(made("group", 0770)), HasSubstr("others may write '"));
  EXPECT_THAT(folder_refusal(made("all", 0777)), HasSubstr("(mode 0777); 'chmod go-w' changes that"));
  EXPECT_THAT(folder_refusal(made("sticky", 01777)), HasSubstr("(mode 1777)"));
  EXPECT_THAT(file_refusal(file("shared", 0660)), HasSubstr("(mode 0660)"));
  EXPECT_THAT(file_refusal(file("open", 0602)), HasSubstr("(mode 0602)"));
}

TEST_F(PrivateFolder, OneBelowAFolderThatAllMayChangeIsRefused) {
  const fs::path above = made("above", 0777);
  EXPECT_THAT(folder_refusal(above / "below"), HasSubstr("anybody may rename what is in '" + above.string()));
  ASSERT_EQ(::chmod(above.c_str(), 01777), 0);
  EXPECT_EQ(make_private_folder(above / "below"), above / "below");
}

TEST_F(PrivateFolder, ALinkIsFollowedToAFolderAndNotToAFile) {
  const fs::path folder = made("folder", 0700), open = made("open", 0777);
  fs::create_directory_symlink(folder, path("link"));
  fs::create_directory_symlink(open, path("link to open"));
  fs::create_symlink(file("file", 0600), path("link to file"));
  EXPECT_EQ(make_private_folder(path("link")), folder);
  EXPECT_THAT(folder_refusal(path("link to open")), HasSubstr("others may write '" + open.string()));
  EXPECT_THAT(file_refusal(path("link to file")), HasSubstr("is not an ordinary file"));
  EXPECT_THAT(folder_refusal(path("file")), HasSubstr("Not a directory"));
}

// Only root can give a folder away, or stop being root.
TEST_F(PrivateFolder, AnothersIsRefused) {
  if (::geteuid() != 0) return;
  const fs::path folder = made("folder", 0755), mine = file("file", 0644);
  ASSERT_EQ(::chown(folder.c_str(), nobody, nobody), 0);
  EXPECT_THAT(folder_refusal(folder), HasSubstr("belongs to user 65534; only what belongs to user 0"));
  ASSERT_EQ(::chmod(path("").c_str(), 0755), 0);
  ASSERT_EQ(::seteuid(nobody), 0);
  const std::string refused = file_refusal(mine), used = make_private_folder(folder);
  ASSERT_EQ(::seteuid(0), 0);
  EXPECT_THAT(refused, HasSubstr("belongs to user 0; only what belongs to user 65534"));
  EXPECT_EQ(used, folder);
}

}  // namespace
}  // namespace lenslet::system
