// A connection to SQLite and its statements, with exceptions.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace lenslet::sqlite {

class Error : public std::runtime_error {
 public:
  Error(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_ & 0xff; }  // without SQLite's extended code
  bool damaged() const { return code() == SQLITE_CORRUPT || code() == SQLITE_NOTADB; }
  bool busy() const { return code() == SQLITE_BUSY || code() == SQLITE_LOCKED; }

 private:
  int code_;
};

class Statement {
 public:
  Statement(sqlite3* connection, std::string_view sql);

  // Bound texts and blobs must outlive the steps.
  template <std::integral T>
  Statement& bind(int index, T value) {
    return bind_integer(index, static_cast<std::int64_t>(value));
  }
  Statement& bind(int index, double value);
  Statement& bind(int index, std::string_view text);
  Statement& bind(int index, std::span<const unsigned char> blob);

  bool step();  // returns whether there is a row
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::span<const unsigned char> blob(int column) const;  // valid until the next step

  // Tells whether the row's columns have these types: t text, i integer, r real. Tables accept any type, whatever they
  // declare.
  bool has_types(std::string_view letters) const;

 private:
  Statement& bind_integer(int index, std::int64_t value);
  void check(int code) const;
  sqlite3* connection_;
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement_;
};

class Connection {
 public:
  // Opens a file, or makes it. Calls wait up to `busy_ms` for other processes.
  Connection(const std::filesystem::path& path, int busy_ms);

  // Makes a database in memory from the bytes of a file without a log.
  static Connection of_bytes(std::string_view file);

  // Limits statements on data that others wrote. A statement of more SQLite steps is an error, and so is a value of
  // more than 64 MiB.
  void bound_statements(int steps) const;

  sqlite3* get() const { return connection_.get(); }
  Statement prepare(std::string_view sql) const { return Statement(get(), sql); }
  void run(const char* sql) const;                   // one or more statements without results
  std::int64_t integer(std::string_view sql) const;  // returns the first column of the first row

 private:
  explicit Connection(const std::string& name);
  void set_guards() const;

  std::unique_ptr<sqlite3, int (*)(sqlite3*)> connection_;
};

// Takes the write lock at once. Rolls back unless commit() was called.
class Transaction {
 public:
  explicit Transaction(const Connection& connection);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() const;

 private:
  const Connection& connection_;
};

// Returns "ok", or the first error.
std::string integrity(const Connection& database);

// Copies everything from `from` to `to`, and replaces the content of `to`.
void copy(const Connection& from, const Connection& to);

}  // namespace lenslet::sqlite
