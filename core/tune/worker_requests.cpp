// Answers requests to one tryout, whatever they contain.
#include "tune/worker_requests.hpp"

#include <chrono>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/quarantine.hpp>

#include "tune/task.hpp"

namespace lenslet::tune {
namespace {

// The session has no build time-out, because the tuner has its own and ends this process with it. It has no cache,
// because there are many candidates and most are never used again.
SessionOptions session_options(const std::string& device) {
  SessionOptions options;
  options.device = device;
  options.cache = false;
  options.build_timeout = std::chrono::hours(1);
  return options;
}

const std::string& field(const std::vector<std::string>& fields, std::size_t place) {
  if (place < fields.size()) return fields[place];
  throw Error(ErrorKind::invalid_argument, fmt::format("a request of {} fields", fields.size()));
}

}  // namespace

void append_time(std::vector<std::string>& fields, const Measured& time) {
  for (const double ms : {time.median_ms, time.low_ms, time.high_ms}) fields.push_back(fmt::format("{:.17g}", ms));
  fields.push_back(fmt::format("{}", time.samples));
  fields.emplace_back(time.host_clock ? "1" : "0");
}

Measured parse_time(std::span<const std::string> fields) {
  if (fields.size() < time_fields)
    throw Error(ErrorKind::invalid_argument, fmt::format("a time of {} fields", fields.size()));
  return {parse_number(fields[0]), parse_number(fields[1]), parse_number(fields[2]),
          static_cast<int>(parse_number(fields[3])), fields[4] == "1"};
}

Tryout& WorkerRequests::tryout() {
  if (!tryout_) throw Error(ErrorKind::invalid_argument, "no task yet");
  return *tryout_;
}

std::vector<std::string> WorkerRequests::reply(const std::vector<std::string>& request) {
  const std::string& what = request.front();
  if (what == "task") {
    const Session session(session_options(field(request, 1)));
    if (session.device().name != field(request, 2))
      throw Error(ErrorKind::no_device, fmt::format("device {} is {} here, not {}", field(request, 1),
                                                    session.device().name, field(request, 2)));
    {
      const std::lock_guard lock(mutex_);
      session_ = session;
    }
    const Work work = parse_work(field(request, 3), ops_);
    tryout_ = std::make_unique<Tryout>(session, work, TryoutOptions{tamper_, {}});
    return {"copies", fmt::format("{}", tryout_->copies())};
  }
  if (what == "try") {
    const std::string& proven = field(request, 3);
    const Trial trial =
        tryout().attempt(tryout().parse_schedule(field(request, 1)), parse_number(field(request, 2)),
                         proven.empty() ? std::nullopt : std::optional(tryout().parse_schedule(proven)));
    std::vector<std::string> fields{"trial", fmt::format("{}", static_cast<int>(trial.outcome))};
    append_time(fields, trial.time);
    fields.push_back(trial.detail);
    return fields;
  }
  if (what == "compare") {
    const double limit_ms = parse_number(field(request, 1));
    std::vector<op::AnySchedule> schedules;
    for (const std::string& spelling : std::span(request).subspan(2))
      schedules.push_back(tryout().parse_schedule(spelling));
    std::vector<std::string> fields{"times"};
    for (const Measured& time : tryout().compare(schedules, limit_ms)) append_time(fields, time);
    return fields;
  }
  throw Error(ErrorKind::invalid_argument, fmt::format("an unknown request '{}'", what));
}

bool WorkerRequests::is_compiling() const {
  const std::lock_guard lock(mutex_);
  return session_ && lenslet::is_compiling(*session_);
}

std::string WorkerRequests::answer(const std::string& line) {
  std::vector<std::string> fields;
  try {
    fields = reply(split_fields(line));
  } catch (const std::exception& error) {
    fields = {"error", error.what()};
  }
  return join_fields(fields);
}

}  // namespace lenslet::tune
