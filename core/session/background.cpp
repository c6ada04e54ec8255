// Runs tasks in a thread, and ends all such threads before the program does: drivers take themselves apart then.
#include "session/background.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace lenslet {
namespace {

constexpr std::size_t max_tasks = 32;
constexpr int niceness = 10;

// All that have a thread. It is never destroyed, because sessions may be destroyed after static objects.
struct Running {
  std::mutex mutex;
  std::vector<Background*> all;
  bool is_over = false;  // main() has ended
};

Running& running() {
  static auto* const all = new Running;
  return *all;
}

// The end of main() calls it before drivers and static objects that are older than the first thread are destroyed.
void stop_all() {
  const std::lock_guard lock(running().mutex);
  running().is_over = true;
  for (Background* each : running().all) each->stop();
}

bool stops_at_exit() {
  static const bool stops = std::atexit(stop_all) == 0;
  return stops;
}

}  // namespace

// A process that was forked has the object, and perhaps a lock of its thread, but not the thread.
bool Background::is_of_other_process() const {
  return process_ != 0 && process_ != getpid();
}

Background::~Background() {
  if (is_of_other_process()) {
    if (thread_.joinable()) thread_.detach();
    return;
  }
  const std::lock_guard lock(running().mutex);
  stop();
  std::erase(running().all, this);
}

void Background::begin_thread() {
  if (!stops_at_exit()) return;
  const std::lock_guard lock(running().mutex);
  if (running().is_over) return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {
    return;
  }
  process_ = getpid();
  running().all.push_back(this);
}

bool Background::add(std::function<void()> task) {
  std::call_once(begun_, [this] { begin_thread(); });
  if (process_ == 0 || is_of_other_process()) return false;
  const std::lock_guard lock(mutex_);
  if (is_stopped_ || tasks_.size() >= max_tasks) return false;
  tasks_.push_back(std::move(task));
  changed_.notify_all();
  return true;
}

void Background::work() {
  setpriority(PRIO_PROCESS, 0, niceness);  // on Linux of this thread alone
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_stopped_ || !tasks_.empty(); });
    if (is_stopped_) return;
    is_at_work_ = true;
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    try {
      task();
    } catch (...) {  // nobody waits for it
    }
    task = {};  // what it holds ends without the lock
    lock.lock();
    is_at_work_ = false;
    changed_.notify_all();
  }
}

void Background::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_stopped_ || (tasks_.empty() && !is_at_work_); });
}

void Background::stop() {
  if (is_of_other_process()) return;
  std::deque<std::function<void()>> dropped;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    dropped.swap(tasks_);
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

}  // namespace lenslet
