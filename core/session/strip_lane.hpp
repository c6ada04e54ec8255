// A worker of a dispatcher with the thread that waits for its results.
//
// Nothing can stop a kernel that hangs, nor a driver's function that waits for it. So the thread of a worker that gives
// no answer is left alone: it keeps the worker, which nobody destroys then, and what they use is shared with it. That
// memory is lost on purpose, until the worker answers after all or the process ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "session/strip_worker.hpp"

namespace lenslet {

// What all lanes and their dispatcher share.
struct Board {
  std::mutex mutex;  // guards what follows, and the lanes
  std::condition_variable changed;
  std::uint64_t changes = 0;  // by lanes
  std::map<std::int64_t, Result> results;
  std::exception_ptr last_failure;  // of any lane
  bool ended = false;
};

inline constexpr std::int64_t least_patience = 4;

struct Lane {
  std::string device;
  std::shared_ptr<StripWorker> worker;
  std::shared_ptr<LentMemory> lent = worker->lent();
  std::deque<std::int64_t> under_way = {};           // strips, the oldest first
  std::chrono::steady_clock::time_point since = {};  // when the oldest could begin
  double busy_ms = 0;                                // with its strips but for the first, which may compile
  std::int64_t strips = 0;                           // that it has computed
  std::exception_ptr failure = {};                   // after which it gets none
  bool is_dropped = false;                           // the dispatcher knows of the failure
  bool is_late = false;                              // it gave no answer
  bool is_over = false;                              // the thread has let go of the worker
  std::thread thread = {};

  // Where the lane is slow, the strip from which on it may try again, and how long it waits for that, in strips that
  // all lanes have under way.
  std::int64_t next_try = 0, patience = least_patience;

  bool is_alive() const { return !failure; }

  // What a strip takes; nothing where that is not known yet.
  std::optional<double> strip_ms() const {
    return strips > 1 ? std::optional(busy_ms / static_cast<double>(strips - 1)) : std::nullopt;
  }
};

using LanePtr = std::shared_ptr<Lane>;

// Starts the thread. It ends where the worker fails, or soon after the board says that all has ended.
LanePtr open_lane(const std::shared_ptr<Board>& board, std::string device, std::shared_ptr<StripWorker> worker);

// Are called with the lock held, for a lane that is alive. One that fails touches none of its strips' memory any more.
void give(Board& board, Lane& lane, std::int64_t number, const Strip& strip);
void fail(Board& board, Lane& lane, const std::exception_ptr& failure);

}  // namespace lenslet
