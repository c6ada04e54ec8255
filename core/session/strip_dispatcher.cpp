// A strip goes to the device that would end it first. Fast devices do not wait for slow ones: a device gets no strip if
// it would take longer for the strip than the fastest device takes for all strips under way. A device may have been
// slow only once. So it may try again from time to time, each time after twice as many strips.
#include "session/strip_dispatcher.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "elapsed.hpp"

namespace lenslet {
namespace {

using Clock = std::chrono::steady_clock;

// Counts a strip that is done. Its result comes in its own map, because moving a map's node takes no memory.
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
  if (!lane.is_alive()) return;  // too late: another lane has the strip
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

namespace {

std::string text_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "it failed";
  }
}

std::exception_ptr no_answer(const std::string& device, std::chrono::milliseconds limit) {
  return std::make_exception_ptr(Error(ErrorKind::device, fmt::format("device {} gave no answer within {} s", device,
                                                                      std::chrono::duration<double>(limit).count())));
}

// The time in which the lane would end one more strip. A lane of unknown speed comes before all lanes with more strips
// under way.
double end_ms(const Lane& lane) {
  return static_cast<double>(lane.under_way.size() + 1) * lane.strip_ms().value_or(1e-6);
}

}  // namespace

StripDispatcher::StripDispatcher(std::vector<NamedWorker> workers, const DispatchOptions& options,
                                 std::function<Strip(std::int64_t)> read)
    : options_(options), read_(std::move(read)), board_(std::make_shared<Board>()) {
  lanes_.reserve(workers.size());  // a lane whose thread runs must not be lost
  for (NamedWorker& each : workers) try {
      lanes_.push_back(open_lane(board_, each.device, std::move(each.worker)));
    } catch (...) {  // the thread cannot start: the lanes that run must end, or they would wait for ever
      end_lanes();
      throw;
    }
}

StripDispatcher::~StripDispatcher() {
  end_lanes();
}

void StripDispatcher::end_lanes() {
  std::unique_lock lock(board_->mutex);
  board_->ended = true;
  board_->changed.notify_all();
  const Clock::time_point end = Clock::now() + options_.limit;
  for (const LanePtr& lane : lanes_) {
    const auto is_over = [&] { return lane->is_over || lane->is_late; };
    if (options_.limit.count() > 0)
      board_->changed.wait_until(lock, end, is_over);
    else
      board_->changed.wait(lock, is_over);
    if (!lane->is_over) lane->lent->take_back();
    lane->is_over ? lane->thread.join() : lane->thread.detach();
  }
}

std::optional<Result> StripDispatcher::next() {
  for (;;) {
    std::unique_lock lock(board_->mutex);
    const std::uint64_t seen = board_->changes;
    lock.unlock();
    while (give_one()) continue;
    lock.lock();
    if (returned_ == options_.strips) return std::nullopt;
    if (auto result = take_next()) return result;
    if (std::ranges::none_of(lanes_, [](const LanePtr& lane) { return lane->is_alive(); }))
      std::rethrow_exception(board_->last_failure);
    wait(lock, seen);
  }
}

// Strips to repeat come first: they are the oldest, and others wait for them.
std::optional<std::int64_t> StripDispatcher::next_strip() const {
  if (!again_.empty()) return *again_.begin();
  if (read_count_ == options_.strips || read_count_ - returned_ >= window()) return {};
  return read_count_;
}

// The largest distance between the oldest strip that was not returned and the youngest.
std::int64_t StripDispatcher::window() const {
  return static_cast<std::int64_t>(options_.places * lanes_.size());
}

// Tells whether others would have to wait for the lane if it took one more strip.
bool StripDispatcher::is_slow(const Lane& lane) const {
  if (lanes_.size() == 1 || !lane.strip_ms()) return false;
  double fastest = *lane.strip_ms();
  for (const LanePtr& other : lanes_)
    if (other->is_alive()) fastest = std::min(fastest, other->strip_ms().value_or(fastest));
  const auto reach = static_cast<double>(std::min(window(), options_.strips - returned_));
  return end_ms(lane) > reach * fastest;
}

// A lane of unknown speed gets one strip at a time, unless all lanes are alike.
bool StripDispatcher::may_take(const Lane& lane) const {
  if (!lane.is_alive() || lane.under_way.size() >= options_.places) return false;
  if (lanes_.size() > 1 && !options_.alike && !lane.strip_ms()) return lane.under_way.empty();
  return !is_slow(lane) || (lane.under_way.empty() && read_count_ >= lane.next_try);
}

LanePtr StripDispatcher::lane_for_next() const {
  LanePtr best;
  for (const LanePtr& lane : lanes_)
    if (may_take(*lane) && (!best || end_ms(*lane) < end_ms(*best))) best = lane;
  return best;
}

// Returns false where there is no strip to give, or no lane to take it.
bool StripDispatcher::give_one() {
  std::unique_lock lock(board_->mutex);
  drop_failed();
  for (const auto& [number, result] : board_->results) kept_.erase(number);
  const std::optional<std::int64_t> number = next_strip();
  const LanePtr lane = number ? lane_for_next() : nullptr;
  if (!lane) return false;
  lane->patience = is_slow(*lane) ? 2 * lane->patience : min_patience;
  lane->next_try = *number + lane->patience * window();
  lock.unlock();  // other threads go on while rows are read
  const auto known = kept_.find(*number);
  const Strip strip = known != kept_.end() ? known->second : read_(*number);
  if (lanes_.size() > 1) kept_[*number] = strip;
  if (*number == read_count_) ++read_count_;
  lock.lock();
  again_.erase(*number);
  if (lane->is_alive())
    lenslet::give(*board_, *lane, *number, strip);
  else
    again_.insert(*number);
  return true;
}

void StripDispatcher::drop_failed() {
  for (const LanePtr& lane : lanes_) {
    if (lane->is_alive() || lane->is_dropped) continue;
    lane->is_dropped = true;
    again_.insert(lane->under_way.begin(), lane->under_way.end());
    lane->under_way.clear();
  }
}

std::optional<Result> StripDispatcher::take_next() {
  const auto found = board_->results.find(returned_);
  if (found == board_->results.end()) return {};
  Result result = std::move(found->second);
  board_->results.erase(found);
  kept_.erase(returned_++);
  return result;
}

// Waits until a lane has changed something since `seen`, or one is over its limit.
void StripDispatcher::wait(std::unique_lock<std::mutex>& lock, std::uint64_t seen) {
  const auto has_changed = [&] { return board_->changes != seen; };
  if (options_.limit.count() == 0) {
    const std::shared_ptr<void> watched = options_.watch ? options_.watch() : nullptr;
    return board_->changed.wait(lock, has_changed);
  }
  Clock::time_point end = Clock::now() + options_.limit;
  for (const LanePtr& lane : lanes_)
    if (lane->is_alive() && !lane->under_way.empty()) end = std::min(end, lane->since + options_.limit);
  if (board_->changed.wait_until(lock, end, has_changed)) return;
  for (const LanePtr& lane : lanes_)
    if (lane->is_alive() && !lane->under_way.empty() && lane->since + options_.limit <= Clock::now()) {
      fail(*board_, *lane, no_answer(lane->device, options_.limit));
      lane->is_late = true;
    }
}

std::vector<DeviceShare> StripDispatcher::shares() const {
  const std::lock_guard lock(board_->mutex);
  std::vector<DeviceShare> shares;
  for (const LanePtr& lane : lanes_)
    shares.push_back({lane->device, lane->strips, lane->failure ? text_of(lane->failure) : "", lane->is_late});
  return shares;
}

}  // namespace lenslet
