// What a connection refuses of a database that others may have made.
#include "sqlite/sqlite.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lenslet::sqlite {
namespace {

TEST(SqliteConnection, BoundsWhatAStatementMayTake) {
  const Connection database(":memory:", 0);
  const auto count = [&](int last) {
    return database.integer(fmt::format(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT MAX(i) FROM n", last));
  };
  EXPECT_EQ(count(100'000), 100'000);
  EXPECT_EQ(database.integer("SELECT LENGTH(ZEROBLOB(100000000))"), 100'000'000);
  database.bound_statements(100'000);
  EXPECT_EQ(count(100), 100);
  EXPECT_THROW(count(100'000), Error);
  EXPECT_THROW(database.integer("SELECT LENGTH(ZEROBLOB(100000000))"), Error);
}

TEST(SqliteConnection, RunsNoViewsAndNoTriggers) {
  const Connection database(":memory:", 0);
  database.run(
      "CREATE TABLE t (x); CREATE VIEW v AS SELECT 1; CREATE TRIGGER u AFTER INSERT ON t BEGIN DELETE FROM t; END");
  EXPECT_THROW(database.integer("SELECT * FROM v"), Error);
  database.run("INSERT INTO t VALUES (1)");
  EXPECT_EQ(database.integer("SELECT COUNT(*) FROM t"), 1);
}

TEST(SqliteConnection, HasNoUseForItsOwnTablesWrittenByHand) {
  const Connection database(":memory:", 0);
  database.run("CREATE TABLE t (x); PRAGMA writable_schema = ON");
  EXPECT_THROW(database.run("UPDATE sqlite_schema SET name = 'u'"), Error);
}

TEST(SqliteConnection, TellsTypesOfColumns) {
  const Connection database(":memory:", 0);
  Statement row = database.prepare("SELECT 'a', 1, 1.5, x'00', NULL");
  ASSERT_TRUE(row.step());
  EXPECT_TRUE(row.has_types("tir"));
  for (const char* wrong : {"i", "tt", "tii", "tirt", "tir t"}) EXPECT_FALSE(row.has_types(wrong)) << wrong;
}

}  // namespace
}  // namespace lenslet::sqlite
