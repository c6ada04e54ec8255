// The program cache's file: what is found, what is pruned, and what becomes of files that are not as they should be.
#include "ocl/program_cache.hpp"

#include <fstream>
#include <limits>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sqlite3.h>
#include <sys/wait.h>

#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<unsigned char>;
using testing::HasSubstr;

constexpr std::uint64_t plenty = 1 << 20;

class ProgramCacheTest : public testing::Test {
 protected:
  const fs::path& directory() const { return directory_.path(); }
  fs::path file() const { return directory() / "programs.sqlite"; }
  fs::path aside(int n) const { return directory() / fmt::format("programs.sqlite.bad-{}", n); }

  void write(const std::string& text) const { std::ofstream(file(), std::ios::binary) << text; }
  std::string contents() const {
    std::ifstream stream(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void sql(const char* statement) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, statement, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }
  void expect_works(const testing::Matcher<std::string>& notice = testing::IsEmpty()) const {
    ProgramCache cache(directory(), plenty);
    EXPECT_EQ(cache.problem(), "");
    EXPECT_THAT(cache.notice(), notice);
    EXPECT_EQ(cache.find("works"), std::nullopt);
    cache.store("works", Bytes{1, 2});
    EXPECT_EQ(cache.find("works"), (Bytes{1, 2}));
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(ProgramCacheTest, FindsWhatWasStoredAlsoAfterReopening) {
  {
    ProgramCache cache(directory() / "made" / "on demand", plenty);
    EXPECT_EQ(cache.find("key"), std::nullopt);
    cache.store("key", Bytes{0, 1, 0, 255});
    cache.store("key\n2", Bytes{});
  }
  ProgramCache cache(directory() / "made" / "on demand", plenty);
  EXPECT_EQ(cache.find("key"), (Bytes{0, 1, 0, 255}));
  EXPECT_EQ(cache.find("key\n2"), Bytes{});
  EXPECT_EQ(cache.find("ke"), std::nullopt);
  EXPECT_EQ(cache.bytes(), 4u + 3 + 5) << "with the keys, which have the programs' texts";
  EXPECT_EQ(cache.problem(), "");
}

TEST_F(ProgramCacheTest, StoringAgainReplaces) {
  ProgramCache cache(directory(), plenty);
  cache.store("key", Bytes(100, 1));
  cache.store("key", Bytes(10, 2));
  EXPECT_EQ(cache.find("key"), Bytes(10, 2));
  EXPECT_EQ(cache.bytes(), 10u + 3);
}

TEST_F(ProgramCacheTest, PrunesTheLeastRecentlyUsed) {
  ProgramCache cache(directory(), 103);
  cache.store("a", Bytes(40, 1));
  cache.store("b", Bytes(40, 2));
  EXPECT_TRUE(cache.find("a"));
  cache.store("c", Bytes(20, 3));
  EXPECT_EQ(cache.bytes(), 103u);
  cache.store("d", Bytes(1, 4));
  EXPECT_FALSE(cache.find("b"));
  EXPECT_TRUE(cache.find("a"));
  EXPECT_TRUE(cache.find("c"));
  EXPECT_TRUE(cache.find("d"));
}

TEST_F(ProgramCacheTest, AProgramLargerThanTheLimitDrivesNothingOut) {
  ProgramCache cache(directory(), 105);
  cache.store("small", Bytes(100, 1));
  cache.store("large", Bytes(101, 2));
  EXPECT_TRUE(cache.find("small"));
  EXPECT_FALSE(cache.find("large"));
}

TEST_F(ProgramCacheTest, NoLimitIsTooLarge) {
  ProgramCache cache(directory(), std::numeric_limits<std::uint64_t>::max());
  cache.store("key", Bytes{1});
  EXPECT_TRUE(cache.find("key"));
}

TEST_F(ProgramCacheTest, AForeignFileIsSetAsideUnharmed) {
  write("not a database, but somebody's words");
  expect_works(HasSubstr("bad-1"));
  std::ifstream stream(aside(1));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "not a database, but somebody's words");
}

TEST_F(ProgramCacheTest, AnotherApplicationsDatabaseIsSetAside) {
  sql("CREATE TABLE programs (name)");
  expect_works(HasSubstr("bad-1"));
  EXPECT_TRUE(fs::exists(aside(1)));
}

TEST_F(ProgramCacheTest, ANewerOrAnOlderFormatIsSetAsideWithANotice) {
  expect_works();
  EXPECT_EQ(ProgramCache(directory(), plenty).notice(), "");
  sql("PRAGMA user_version = 2");
  expect_works(HasSubstr("of another version: it is kept as \"programs.sqlite.bad-1\""));
  EXPECT_TRUE(fs::exists(aside(1)));
  sql("PRAGMA user_version = 0");
  expect_works(HasSubstr("of another version: it is kept as \"programs.sqlite.bad-2\""));
  EXPECT_EQ(ProgramCache(directory(), plenty).notice(), "");
}

TEST_F(ProgramCacheTest, ADamagedFileIsSetAsideWithANotice) {
  write("SQLite format 3");
  expect_works(HasSubstr("programs.sqlite.bad-1"));
}

TEST_F(ProgramCacheTest, AMissingTableOrColumnIsDamage) {
  expect_works();
  sql("DROP TABLE programs");
  expect_works(HasSubstr("bad-1"));
  sql("ALTER TABLE programs DROP COLUMN checksum");
  expect_works(HasSubstr("bad-2"));
  EXPECT_TRUE(fs::exists(aside(2)));
}

TEST_F(ProgramCacheTest, NoMoreThanThreeFilesAreSetAside) {
  for (int i = 0; i < 5; ++i) {
    write(fmt::format("junk {}", i));
    expect_works(HasSubstr("bad-"));
  }
  EXPECT_TRUE(fs::exists(aside(3)));
  EXPECT_FALSE(fs::exists(aside(4)));
}

TEST_F(ProgramCacheTest, AnEmptyFileIsBegunWithoutFuss) {
  write("");
  expect_works();
  EXPECT_FALSE(fs::exists(aside(1)));
}

TEST_F(ProgramCacheTest, EveryTruncationIsSurvived) {
  {
    ProgramCache cache(directory(), plenty);
    for (int i = 0; i < 8; ++i) cache.store(fmt::format("key {}", i), Bytes(5000, static_cast<unsigned char>(i)));
  }
  const std::string whole = contents();
  for (std::size_t length = 0; length < whole.size(); length += 1111) {
    write(whole.substr(0, length));
    ProgramCache cache(directory(), plenty);
    for (int i = 0; i < 8; ++i) {
      const auto found = cache.find(fmt::format("key {}", i));
      EXPECT_TRUE(!found || *found == Bytes(5000, static_cast<unsigned char>(i))) << length;
    }
    cache.store("new", Bytes{1});
    cache.store("new", Bytes{1});
    EXPECT_EQ(cache.find("new"), Bytes{1}) << length;
    EXPECT_EQ(cache.problem(), "") << length;
  }
}

TEST_F(ProgramCacheTest, ADamagedProgramIsNotHandedOut) {
  {
    ProgramCache cache(directory(), plenty);
    cache.store("key", Bytes(3000, 0x5a));
  }
  std::string bytes = contents();
  const std::size_t place = bytes.find(std::string(1000, 0x5a));
  ASSERT_NE(place, std::string::npos);
  bytes[place + 500] ^= 1;
  write(bytes);
  ProgramCache cache(directory(), plenty);
  EXPECT_EQ(cache.find("key"), std::nullopt);
  cache.store("key", Bytes{1});
  EXPECT_EQ(cache.find("key"), Bytes{1});
}

TEST_F(ProgramCacheTest, ADirectoryThatCannotBeIsAProblemNotAnError) {
  write("a file, no directory");
  ProgramCache cache(file() / "below", plenty);
  EXPECT_THAT(cache.problem(), HasSubstr((file() / "below").string()));
  EXPECT_THAT(cache.problem(), HasSubstr("Not a directory"));
  cache.store("key", Bytes{1});
  EXPECT_EQ(cache.find("key"), std::nullopt);
  EXPECT_EQ(cache.bytes(), 0u);
  EXPECT_NE(ProgramCache("", plenty).problem(), "");
  EXPECT_NE(ProgramCache("/proc/lenslet", plenty).problem(), "");
}

TEST_F(ProgramCacheTest, ADirectoryInTheFilesPlaceIsAProblem) {
  fs::create_directory(file());
  EXPECT_NE(ProgramCache(directory(), plenty).problem(), "");
  EXPECT_TRUE(fs::is_directory(file()));
}

TEST_F(ProgramCacheTest, TheDirectoryComesFromTheEnvironment) {
  const ScopedVariable own("LENSLET_CACHE_DIR", nullptr);
  const ScopedVariable xdg("XDG_CACHE_HOME", "relative");
  const ScopedVariable home("HOME", "/home/me");
  EXPECT_EQ(ProgramCache::default_directory(), "/home/me/.cache/lenslet");
  const ScopedVariable absolute("XDG_CACHE_HOME", "/xdg");
  EXPECT_EQ(ProgramCache::default_directory(), "/xdg/lenslet");
  const ScopedVariable mine("LENSLET_CACHE_DIR", "/mine");
  EXPECT_EQ(ProgramCache::default_directory(), "/mine");
}

// 40 keys, each with the bytes that belong to it: what is found is right, whoever stored it.
void store_and_find(ProgramCache& cache) {
  for (int i = 0; i < 40; ++i) {
    const std::string key = fmt::format("shared key {}", i);
    const Bytes binary(1000 + 100 * static_cast<std::size_t>(i), static_cast<unsigned char>(i));
    EXPECT_EQ(cache.find(key).value_or(binary), binary);
    cache.store(key, binary);
    EXPECT_EQ(cache.find(key), binary);
  }
  EXPECT_EQ(cache.problem(), "");
}

TEST_F(ProgramCacheTest, ThreadsShareOneCache) {
  ProgramCache cache(directory(), plenty);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { store_and_find(cache); });
}

constexpr char worker_variable[] = "LENSLET_TEST_SHARED_CACHE";

// Also the work of each process of the next test, which hands the directory over.
TEST_F(ProgramCacheTest, OneProcessStoresAndFinds) {
  const char* shared = std::getenv(worker_variable);
  ProgramCache cache(shared == nullptr ? directory() : fs::path(shared), plenty);
  store_and_find(cache);
}

// The file is damaged at first, so that the processes also contend for setting it aside.
TEST_F(ProgramCacheTest, EightProcessesAtOnceShareOneFile) {
  write(std::string(5000, 'x'));
  const ScopedVariable variable(worker_variable, directory().c_str());
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  std::string filter = "--gtest_filter=ProgramCacheTest.OneProcessStoresAndFinds";
  std::string brief = "--gtest_brief=1";
  char* arguments[] = {const_cast<char*>(self.c_str()), filter.data(), brief.data(), nullptr};
  std::vector<pid_t> processes(8);
  for (pid_t& process : processes)
    ASSERT_EQ(posix_spawn(&process, self.c_str(), nullptr, nullptr, arguments, environ), 0);
  for (const pid_t process : processes) {
    int status = -1;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    EXPECT_EQ(status, 0);
  }
  EXPECT_TRUE(fs::exists(aside(1)));
  EXPECT_FALSE(fs::exists(aside(2)));
  ProgramCache cache(directory(), plenty);
  EXPECT_EQ(cache.bytes(), 40u * 1000 + 100 * (39 * 40 / 2) + 10 * 12 + 30 * 13);
}

}  // namespace
}  // namespace lenslet::ocl
