// SQLite's C interface behind RAII and exceptions.
#include "ocl/sqlite.hpp"

namespace lenslet::ocl::sqlite {

Statement::Statement(sqlite3* connection, std::string_view sql)
    : connection_(connection), statement_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

Statement& Statement::bind(int index, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), index, value));
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

std::span<const unsigned char> Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const unsigned char*>(data), static_cast<std::size_t>(size)};
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(connection_));
}

Connection::Connection(const std::filesystem::path& path, int busy_ms) : connection_(nullptr, sqlite3_close_v2) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &connection,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) throw Error(code, connection ? sqlite3_errmsg(connection) : sqlite3_errstr(code));
  sqlite3_busy_timeout(connection, busy_ms);
}

void Connection::run(const char* sql) const {
  const int code = sqlite3_exec(get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw Error(code, sqlite3_errmsg(get()));
}

std::int64_t Connection::integer(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

}  // namespace lenslet::ocl::sqlite
