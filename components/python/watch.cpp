// Waits for calls under way, for signals meanwhile, and at the interpreter's end.
#include "python/watch.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "python/errors.hpp"

namespace nb = nanobind;

namespace lenslet::python {

namespace {

constexpr std::chrono::milliseconds between_signals{50};

// A call in a thread of its own.
struct Job {
  std::function<void()> work;
  std::shared_ptr<void> keeps;
  std::thread thread;
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;
};

// Never destroyed: threads may still use them while the process ends.
struct Calls {
  std::atomic<int> count{0};
  std::atomic<bool> closing{false};
  std::atomic<bool> opencl_used{false};
  std::atomic<bool> forked{false};
  std::vector<std::shared_ptr<Job>> left;  // after Ctrl-C; of threads with the GIL
};

Calls& calls() {
  static auto* const all = new Calls;
  return *all;
}

void note_fork() {
  if (calls().opencl_used) calls().forked = true;
}

bool is_main_thread() {
  static thread_local const bool is_main = syscall(SYS_gettid) == getpid();
  return is_main;
}

void run(Job& job) {
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  const std::lock_guard lock(job.mutex);
  job.done = true;
  job.ended.notify_all();
}

bool wait_a_little(Job& job) {
  const nb::gil_scoped_release released;
  std::unique_lock lock(job.mutex);
  return job.ended.wait_for(lock, between_signals, [&] { return job.done; });
}

// What a call used is let go by a thread with the GIL, once the call has ended.
void let_go_of_ended() {
  std::erase_if(calls().left, [](const std::shared_ptr<Job>& job) {
    {
      const std::lock_guard lock(job->mutex);
      if (!job->done) return false;
    }
    job->thread.join();
    return true;
  });
}

void start(const std::shared_ptr<Job>& job) {
  job->thread = std::thread([&running = *job, under_way = std::make_shared<UnderWay>()]() mutable {
    run(running);
    under_way.reset();
  });
}

void run_and_watch(const std::shared_ptr<Job>& job) {
  start(job);
  while (!wait_a_little(*job))
    if (PyErr_CheckSignals() != 0) {
      calls().left.push_back(job);
      throw nb::python_error();
    }
  job->thread.join();
  if (job->failure) std::rethrow_exception(job->failure);
}

}  // namespace

UnderWay::UnderWay() {
  ++calls().count;
  if (!calls().closing) return;
  --calls().count;
  throw RaisedError("device", "the interpreter is ending: no call begins any more");
}

UnderWay::~UnderWay() {
  --calls().count;
}

void run_without_gil(const std::function<void()>& work, const std::shared_ptr<void>& keeps, bool may_take_long) {
  if (!calls().left.empty()) let_go_of_ended();
  if (!may_take_long || !is_main_thread()) {
    const UnderWay under_way;
    const nb::gil_scoped_release released;
    work();
    return;
  }
  const auto job = std::make_shared<Job>();
  job->work = work;
  job->keeps = keeps;
  run_and_watch(job);
}

bool is_forked() {
  return calls().forked;
}

void use_opencl() {
  if (is_forked())
    throw RaisedError("fork",
                      "OpenCL was used before this process was forked, and its drivers do not survive that: start "
                      "processes by multiprocessing.get_context('spawn'), or use Lenslet only after the fork");
  calls().opencl_used = true;
}

// A second Ctrl-C ends the process: a kernel that never ends cannot be stopped.
void end_calls() {
  calls().closing = true;
  if (is_forked()) return;
  while (calls().count > 0) {
    {
      const nb::gil_scoped_release released;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (PyErr_CheckSignals() != 0) _exit(130);
  }
  let_go_of_ended();
}

void bind_watch(nb::module_& module) {
  pthread_atfork(nullptr, nullptr, note_fork);
  module.def("end_calls", end_calls);
  nb::module_::import_("atexit").attr("register")(module.attr("end_calls"));
}

}  // namespace lenslet::python
