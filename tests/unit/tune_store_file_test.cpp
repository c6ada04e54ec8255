// The tuning store's file: what becomes of one that is not as it should be, or that there is no place for.
#include "store/store.hpp"

#include <csignal>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "tune_store_support.hpp"

namespace lenslet::store {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StoreFileTest : public StoreTest {
 protected:
  void expect_begun_anew(const std::string& old_contents) {
    Store store(directory());
    store.add(a_key(), timed(rows(1), 1));
    EXPECT_EQ(store.trials(a_key()).size(), 1u);
    EXPECT_EQ(store.problem(), "");
    EXPECT_THAT(store.notice(), HasSubstr("tuning.sqlite.bad-1"));
    EXPECT_EQ(contents(directory() / "tuning.sqlite.bad-1"), old_contents);
  }
};

TEST_F(StoreFileTest, ADamagedOrForeignFileIsSetAsideAndKept) {
  const std::string text = "the diary of somebody else";
  std::ofstream(file()) << text;
  expect_begun_anew(text);
}

TEST_F(StoreFileTest, AnotherProgramsDatabaseIsSetAsideAndKept) {
  sql("PRAGMA application_id = 7; CREATE TABLE diary (day); INSERT INTO diary VALUES ('Monday')");
  expect_begun_anew(contents(file()));
}

TEST_F(StoreFileTest, AnOlderVersionsFileIsSetAsideAndKept) {
  { Store(directory()).add(a_key(), timed(rows(1), 1)); }
  sql("PRAGMA user_version = 0");
  expect_begun_anew(contents(file()));
}

// Views in the tables' places, of which the first row never comes.
TEST_F(StoreFileTest, AStoreOfViewsThatNeverEndIsSetAside) {
  std::string views = "PRAGMA application_id = 0x4c4e5354; PRAGMA user_version = 1;";
  for (const char* name : {"keys", "trials"})
    views += fmt::format(
        "CREATE VIEW {} AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT i AS id, i AS op, i AS work FROM n WHERE i < 0;",
        name);
  sql(views.c_str());
  expect_begun_anew(contents(file()));
}

TEST_F(StoreFileTest, AStoreWithATriggerIsSetAside) {
  { Store(directory()).add(a_key(), timed(rows(1), 1)); }
  sql("CREATE TRIGGER forget AFTER INSERT ON trials BEGIN DELETE FROM trials; END");
  expect_begun_anew(contents(file()));
}

// Damages SQLite's header, but for the version, and the schema after it.
TEST_F(StoreFileTest, DamageOfTheFirstPageIsSetAside) {
  { Store(directory()).add(a_key(), timed(rows(1), 1)); }
  const std::string sound = contents(file());
  for (std::size_t place = 0; place < 4096; place += 59) {
    std::string damaged = sound;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x55);
    std::ofstream(file(), std::ios::binary) << damaged;
    Store store(directory());
    store.add(a_key(), timed(rows(2), 1));
    EXPECT_EQ(store.problem(), "") << place;
    EXPECT_EQ(store.best(a_key(), any)->trial.schedule, store.notice().empty() ? rows(1) : rows(2)) << place;
  }
}

TEST_F(StoreFileTest, NewOnesAreTheUsersAlone) {
  const mode_t before = ::umask(0);
  Store store(directory() / "made");
  store.add(a_key(), timed(rows(1), 1));
  ::umask(before);
  const auto mode_of = [](const fs::path& path) { return static_cast<int>(fs::status(path).permissions()); };
  EXPECT_EQ(mode_of(directory() / "made"), 0700);
  for (const char* name : {"tuning.sqlite", "tuning.sqlite-wal", "tuning.sqlite-shm", "tuning.lock"})
    EXPECT_EQ(mode_of(directory() / "made" / name), 0600) << name;
}

TEST_F(StoreFileTest, OneThatOthersMayWriteIsNotUsed) {
  { Store(directory()).add(a_key(), timed(rows(1), 1)); }
  for (const fs::path& path : {directory(), file()}) {
    const fs::perms before = fs::status(path).permissions();
    fs::permissions(path, before | fs::perms::others_write);
    Store store(directory());
    EXPECT_EQ(store.best(a_key(), any), std::nullopt) << "others may have written it";
    EXPECT_THAT(store.problem(), HasSubstr("others may write '" + path.string() + "'"));
    store.add(a_key(), timed(rows(2), 1));
    EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2)) << "kept for the process";
    fs::permissions(path, before);
  }
  EXPECT_EQ(Store(directory()).best(a_key(), any)->trial.schedule, rows(1));
}

TEST_F(StoreFileTest, ALogThatOthersMayWriteIsNotPlayedBack) {
  Store open(directory());
  open.add(a_key(), timed(rows(1), 1));
  fs::permissions(file().string() + "-wal", fs::perms::others_write, fs::perm_options::add);
  Store store(directory());
  EXPECT_EQ(store.best(a_key(), any), std::nullopt);
  EXPECT_THAT(store.problem(), HasSubstr("tuning.sqlite-wal'"));
}

TEST_F(StoreFileTest, FilesThatWereSetAsideAreNeverOverwritten) {
  for (int n = 1; n <= 5; ++n) {
    std::ofstream(file()) << "diary " << n;
    for (const char* log : {"-wal", "-shm"}) fs::remove(file().string() + log);
    Store(directory()).add(a_key(), timed(rows(1), 1));
    EXPECT_EQ(contents(directory() / fmt::format("tuning.sqlite.bad-{}", n)), fmt::format("diary {}", n));
  }
}

TEST_F(StoreFileTest, DamageThatShowsLateLosesNoNewTrial) {
  Store store(directory());
  for (int i = 1; i <= 16; ++i) store.add(a_key(), timed(rows(i), i));
  sql("PRAGMA wal_checkpoint(TRUNCATE)");
  std::fstream damage(file(), std::ios::in | std::ios::out | std::ios::binary);
  damage.seekp(4096);
  damage << std::string(fs::file_size(file()) - 4096, '\xee');
  damage.close();
  Store another(directory());
  another.add(a_key(), timed(rows(1), 1));
  EXPECT_EQ(another.trials(a_key()).size(), 1u);
  EXPECT_EQ(another.problem(), "");
  EXPECT_THAT(another.notice(), HasSubstr("tuning.sqlite.bad-1"));
}

TEST_F(StoreFileTest, ANewerVersionsFileIsRefusedAndUntouched) {
  { Store(directory()).add(a_key(), timed(rows(1), 1)); }
  sql("PRAGMA user_version = 99");
  const std::string before = contents(file());
  Store store(directory());
  EXPECT_EQ(store.find(a_key(), any), std::nullopt);
  store.add(a_key(), timed(rows(2), 1));
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2)) << "kept for the process";
  EXPECT_THAT(store.problem(), HasSubstr("format version 99, of a newer Lenslet; this one knows 1"));
  EXPECT_EQ(contents(file()), before);
  EXPECT_FALSE(fs::exists(directory() / "tuning.sqlite.bad-1"));
}

// Root may write anywhere, so a folder in the lock's place stands for what is forbidden.
TEST_F(StoreFileTest, WhatCannotBeWrittenIsRead) {
  { Store(directory()).add(a_key(), timed(rows(1), 1)); }
  fs::remove(directory() / "tuning.lock");
  fs::create_directory(directory() / "tuning.lock");
  const std::string before = contents(file());
  Store store(directory());
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(1));
  EXPECT_NE(store.problem(), "");
  store.add(a_key(), timed(rows(2), 0.5));
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2)) << "kept for the process";
  EXPECT_EQ(contents(file()), before);
}

TEST_F(StoreFileTest, WithoutAPlaceTheProcessRemembers) {
  const fs::path blocked = directory() / "a file";
  std::ofstream(blocked) << "no directory";
  for (const fs::path& place : {blocked / "below", fs::path()}) {
    Store store(place);
    EXPECT_EQ(store.problem(), "");
    store.add(a_key(), timed(rows(1), 1));
    store.add(a_key(), failed(rows(2), Outcome::wrong));
    EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(1));
    EXPECT_TRUE(store.why_quarantined(a_key(), rows(2)));
    EXPECT_THAT(store.problem(), HasSubstr("tuning results cannot be stored in"));
  }
}

// Files cannot grow beyond so many bytes, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int);
};

TEST_F(StoreFileTest, WhenTheDiskFillsUpTheProcessRemembers) {
  Store store(directory());
  store.add(a_key(), timed(rows(1), 1));
  {
    const FullDisk full(256 << 10);
    Trial long_story = failed(rows(2), Outcome::build_failed);
    long_story.detail = std::string(1 << 20, 'x');
    store.add(a_key(), long_story);
  }
  EXPECT_THAT(store.problem(), HasSubstr("tuning results cannot be stored in"));
  EXPECT_EQ(store.trials(a_key()).size(), 2u);
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(1));
  Store another(directory());
  EXPECT_EQ(another.trials(a_key()).size(), 1u);
  EXPECT_EQ(another.problem(), "");
}

}  // namespace
}  // namespace lenslet::store
