// The thread of a session in which programs are compiled while calls go on with others.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#pragma GCC visibility push(default)
namespace lenslet {

// Tasks run one after the other, at low priority, in a thread that begins with the first of them. No task begins after
// stop(), which also waits for the one at work. The destructor stops, and so does the end of main(). In a process that
// was forked there is no such thread, and nothing waits for one.
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
  class Worker;

  std::once_flag begun_;
  std::shared_ptr<Worker> worker_;  // null before the first task, and where there can be none
};

}  // namespace lenslet
#pragma GCC visibility pop
