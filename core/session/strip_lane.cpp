// The thread takes results in the order in which strips were given.
#include "session/strip_lane.hpp"

#include <utility>

#include "elapsed.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

// Counts a strip that is back. Its result comes in a map of its own, so that to move it takes no memory.
void accept(Board& board, Lane& lane, std::map<std::int64_t, Result>& result) {
  if (lane.strips++ > 0) lane.busy_ms += milliseconds_since(lane.since);
  lane.under_way.pop_front();
  lane.since = Clock::now();
  board.results.merge(result);
}

// Waits for the oldest strip without the lock.
void take_one(Board& board, Lane& lane, std::unique_lock<std::mutex>& lock) {
  const std::int64_t number = lane.under_way.front();
  StripWorker& worker = *lane.worker;
  lock.unlock();
  std::map<std::int64_t, Result> result;
  std::exception_ptr failure;
  try {
    result.emplace(number, worker.pop());
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  if (!lane.is_alive()) return;  // it comes too late: the strip is another lane's
  if (failure)
    fail(board, lane, failure);
  else
    accept(board, lane, result);
}

void work(const std::shared_ptr<Board>& board, const LanePtr& lane) {
  std::unique_lock lock(board->mutex);
  while (!board->ended && lane->is_alive()) {
    if (lane->under_way.empty()) {
      board->changed.wait(lock);
      continue;
    }
    take_one(*board, *lane, lock);
    ++board->changes;
    board->changed.notify_all();
  }
  std::shared_ptr<StripWorker> worker = std::move(lane->worker);
  lock.unlock();
  worker.reset();  // waits for what it has begun
  lock.lock();
  lane->is_over = true;
  board->changed.notify_all();
}

}  // namespace

LanePtr open_lane(const std::shared_ptr<Board>& board, std::string device, std::shared_ptr<StripWorker> worker) {
  auto lane = std::make_shared<Lane>(Lane{std::move(device), std::move(worker)});
  lane->thread = std::thread([board, lane] { work(board, lane); });
  return lane;
}

void give(Board& board, Lane& lane, std::int64_t number, const Strip& strip) {
  lane.worker->push(strip);
  if (lane.under_way.empty()) lane.since = Clock::now();
  lane.under_way.push_back(number);
  board.changed.notify_all();
}

void fail(Board& board, Lane& lane, const std::exception_ptr& failure) {
  lane.failure = failure;
  lane.lent->take_back();
  board.last_failure = failure;
}

}  // namespace lenslet
