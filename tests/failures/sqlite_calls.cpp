// The library's calls of SQLite.
#include <sqlite3.h>

#include "injection.hpp"

using lenslet::failures::fails;
using lenslet::failures::failure_code;
using lenslet::failures::Kind;

namespace {

template <class... Parameters, class... Arguments>
int call_or_fail(int (*real)(Parameters...), Arguments... arguments) {
  return fails(Kind::sqlite_call) ? failure_code() : real(arguments...);
}

}  // namespace

extern "C" {

int __real_sqlite3_open_v2(const char* name, sqlite3** connection, int flags, const char* system);
int __wrap_sqlite3_open_v2(const char* name, sqlite3** connection, int flags, const char* system) {
  *connection = nullptr;
  return call_or_fail(__real_sqlite3_open_v2, name, connection, flags, system);
}

int __real_sqlite3_prepare_v2(sqlite3* connection, const char* sql, int size, sqlite3_stmt** made, const char** rest);
int __wrap_sqlite3_prepare_v2(sqlite3* connection, const char* sql, int size, sqlite3_stmt** made, const char** rest) {
  *made = nullptr;
  return call_or_fail(__real_sqlite3_prepare_v2, connection, sql, size, made, rest);
}

int __real_sqlite3_step(sqlite3_stmt* statement);
int __wrap_sqlite3_step(sqlite3_stmt* statement) {
  return call_or_fail(__real_sqlite3_step, statement);
}

using Callback = int (*)(void*, int, char**, char**);
int __real_sqlite3_exec(sqlite3* connection, const char* sql, Callback callback, void* data, char** error);
int __wrap_sqlite3_exec(sqlite3* connection, const char* sql, Callback callback, void* data, char** error) {
  return call_or_fail(__real_sqlite3_exec, connection, sql, callback, data, error);
}

int __real_sqlite3_bind_int64(sqlite3_stmt* statement, int index, sqlite3_int64 value);
int __wrap_sqlite3_bind_int64(sqlite3_stmt* statement, int index, sqlite3_int64 value) {
  return call_or_fail(__real_sqlite3_bind_int64, statement, index, value);
}

using Free = void (*)(void*);
int __real_sqlite3_bind_text64(sqlite3_stmt* statement, int index, const char* text, sqlite3_uint64 size, Free free,
                               unsigned char encoding);
int __wrap_sqlite3_bind_text64(sqlite3_stmt* statement, int index, const char* text, sqlite3_uint64 size, Free free,
                               unsigned char encoding) {
  return call_or_fail(__real_sqlite3_bind_text64, statement, index, text, size, free, encoding);
}

int __real_sqlite3_db_config(sqlite3* connection, int option, ...);
int __wrap_sqlite3_db_config(sqlite3* connection, int option, int value, int* before) {
  return fails(Kind::sqlite_call) ? failure_code() : __real_sqlite3_db_config(connection, option, value, before);
}

int __real_sqlite3_deserialize(sqlite3* connection, const char* schema, unsigned char* bytes, sqlite3_int64 size,
                               sqlite3_int64 room, unsigned flags);
int __wrap_sqlite3_deserialize(sqlite3* connection, const char* schema, unsigned char* bytes, sqlite3_int64 size,
                               sqlite3_int64 room, unsigned flags) {
  if (!fails(Kind::sqlite_call)) return __real_sqlite3_deserialize(connection, schema, bytes, size, room, flags);
  sqlite3_free(bytes);  // as SQLite does where it fails
  return failure_code();
}

sqlite3_backup* __real_sqlite3_backup_init(sqlite3* to, const char* to_name, sqlite3* from, const char* from_name);
sqlite3_backup* __wrap_sqlite3_backup_init(sqlite3* to, const char* to_name, sqlite3* from, const char* from_name) {
  return fails(Kind::sqlite_call) ? nullptr : __real_sqlite3_backup_init(to, to_name, from, from_name);
}

int __real_sqlite3_backup_step(sqlite3_backup* backup, int pages);
int __wrap_sqlite3_backup_step(sqlite3_backup* backup, int pages) {
  return call_or_fail(__real_sqlite3_backup_step, backup, pages);
}
}
