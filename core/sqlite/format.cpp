// SQLite keeps the text of every table, index, view and trigger. A new database has exactly the expected texts.
#include "sqlite/format.hpp"

#include <set>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

namespace lenslet::sqlite {
namespace {

// Reads at most so many texts, because somebody else's file may have very many.
std::set<std::string> objects_in(const Connection& database, std::size_t most) {
  std::set<std::string> objects;
  Statement rows = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema");
  while (objects.size() <= most && rows.step())
    objects.insert(fmt::format("{} {} {} {}", rows.text(0), rows.text(1), rows.text(2), rows.text(3)));
  return objects;
}

}  // namespace

std::filesystem::path path_of(const Format& format, const std::filesystem::path& directory) {
  return directory / fmt::format("{}.sqlite", format.name);
}

void create_tables(const Connection& database, const Format& format) {
  database.run(fmt::format("BEGIN IMMEDIATE; {}; PRAGMA application_id = {}; PRAGMA user_version = {}; COMMIT",
                           format.tables, format.application_id, format.version)
                   .c_str());
}

bool is_empty(const Connection& database) {
  return database.integer("SELECT COUNT(*) FROM sqlite_schema") == 0 &&
         database.integer("PRAGMA application_id") == 0 && database.integer("PRAGMA user_version") == 0;
}

void check_format(const Connection& database, const Format& format) {
  const std::int64_t id = database.integer("PRAGMA application_id");
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (format.precious && id == format.application_id && version > format.version)
    throw std::runtime_error(fmt::format("{}.sqlite is of format version {}, of a newer Lenslet; this one knows {}",
                                         format.name, version, format.version));
  if (id != format.application_id || version != format.version)
    throw Error(SQLITE_NOTADB, fmt::format("it is of application {:#x} and version {}, not of Lenslet's {:#x} and {}",
                                           id, version, format.application_id, format.version));
  const Connection fresh(":memory:", 0);
  create_tables(fresh, format);
  const std::set<std::string> expected = objects_in(fresh, 100);
  if (objects_in(database, expected.size()) != expected)
    throw Error(SQLITE_CORRUPT, "it has other tables, indices, views or triggers than Lenslet makes");
}

}  // namespace lenslet::sqlite
