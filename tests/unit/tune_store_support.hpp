// What the store's tests share: keys, trials, and a folder with a store.
#pragma once

#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <lenslet/error.hpp>
#include <lenslet/schedule.hpp>

#include "ocl_test_support.hpp"
#include "store/store.hpp"

namespace lenslet::store {

inline Key a_key() {
  return {.op = "gaussian",
          .work = "f32x1 reflect101 window 5x5",
          .size_bucket = 20,
          .device = "some device",
          .driver = "some driver",
          .architecture = "some architecture",
          .format = 1,
          .size = {1024, 1024}};
}

inline std::string rows(int items_y) {
  Schedule schedule;
  schedule.items_y = items_y;
  return to_string(schedule);
}

inline Trial timed(const std::string& schedule, double ms) {
  return {schedule, Outcome::correct, {ms, ms * 0.99, ms * 1.01, 5}, {}};
}

inline Trial failed(const std::string& schedule, Outcome outcome) {
  return {schedule, outcome, {}, "a reason"};
}

// Reads every schedule of stencils.
inline std::optional<op::AnySchedule> any(const std::string& spelling) {
  try {
    return op::AnySchedule(parse_schedule(spelling));
  } catch (const Error&) {
    return {};
  }
}

class StoreTest : public testing::Test {
 protected:
  const std::filesystem::path& directory() const { return directory_.path(); }
  std::filesystem::path file() const { return directory() / "tuning.sqlite"; }
  void sql(const char* statement) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, statement, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }
  std::string contents(const std::filesystem::path& path) const {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  ocl::TemporaryDirectory directory_;
};

}  // namespace lenslet::store
