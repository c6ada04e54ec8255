// Runs tasks in a thread, and ends all such threads before the program does: drivers take themselves apart then.
#include "session/background.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

namespace lenslet {
namespace {

constexpr std::size_t max_tasks = 32;
constexpr int niceness = 10;

}  // namespace

class Background::Worker {
 public:
  // Returns null where there are no more threads, and where main() has ended.
  static std::shared_ptr<Worker> begin();

  bool add(std::function<void()> task);
  void wait();
  void stop();
  void leave_all();  // the end of main() need not stop it

 private:
  void work();

  std::mutex mutex_, joining_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool is_at_work_ = false, is_stopped_ = false;
  std::thread thread_;
};

namespace {

// All that have a thread. It is never destroyed: sessions may be destroyed after static objects. In a forked process it
// keeps the parent's workers, whose locks and conditions no thread of that process may touch.
template <class Worker>
struct Running {
  const pid_t process = getpid();
  std::mutex mutex;
  std::vector<std::shared_ptr<Worker>> all;
  bool is_over = false;  // main() has ended

  static Running& get() {
    static auto* const running = new Running;
    return *running;
  }
  bool is_here() const { return process == getpid(); }

  // The end of main() calls it before drivers and static objects that are older than the first thread are destroyed.
  static void stop_all() {
    Running& running = get();
    if (!running.is_here()) return;
    std::vector<std::shared_ptr<Worker>> all;
    {
      const std::lock_guard lock(running.mutex);
      running.is_over = true;
      all = running.all;
    }
    for (const std::shared_ptr<Worker>& each : all) each->stop();
  }
};

}  // namespace

std::shared_ptr<Background::Worker> Background::Worker::begin() {
  using All = Running<Worker>;
  static const bool stops_at_exit = std::atexit(All::stop_all) == 0;
  All& running = All::get();
  if (!stops_at_exit || !running.is_here()) return {};
  const std::lock_guard lock(running.mutex);
  if (running.is_over) return {};
  auto worker = std::make_shared<Worker>();
  try {
    worker->thread_ = std::thread([here = worker.get()] { here->work(); });
  } catch (const std::system_error&) {
    return {};
  }
  running.all.push_back(worker);
  return worker;
}

void Background::Worker::leave_all() {
  Running<Worker>& running = Running<Worker>::get();
  const std::lock_guard lock(running.mutex);
  std::erase_if(running.all, [this](const std::shared_ptr<Worker>& each) { return each.get() == this; });
}

bool Background::Worker::add(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (is_stopped_ || tasks_.size() >= max_tasks) return false;
  tasks_.push_back(std::move(task));
  changed_.notify_all();
  return true;
}

void Background::Worker::work() {
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

void Background::Worker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_stopped_ || (tasks_.empty() && !is_at_work_); });
}

// Two may stop it at a time: the session's end, and that of main().
void Background::Worker::stop() {
  std::deque<std::function<void()>> dropped;
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    dropped.swap(tasks_);
    changed_.notify_all();
  }
  const std::lock_guard lock(joining_);
  if (thread_.joinable()) thread_.join();
}

Background::~Background() {
  stop();
  if (worker_ && Running<Worker>::get().is_here()) worker_->leave_all();
}

bool Background::add(std::function<void()> task) {
  std::call_once(begun_, [this] { worker_ = Worker::begin(); });
  return worker_ && Running<Worker>::get().is_here() && worker_->add(std::move(task));
}

void Background::wait() {
  if (worker_ && Running<Worker>::get().is_here()) worker_->wait();
}

void Background::stop() {
  std::call_once(begun_, [] {});
  if (worker_ && Running<Worker>::get().is_here()) worker_->stop();
}

}  // namespace lenslet
