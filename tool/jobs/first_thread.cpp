// Requests lie on the stacks of those who wait for them.
#include "tool/jobs/first_thread.hpp"

#include <exception>
#include <stdexcept>

namespace lenslet::cli {

void FirstThread::run(const Work& work) {
  if (std::this_thread::get_id() == self_) return work();
  Request request{work};
  std::unique_lock lock(mutex_);
  requests_.push_back(&request);
  asked_.notify_one();
  answered_.wait(lock, [&] { return request.done || (stopped_ && std::erase(requests_, &request) > 0); });
  if (request.error) std::rethrow_exception(request.error);
  if (!request.done) throw std::runtime_error("the batch was stopped");
}

void FirstThread::change(const Work& write) {
  {
    const std::lock_guard lock(mutex_);
    write();
  }
  asked_.notify_one();
}

void FirstThread::serve_until(const std::function<bool()>& done) {
  std::unique_lock lock(mutex_);
  for (;;) {
    asked_.wait(lock, [&] { return !requests_.empty() || done(); });
    if (requests_.empty()) return;
    serve(lock);
  }
}

void FirstThread::serve(std::unique_lock<std::mutex>& lock) {
  Request& request = *requests_.front();
  requests_.pop_front();
  lock.unlock();
  try {
    request.work();
  } catch (...) {
    request.error = std::current_exception();
  }
  lock.lock();
  request.done = true;
  answered_.notify_all();
}

void FirstThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  answered_.notify_all();
}

}  // namespace lenslet::cli
