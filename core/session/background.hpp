// The thread of a session in which programs are compiled while calls go on with others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include <sys/types.h>

#pragma GCC visibility push(default)
namespace lenslet {

// Tasks run one after the other, at low priority, in a thread that begins with the first of them. No task begins after
// stop(), which also waits for the one at work. The destructor stops, and so does the end of main().
class Background {
 public:
  Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background();

  // Returns false, and does nothing, where many tasks wait already, where there are no more threads, and after stop().
  // What a task throws is lost: the calls go on as they are.
  bool add(std::function<void()> task);

  void wait();  // until there is no task; not from a task
  void stop();

 private:
  void begin_thread();
  void work();
  bool is_of_other_process() const;

  std::once_flag begun_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool is_at_work_ = false, is_stopped_ = false;
  std::thread thread_;
  pid_t process_ = 0;  // that the thread is of
};

}  // namespace lenslet
#pragma GCC visibility pop
