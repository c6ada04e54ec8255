// The thread of a session: what it does in order, and when it ends.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session/background.hpp"

namespace lenslet {
namespace {

TEST(SessionThread, DoesTasksInOrderAndOutlivesWhatTheyThrow) {
  Background background;
  std::vector<int> done;
  for (int i = 0; i < 5; ++i)
    ASSERT_TRUE(background.add([&done, i] {
      done.push_back(i);
      if (i == 2) throw std::runtime_error("nobody hears it");
    }));
  background.wait();
  EXPECT_EQ(done, (std::vector{0, 1, 2, 3, 4}));
}

TEST(SessionThread, EndsWithTheTaskAtWorkAndBeginsNoOther) {
  auto background = std::make_unique<Background>();
  std::promise<void> begun, go_on;
  std::atomic<bool> ended = false, other = false;
  ASSERT_TRUE(background->add([&] {
    begun.set_value();
    go_on.get_future().wait();
    ended = true;
  }));
  ASSERT_TRUE(background->add([&] { other = true; }));
  begun.get_future().wait();
  std::thread stops([&] { background->stop(); });
  // A full queue refuses tasks, too: the pauses give the other thread a second to stop it.
  while (background->add([&] { other = true; })) std::this_thread::sleep_for(std::chrono::milliseconds(30));
  go_on.set_value();
  stops.join();
  EXPECT_TRUE(ended);
  background.reset();
  EXPECT_FALSE(other);
}

TEST(SessionThread, RefusesWhatWouldWaitForLong) {
  Background background;
  std::promise<void> go_on;
  const std::shared_future<void> end = go_on.get_future();
  int taken = 0;
  while (taken < 1000 && background.add([end] { end.wait(); })) ++taken;
  go_on.set_value();
  EXPECT_LT(taken, 1000);
}

// Runs a function in a process of its own, and returns what the process ends with.
int status_of(const std::function<void()>& work) {
  const pid_t process = fork();
  if (process == 0) {
    work();
    std::exit(0);
  }
  int status = -1;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The object is never destroyed, as a session that a static object holds longer than drivers live.
TEST(SessionThread, IsEndedByTheEndOfTheProgram) {
  EXPECT_EQ(status_of([] {
              static std::atomic<bool> is_at_work = false;
              auto* const background = new Background;
              std::atexit([] {});
              background->add([] {
                is_at_work = true;
                usleep(50'000);
                is_at_work = false;
              });
              background->add([] { _exit(3); });  // that begins too late
              while (!is_at_work) usleep(1000);
              std::at_quick_exit([] {});
              std::exit(0);
            }),
            0);
}

// A thread that waits for tasks waits on a condition, which the other process has, too.
TEST(SessionThread, MayEndInAForkedProcessWhileItIsIdleHere) {
  auto background = std::make_unique<Background>();
  ASSERT_TRUE(background->add([] {}));
  background->wait();
  usleep(20'000);  // for the thread to wait again
  EXPECT_EQ(status_of([&] {
              alarm(20);  // ends a process that hangs
              background.reset();
              Background other;
              if (other.add([] {})) _exit(4);
            }),
            0);
  EXPECT_TRUE(background->add([] {}));
}

TEST(SessionThread, OfOneSessionEndsWhileAnothersGoesOn) {
  Background slow, other;
  std::promise<void> begun, go_on;
  ASSERT_TRUE(slow.add([&] {
    begun.set_value();
    go_on.get_future().wait();
  }));
  begun.get_future().wait();
  std::thread stops([&] { slow.stop(); });
  while (slow.add([] {})) std::this_thread::yield();
  ASSERT_TRUE(other.add([] {}));
  other.wait();
  other.stop();
  go_on.set_value();
  stops.join();
}

TEST(SessionThread, IsNotWaitedForInAForkedProcess) {
  Background background;
  std::promise<void> begun, go_on;
  ASSERT_TRUE(background.add([&] {
    begun.set_value();
    go_on.get_future().wait();
  }));
  begun.get_future().wait();
  EXPECT_EQ(status_of([&] {
              alarm(20);  // ends a process that hangs
              if (background.add([] {})) _exit(4);
              background.stop();
            }),
            0);
  go_on.set_value();
}

}  // namespace
}  // namespace lenslet
