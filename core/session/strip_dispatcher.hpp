// Decides which device computes which strip. Results come in order, whatever the order in which devices end. Where a
// device fails or does not answer, others compute its strips.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <lenslet/stream.hpp>
#include <lenslet/strips.hpp>

#include "session/row_copier.hpp"

namespace lenslet {

struct Strip {
  SharedImages inputs;
  FramePart part;
};

// Computes strips for the dispatcher: a device with a stream, or a test's replacement.
class StripWorker {
 public:
  virtual ~StripWorker() = default;
  virtual void push(const Strip& strip) = 0;             // does not wait
  virtual Result pop() = 0;                              // waits for the oldest strip, and throws its error
  virtual std::shared_ptr<LentMemory> lent() const = 0;  // the memory that strips are read from and written to
};

class StreamWorker : public StripWorker {
 public:
  StreamWorker(const Session& session, const Plan& plan, const StreamOptions& options)
      : stream_(session, plan, options) {}

  void push(const Strip& strip) override { stream_.push(strip.inputs, strip.part); }
  Result pop() override { return *stream_.pop(); }
  std::shared_ptr<LentMemory> lent() const override { return stream_.lent(); }

 private:
  Stream stream_;
};

// What all lanes and their dispatcher share.
struct Board {
  std::mutex mutex;  // guards what follows, and the lanes
  std::condition_variable changed;
  std::uint64_t changes = 0;  // counted by lanes
  std::map<std::int64_t, Result> results;
  std::exception_ptr last_failure;  // of any lane
  bool ended = false;
};

inline constexpr std::int64_t min_patience = 4;

// A worker of a dispatcher, and the thread that waits for its results. Nothing can stop a kernel that hangs, or a
// driver's function that waits for it. So the thread of a worker that does not answer is left alone. It keeps the
// worker, which is then not destroyed, and shares all that the worker uses. That memory is lost on purpose, until the
// worker answers or the process ends.
struct Lane {
  std::string device;
  std::shared_ptr<StripWorker> worker;
  std::shared_ptr<LentMemory> lent = worker->lent();
  std::deque<std::int64_t> under_way = {};           // strips, the oldest first
  std::chrono::steady_clock::time_point since = {};  // when the oldest strip could begin
  double busy_ms = 0;                                // time of its strips; without the first one, which may compile
  std::int64_t strips = 0;                           // that the lane has computed
  std::exception_ptr failure = {};                   // if set, the lane gets no more strips
  bool is_dropped = false;                           // the dispatcher knows of the failure
  bool is_late = false;                              // it did not answer
  bool is_over = false;                              // the thread no longer uses the worker
  std::thread thread = {};

  // For a slow lane: the strip at which it may try again, and how long it waits until then, as a multiple of all strips
  // under way.
  std::int64_t next_try = 0, patience = min_patience;

  bool is_alive() const { return !failure; }

  // The time of a strip; absent where it is not known yet.
  std::optional<double> strip_ms() const {
    return strips > 1 ? std::optional(busy_ms / static_cast<double>(strips - 1)) : std::nullopt;
  }
};

using LanePtr = std::shared_ptr<Lane>;

// Starts the thread. It ends where the worker fails, or soon after Board::ended.
LanePtr open_lane(const std::shared_ptr<Board>& board, std::string device, std::shared_ptr<StripWorker> worker);

// Call these with the lock held, for a lane that is alive. After fail() the lane does not touch its strips' memory any
// more.
void give(Board& board, Lane& lane, std::int64_t number, const Strip& strip);
void fail(Board& board, Lane& lane, const std::exception_ptr& failure);

struct DispatchOptions {
  std::int64_t strips = 0;                            // number of all strips
  std::size_t places = 1;                             // strips that a worker has at a time
  std::chrono::milliseconds limit{0};                 // how long a worker may take for a strip; 0: no limit
  bool alike = false;                                 // workers are devices of one kind, equally fast
  std::function<std::shared_ptr<void>()> watch = {};  // as StripOptions::watch
};

struct NamedWorker {
  std::string device;  // as DeviceShare::device
  std::shared_ptr<StripWorker> worker;
};

// Only one thread may call it at a time.
class StripDispatcher {
 public:
  // `read` is called once for each strip, in order.
  StripDispatcher(std::vector<NamedWorker> workers, const DispatchOptions& options,
                  std::function<Strip(std::int64_t)> read);

  // Waits for what workers have begun, except for workers that are over their limit.
  ~StripDispatcher();
  StripDispatcher(const StripDispatcher&) = delete;
  StripDispatcher& operator=(const StripDispatcher&) = delete;

  std::optional<Result> next();  // throws what `read` throws, and the last worker's failure where none is left
  std::vector<DeviceShare> shares() const;

 private:
  std::optional<std::int64_t> next_strip() const;
  LanePtr lane_for_next() const;
  bool is_slow(const Lane& lane) const;
  bool may_take(const Lane& lane) const;
  std::int64_t window() const;
  bool give_one();
  std::optional<Result> take_next();
  void wait(std::unique_lock<std::mutex>& lock, std::uint64_t seen);
  void drop_failed();
  void end_lanes();

  DispatchOptions options_;
  std::function<Strip(std::int64_t)> read_;
  std::shared_ptr<Board> board_;
  std::vector<LanePtr> lanes_;

  // Read but not computed yet; only with several workers, which may have to repeat them.
  std::map<std::int64_t, Strip> kept_;
  std::set<std::int64_t> again_;  // strips whose device failed
  std::int64_t read_count_ = 0, returned_ = 0;
};

}  // namespace lenslet
