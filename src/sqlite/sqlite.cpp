// SQLite's C interface behind RAII and exceptions.
#include "sqlite/sqlite.hpp"

#include <fmt/format.h>

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
  // A null pointer would bind NULL, which an empty blob is not.
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

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(connection_));
}

Connection::Connection(int flags, const std::string& name) : connection_(nullptr, sqlite3_close_v2) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) throw Error(code, connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code));
}

Connection::Connection(const std::filesystem::path& path, int busy_ms)
    : Connection(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path.string()) {
  sqlite3_busy_timeout(get(), busy_ms);
}

// https://www.sqlite.org/uri.html: these three characters end the path.
Connection Connection::read_only(const std::filesystem::path& path) {
  std::string uri = "file:";
  for (const char c : path.string())
    uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", c) : std::string(1, c);
  constexpr int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  try {
    Connection connection(flags, uri);
    connection.integer("PRAGMA schema_version");  // opens the log
    return connection;
  } catch (const Error&) {
    return Connection(flags, uri + "?immutable=1");
  }
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

void copy(const Connection& from, const Connection& to) {
  sqlite3_backup* backup = sqlite3_backup_init(to.get(), "main", from.get(), "main");
  if (backup == nullptr) throw Error(sqlite3_errcode(to.get()), sqlite3_errmsg(to.get()));
  sqlite3_backup_step(backup, -1);
  if (const int code = sqlite3_backup_finish(backup); code != SQLITE_OK) throw Error(code, sqlite3_errstr(code));
}

}  // namespace lenslet::sqlite
