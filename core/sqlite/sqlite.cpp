// Wraps SQLite's C interface in RAII and exceptions.
#include "sqlite/sqlite.hpp"

#include <algorithm>

namespace lenslet::sqlite {

Statement::Statement(sqlite3* connection, std::string_view sql)
    : connection_(connection), statement_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

Statement& Statement::bind_integer(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), index, value));
  return *this;
}

Statement& Statement::bind(int index, double value) {
  check(sqlite3_bind_double(statement_.get(), index, value));
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int index, std::span<const unsigned char> blob) {
  // A null pointer would bind NULL, but an empty blob is not NULL.
  const void* data = blob.empty() ? "" : static_cast<const void*>(blob.data());
  check(sqlite3_bind_blob64(statement_.get(), index, data, blob.size(), SQLITE_STATIC));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) check(code);
  return code == SQLITE_ROW;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  const auto bytes = blob(column);
  return {bytes.begin(), bytes.end()};
}

std::span<const unsigned char> Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const unsigned char*>(data), static_cast<std::size_t>(size)};
}

bool Statement::has_types(std::string_view letters) const {
  const auto fits = [&](std::size_t column) {
    const int type = sqlite3_column_type(statement_.get(), static_cast<int>(column));
    return letters[column] == (type == SQLITE_TEXT      ? 't'
                               : type == SQLITE_INTEGER ? 'i'
                               : type == SQLITE_FLOAT   ? 'r'
                                                        : ' ');
  };
  for (std::size_t column = 0; column < letters.size(); ++column)
    if (!fits(column)) return false;
  return true;
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(connection_));
}

Connection::Connection(const std::string& name) : connection_(nullptr, sqlite3_close_v2) {
  sqlite3* connection = nullptr;
  constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) throw Error(code, connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code));
  set_guards();
}

Connection::Connection(const std::filesystem::path& path, int busy_ms) : Connection(path.string()) {
  sqlite3_busy_timeout(get(), busy_ms);
}

// Makes the settings that https://www.sqlite.org/security.html advises for files that may be damaged on purpose.
void Connection::set_guards() const {
  struct Setting {
    int option;
    int value;
  };
  for (const auto& [option, value] :
       {Setting{SQLITE_DBCONFIG_DEFENSIVE, 1}, Setting{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        Setting{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, Setting{SQLITE_DBCONFIG_ENABLE_VIEW, 0}})
    if (const int code = sqlite3_db_config(get(), option, value, nullptr); code != SQLITE_OK)
      throw Error(code, sqlite3_errstr(code));
  run("PRAGMA cell_size_check = ON");
}

Connection Connection::of_bytes(std::string_view file) {
  Connection connection(":memory:", 0);
  auto* bytes = static_cast<unsigned char*>(sqlite3_malloc64(file.size() + 1));  // for 0 bytes it would return null
  if (bytes == nullptr) throw Error(SQLITE_NOMEM, sqlite3_errstr(SQLITE_NOMEM));
  std::ranges::copy(file, bytes);
  const auto size = static_cast<sqlite3_int64>(file.size());
  constexpr unsigned flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY;
  const int code = sqlite3_deserialize(connection.get(), "main", bytes, size, size, flags);  // frees them in any case
  if (code != SQLITE_OK) throw Error(code, sqlite3_errstr(code));
  return connection;
}

void Connection::bound_statements(int steps) const {
  constexpr int max_value_length = 1 << 26;
  sqlite3_limit(get(), SQLITE_LIMIT_LENGTH, max_value_length);
  sqlite3_progress_handler(
      get(), steps, [](void*) { return 1; }, nullptr);
}

void Connection::run(const char* sql) const {
  const int code = sqlite3_exec(get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(get()));
}

std::int64_t Connection::integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

Transaction::Transaction(const Connection& connection) : connection_(connection) {
  connection_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  const bool open = sqlite3_get_autocommit(connection_.get()) == 0;
  if (open) sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() const {
  connection_.run("COMMIT");
}

std::string integrity(const Connection& database) {
  Statement verdict = database.prepare("PRAGMA integrity_check(1)");
  return verdict.step() ? verdict.text(0) : "nothing was checked";
}

void copy(const Connection& from, const Connection& to) {
  sqlite3_backup* backup = sqlite3_backup_init(to.get(), "main", from.get(), "main");
  if (backup == nullptr) throw Error(sqlite3_errcode(to.get()), sqlite3_errmsg(to.get()));
  const int copied = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);  // it does not report that a file was busy
  const int code = finished == SQLITE_OK && copied != SQLITE_DONE ? copied : finished;
  if (code != SQLITE_OK) throw Error(code, sqlite3_errstr(code));
}

}  // namespace lenslet::sqlite
