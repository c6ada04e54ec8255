// The kinds of failures that every test goes through.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "injection.hpp"

namespace lenslet::failures {

inline std::vector<Failure> failures_of(std::initializer_list<Kind> kinds) {
  std::vector<Failure> failures;
  for (const Lasting lasting : {Lasting::once, Lasting::from_then_on})
    for (const Kind kind : kinds) failures.push_back({kind, lasting, 0});
  return failures;
}

inline std::vector<Failure> failures_without_sqlite() {
  return failures_of({Kind::allocation, Kind::system_call});
}

inline std::vector<Failure> all_failures() {
  std::vector<Failure> failures =
      failures_of({Kind::allocation, Kind::system_call, Kind::sqlite_allocation, Kind::sqlite_file});
  for (const int code : {SQLITE_IOERR, SQLITE_BUSY, SQLITE_CORRUPT})
    failures.push_back({Kind::sqlite_call, Lasting::once, code});
  for (const int code : {SQLITE_FULL, SQLITE_NOMEM})
    failures.push_back({Kind::sqlite_call, Lasting::from_then_on, code});
  return failures;
}

inline std::string name_of(const testing::TestParamInfo<Failure>& info) {
  static constexpr const char* kinds[] = {"Allocation", "SystemCall", "SqliteCall", "SqliteAllocation", "SqliteFile"};
  std::string name = kinds[static_cast<std::size_t>(info.param.kind)];
  if (info.param.code != 0) name += std::to_string(info.param.code);
  return name + (info.param.lasting == Lasting::once ? "Once" : "FromThenOn");
}

}  // namespace lenslet::failures
