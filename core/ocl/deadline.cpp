// A driver's compiler that still works when the program exits may crash when its globals are destroyed. So the end of
// the program waits for such work, but only for as long as a person would. Slower compilers of PoCL 3.1 and rusticl
// were interrupted by the exit many times, and none crashed.
#include "ocl/deadline.hpp"

#include <algorithm>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::ocl {
namespace {

constexpr std::chrono::seconds patience_at_exit{2};
constexpr std::chrono::milliseconds max_timeout = std::chrono::hours(24 * 365);

// Counts the threads at work, among them those that did not end in time.
struct Abandoned {
  std::mutex mutex;
  std::condition_variable changed;
  int count = 0;

  void add(int difference) {
    const std::lock_guard lock(mutex);
    count += difference;
    changed.notify_all();
  }

  bool end_within(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, patience, [this] { return count == 0; });
  }
};

class AtExit {
 public:
  ~AtExit() { abandoned_->end_within(patience_at_exit); }
  const std::shared_ptr<Abandoned>& abandoned() const { return abandoned_; }

 private:
  std::shared_ptr<Abandoned> abandoned_ = std::make_shared<Abandoned>();
};

// The first call comes after the drivers were loaded, so `at_exit` is destroyed before the drivers' globals.
const std::shared_ptr<Abandoned>& abandoned() {
  static const AtExit at_exit;
  return at_exit.abandoned();
}

template <class Work>
std::thread started(Work work) {
  try {
    return std::thread(std::move(work));
  } catch (const std::system_error& error) {
    throw Error(ErrorKind::device, fmt::format("no thread to compile in: {}", error.what()));
  }
}

}  // namespace

bool finishes_within(std::chrono::milliseconds timeout, std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  std::future<void> result = task.get_future();
  std::thread thread = started([task = std::move(task), at_work = abandoned()]() mutable {
    task();
    task = {};  // frees what the work owns before the program may end
    at_work->add(-1);
  });
  abandoned()->add(1);
  if (result.wait_for(std::min(timeout, max_timeout)) != std::future_status::ready) {
    thread.detach();
    return false;
  }
  thread.join();
  result.get();
  return true;
}

void throw_late(std::string_view what, std::string_view device, std::chrono::milliseconds timeout) {
  throw Error(
      ErrorKind::build,
      fmt::format("{} on {} did not finish within {} ms; allowed: a longer limit, SessionOptions::build_timeout, "
                  "or --compile-timeout of the commands that have it",
                  what, device, timeout.count()));
}

bool abandoned_work_ends_within(std::chrono::milliseconds patience) {
  return abandoned()->end_within(patience);
}

}  // namespace lenslet::ocl
