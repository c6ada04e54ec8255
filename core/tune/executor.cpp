// Tries candidates in this process or in a worker.
#include "tune/executor.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/state.hpp"
#include "tune/task.hpp"
#include "tune/tryout.hpp"
#include "tune/worker_process.hpp"
#include "tune/worker_requests.hpp"

namespace lenslet::tune {
namespace {

// Tries candidates in this process, without protection and without a time-out.
class LocalExecutor final : public Executor {
 public:
  LocalExecutor(const Session& session, const Work& work) : tryout_(session, work) {}

  int copies() override { return tryout_.copies(); }

  std::optional<Trial> attempt(const op::AnySchedule& schedule, double rival_ms,
                               const std::optional<op::AnySchedule>& proven,
                               std::chrono::steady_clock::time_point) override {
    return tryout_.attempt(schedule, rival_ms, proven);
  }

  std::vector<Measured> compare(const std::vector<op::AnySchedule>& schedules, double limit_ms) override {
    return tryout_.compare(schedules, limit_ms);
  }

 private:
  Tryout tryout_;
};

}  // namespace

std::unique_ptr<Executor> make_local_executor(const Session& session, const Work& work) {
  return std::make_unique<LocalExecutor>(session, work);
}

namespace {

using Clock = std::chrono::steady_clock;
using Fields = std::vector<std::string>;

constexpr std::chrono::seconds max_start{60};  // to load the drivers and send the images

// A slow device must not count as hanging. The first candidate, which is the untuned schedule, may take
// patience_with_first times as long as others. The others may take slower_than_first times as long as the first one
// took, where that is more than they are allowed anyway.
constexpr int patience_with_first = 6;
constexpr int slower_than_first = 2;

// Tries candidates in a worker process. A crash or hang of the worker is noted as the candidate's outcome, and the next
// candidate gets a new worker.
class WorkerExecutor final : public Executor {
 public:
  WorkerExecutor(const Session& session, const Work& work, ExecutorOptions options)
      : worker_(find_worker(), {}),
        first_request_({"task", fmt::format("{}", session.device().index), session.device().name, to_line(work)}),
        options_(std::move(options)),
        compile_timeout_(state_of(session).build_timeout),
        allowed_(patience_with_first * options_.candidate_timeout) {}

  int copies() override {
    prepare();
    return copies_;
  }

  std::optional<Trial> attempt(const op::AnySchedule& schedule, double rival_ms,
                               const std::optional<op::AnySchedule>& proven, Clock::time_point until) override;
  std::vector<Measured> compare(const std::vector<op::AnySchedule>& schedules, double limit_ms) override;

 private:
  bool prepare();  // false where it was stopped

  WorkerProcess worker_;
  Fields first_request_;
  ExecutorOptions options_;
  std::chrono::milliseconds compile_timeout_;
  std::chrono::milliseconds allowed_;  // for the next candidate
  bool tried_ = false;
  int copies_ = 0;
};

bool WorkerExecutor::prepare() {
  if (worker_.running()) return true;
  worker_.start();
  WorkerProcess::Patience patience = max_start;
  patience.compile = compile_timeout_;
  const WorkerProcess::Reply reply = worker_.ask(join_fields(first_request_), patience, options_.stop);
  if (reply.end == WorkerProcess::End::stopped) return false;
  if (reply.end == WorkerProcess::End::compiling)
    throw Error(ErrorKind::device, fmt::format("lenslet-worker did not open {}: the compiler was at work for {} ms",
                                               first_request_[2], compile_timeout_.count()));
  if (reply.end == WorkerProcess::End::timeout)
    throw Error(ErrorKind::device,
                fmt::format("lenslet-worker did not open {} in {} s", first_request_[2], max_start.count()));
  if (reply.end == WorkerProcess::End::died)
    throw Error(ErrorKind::device, fmt::format("lenslet-worker {} when it opened {}", reply.text, first_request_[2]));
  const Fields answer = split_fields(reply.text);
  if (answer.front() != "copies") throw Error(ErrorKind::device, "lenslet-worker: " + answer.back());
  copies_ = static_cast<int>(parse_number(answer.back()));
  return true;
}

std::optional<Trial> WorkerExecutor::attempt(const op::AnySchedule& schedule, double rival_ms,
                                             const std::optional<op::AnySchedule>& proven, Clock::time_point until) {
  if (!prepare()) return {};
  const Fields request{"try", schedule.spelling(), fmt::format("{}", rival_ms), proven ? proven->spelling() : ""};
  const auto allowed = allowed_;
  WorkerProcess::Patience patience = allowed;
  patience.compile = compile_timeout_;
  patience.until = until;
  const auto begin = Clock::now();
  const WorkerProcess::Reply reply = worker_.ask(join_fields(request), patience, options_.stop);
  if (!std::exchange(tried_, true)) {
    const auto took = std::chrono::ceil<std::chrono::milliseconds>(Clock::now() - begin);
    const bool answered = reply.end == WorkerProcess::End::answered;
    allowed_ = std::max(options_.candidate_timeout, answered ? slower_than_first * took : std::chrono::milliseconds(0));
  }
  switch (reply.end) {
    case WorkerProcess::End::stopped:
      return {};
    case WorkerProcess::End::compiling:
      return Trial{schedule.spelling(),
                   Outcome::build_failed,
                   {},
                   fmt::format("the compiler was at work for {} ms", compile_timeout_.count())};
    case WorkerProcess::End::timeout:
      if (Clock::now() >= until) return {};
      return Trial{schedule.spelling(), Outcome::timeout, {}, fmt::format("no answer in {} ms", allowed.count())};
    case WorkerProcess::End::died:
      return Trial{schedule.spelling(), Outcome::launch_failed, {}, "the process " + reply.text};
    case WorkerProcess::End::answered:
      break;
  }
  const Fields answer = split_fields(reply.text);
  if (answer.front() != "trial" || answer.size() != 3 + time_fields)
    return Trial{schedule.spelling(), Outcome::launch_failed, {}, answer.back()};
  const auto outcome = static_cast<Outcome>(static_cast<int>(parse_number(answer[1])));
  return Trial{schedule.spelling(), outcome, parse_time(std::span(answer).subspan(2)), answer.back()};
}

std::vector<Measured> WorkerExecutor::compare(const std::vector<op::AnySchedule>& schedules, double limit_ms) {
  if (!prepare()) return {};
  Fields request{"compare", fmt::format("{}", limit_ms)};
  for (const op::AnySchedule& schedule : schedules) request.push_back(schedule.spelling());
  WorkerProcess::Patience patience =
      std::chrono::milliseconds(static_cast<std::int64_t>(limit_ms)) + allowed_ * static_cast<int>(schedules.size());
  patience.compile = compile_timeout_;
  const WorkerProcess::Reply reply = worker_.ask(join_fields(request), patience, options_.stop);
  const Fields answer = split_fields(reply.text);
  if (reply.end != WorkerProcess::End::answered || answer.size() != 1 + time_fields * schedules.size()) return {};
  std::vector<Measured> times;
  for (std::size_t i = 1; i < answer.size(); i += time_fields)
    times.push_back(parse_time(std::span(answer).subspan(i, time_fields)));
  return times;
}

}  // namespace

std::unique_ptr<Executor> make_worker_executor(const Session& session, const Work& work, ExecutorOptions options) {
  return std::make_unique<WorkerExecutor>(session, work, std::move(options));
}

}  // namespace lenslet::tune
