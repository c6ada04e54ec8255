// What other threads leave to the first one: it starts drivers, which leave things behind in it, compiles, and shows
// what is done.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lenslet::cli {

class FirstThread {
 public:
  using Work = std::function<void()>;

  // Has this thread, which makes the object, do the work; waits for it, and throws what it throws. The thread itself
  // does it at once.
  void run(const Work& work);

  // Changes what the first thread waits for.
  void change(const Work& write);

  // Of the first thread alone: does the others' work until `done` is true, which is asked at every change.
  void serve_until(const std::function<bool()>& done);

  // From then on the others' work is refused, also where it waits already: they get an exception.
  void stop();

 private:
  struct Request {
    const Work& work;
    std::exception_ptr error = {};
    bool done = false;
  };
  void serve(std::unique_lock<std::mutex>& lock);

  std::thread::id self_ = std::this_thread::get_id();
  std::mutex mutex_;  // guards what follows, and what change() writes
  std::condition_variable asked_, answered_;
  std::deque<Request*> requests_;
  bool stopped_ = false;
};

}  // namespace lenslet::cli
