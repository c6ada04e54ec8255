// Checks stored numbers against the ranges that the library can compute with, print and compare.
#include "store/stored_trial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>
#include <lenslet/session.hpp>
#include <lenslet/strip_cost.hpp>
#include <lenslet/tuning_store.hpp>

#include "op/op.hpp"

namespace lenslet {
namespace {

constexpr std::int64_t max_stored_side = std::int64_t{1} << 31;
constexpr std::int64_t max_elements = std::int64_t{1} << 50;
constexpr std::int64_t max_area = std::int64_t{1} << 62;
constexpr std::int64_t max_int = std::numeric_limits<int>::max();
constexpr char word_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";

void check_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
  if (value >= low && value <= high) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("'{}' is {}; allowed: {} to {}", name, value, low, high));
}

void check_time(const char* name, double ms) {
  if (ms > 0 && std::isfinite(ms)) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("the measurement '{}' is {}; allowed: more than 0", name, ms));
}

// Finds the op by its full name only.
op::OpPtr op_of(const StoredTrial& stored) {
  op::OpPtr op = op::find(stored.op);
  if (full_name(op->info) == stored.op) return op;
  throw Error(ErrorKind::invalid_argument, fmt::format("'op' is '{}'; allowed: '{}'", stored.op, full_name(op->info)));
}

// Tells whether the op is a user's filter, or a pipeline with one: its file may be gone or on another machine.
bool names_a_file(const std::string& op) {
  return op.find(".cl") != op.npos;
}

bool is_family(std::string_view word) {
  return std::ranges::any_of(all_ops(), [&](const OpInfo& op) { return op.family == word || op.name == word; });
}

// Tells whether the key is no op's: heights of strips and the work of components (TimedWork) are also measured.
bool is_beside_ops(const std::string& op) {
  const auto is_letter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); };
  const std::size_t dot = op.find('.');
  if (dot == std::string::npos) return op == height_of_strips;
  const std::string_view first = std::string_view(op).substr(0, dot), second = std::string_view(op).substr(dot + 1);
  return !first.empty() && !second.empty() && std::ranges::all_of(first, is_letter) &&
         std::ranges::all_of(second, is_letter) && !is_family(first);
}

bool is_filter(const op::Op& op) {
  return !op.info.pipeline && static_cast<bool>(op.problem);
}

// Checks the characters of the words. Which words an op has depends on the call, so a schedule of unknown words is only
// skipped when it is looked up.
void check_words(const std::string& schedule) {
  if (!schedule.empty() && schedule.find_first_not_of(word_letters) == std::string::npos) return;
  throw Error(ErrorKind::invalid_argument, fmt::format("'schedule' is '{}'; allowed: words between dots", schedule));
}

}  // namespace

void store::check_result(const Trial& trial, Size size, std::int64_t unix_time) {
  check_range("width", size.width, 1, max_elements);
  check_range("height", size.height, 1, std::min(max_stored_side, max_area / size.width));
  check_range("samples", trial.time.samples, 0, max_int);
  check_range("unix_time", unix_time, 0, latest_time);
  if (trial.outcome != Outcome::correct) return;
  check_time("time", trial.time.median_ms);
  check_time("lower_quartile", trial.time.low_ms);
  check_time("upper_quartile", trial.time.high_ms);
}

void check(const StoredTrial& stored) {
  const bool is_no_op = names_a_file(stored.op) || is_beside_ops(stored.op);
  const op::OpPtr op = is_no_op ? nullptr : op_of(stored);
  const bool of_arrays = op && op->info.of_arrays();
  if (op && is_filter(*op))
    parse_schedule(stored.trial.schedule);
  else
    check_words(stored.trial.schedule);
  check_range("width", stored.size.width, 1, of_arrays ? max_elements : max_stored_side);
  check_range("height", stored.size.height, 1, of_arrays ? 1 : max_stored_side);
  check_range("format", stored.format, 0, max_int);
  store::check_result(stored.trial, stored.size, stored.unix_time);
}

}  // namespace lenslet
