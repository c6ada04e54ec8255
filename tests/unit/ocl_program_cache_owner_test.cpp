// Who may write the program cache: its programs are run.
#include "ocl/program_cache.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;
using testing::HasSubstr;

constexpr std::uint64_t enough = 1 << 20;

class ProgramCacheOwnerTest : public testing::Test {
 protected:
  void SetUp() override { ProgramCache(folder(), enough).store("key", Bytes{1, 2}); }
  const fs::path& folder() const { return directory_.path(); }
  fs::path file() const { return folder() / "programs.sqlite"; }

 private:
  TemporaryDirectory directory_;
};

TEST_F(ProgramCacheOwnerTest, NewFilesAreTheUsersAlone) {
  const mode_t before = ::umask(0);
  ProgramCache cache(folder() / "made", enough);
  cache.store("key", Bytes{1});
  ::umask(before);
  const auto mode_of = [](const fs::path& path) { return static_cast<int>(fs::status(path).permissions()); };
  EXPECT_EQ(mode_of(folder() / "made"), 0700);
  for (const char* name : {"programs.sqlite", "programs.sqlite-wal", "programs.sqlite-shm", "programs.lock"})
    EXPECT_EQ(mode_of(folder() / "made" / name), 0600) << name;
}

TEST_F(ProgramCacheOwnerTest, OneThatOthersMayWriteIsNotUsed) {
  for (const fs::path& path : {folder(), file()}) {
    const fs::perms before = fs::status(path).permissions();
    fs::permissions(path, before | fs::perms::group_write);
    ProgramCache cache(folder(), enough);
    EXPECT_EQ(cache.find("key"), std::nullopt);
    EXPECT_THAT(cache.problem(), HasSubstr("cannot be used: others may write '" + path.string() + "'"));
    fs::permissions(path, before);
  }
  EXPECT_EQ(ProgramCache(folder(), enough).find("key"), (Bytes{1, 2}));
}

TEST_F(ProgramCacheOwnerTest, ALinkInTheFilesPlaceIsNotFollowed) {
  fs::rename(file(), folder() / "elsewhere");
  fs::create_symlink("elsewhere", file());
  EXPECT_THAT(ProgramCache(folder(), enough).problem(), HasSubstr("is not an ordinary file"));
}

TEST_F(ProgramCacheOwnerTest, SizesThatAreWrongInTheTableCountForNothing) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, "UPDATE programs SET bytes = 1 << 62", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  ProgramCache cache(folder(), enough);
  cache.store("more", Bytes{1});
  EXPECT_EQ(cache.bytes(), 3u + 3 + 4);
  EXPECT_EQ(cache.find("key"), (Bytes{1, 2})) << "was not driven out";
}

}  // namespace
}  // namespace lenslet::ocl
