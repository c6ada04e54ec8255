// The worker's side: it answers each line with a line. Requests, each a line of fields:
//   task DEVICE NAME TASK            sets the task of the later requests; DEVICE is the index, which must have that
//   NAME
//   try SCHEDULE RIVAL_MS PROVEN     PROVEN is a correct schedule, or empty
//   compare LIMIT_MS SCHEDULE...
// Answers: "copies N", "trial OUTCOME TIME DETAIL", "times TIME...", or "error MESSAGE". TIME is five fields.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tune/tryout.hpp"

namespace lenslet::tune {

class WorkerRequests {
 public:
  explicit WorkerRequests(Tamper tamper = {}) : tamper_(std::move(tamper)) {}

  // Never throws: an error is an answer.
  std::string answer(const std::string& line);

  // Tells whether the driver's compiler works on the present request. Other threads may ask.
  bool is_compiling() const;

 private:
  std::vector<std::string> reply(const std::vector<std::string>& request);
  Tryout& tryout();

  Tamper tamper_;
  mutable std::mutex mutex_;  // guards what follows
  std::optional<Session> session_;

  std::vector<op::OpPtr> ops_;  // that the task brought
  std::unique_ptr<Tryout> tryout_;
};

// Write a time as fields, and read it from the first fields of a list.
inline constexpr std::size_t time_fields = 5;
void append_time(std::vector<std::string>& fields, const Measured& time);
Measured parse_time(std::span<const std::string> fields);

}  // namespace lenslet::tune
