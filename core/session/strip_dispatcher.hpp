// Which device computes which strip. Results come in order, whatever the order in which devices end; what a device had
// under way that fails or gives no answer is computed by the others.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <lenslet/strips.hpp>

#include "session/strip_lane.hpp"

namespace lenslet {

struct DispatchOptions {
  std::int64_t strips = 0;             // in all
  std::size_t places = 1;              // strips that a worker takes at a time
  std::chrono::milliseconds limit{0};  // how long a worker may be at a strip; 0: for ever
  bool alike = false;                  // workers are devices of one kind, as fast as each other
};

struct NamedWorker {
  std::string device;  // as DeviceShare::device
  std::shared_ptr<StripWorker> worker;
};

// One thread calls it at a time.
class StripDispatcher {
 public:
  // `read` is asked for each strip once, in order.
  StripDispatcher(std::vector<NamedWorker> workers, const DispatchOptions& options,
                  std::function<Strip(std::int64_t)> read);

  // Waits until workers have ended what they have begun, but for those that are over their limit.
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

  std::map<std::int64_t, Strip> kept_;  // read, and not yet computed: a group's alone, which may have to repeat them
  std::set<std::int64_t> again_;        // whose device failed
  std::int64_t read_count_ = 0, returned_ = 0;
};

}  // namespace lenslet
