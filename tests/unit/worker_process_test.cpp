// A child that answers, is silent, dies, or cannot start; and what the worker says to requests that are none.
#include "tune/worker_process.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/schedule.hpp>
#include <lenslet/session.hpp>

#include "ocl_test_support.hpp"
#include "tune/executor.hpp"
#include "tune/task.hpp"
#include "tune/worker_requests.hpp"

namespace lenslet::tune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

WorkerProcess shell(const char* script) {
  return WorkerProcess("/bin/sh", {"-c", script});
}

TEST(WorkerProcess, AnswersLineByLine) {
  WorkerProcess worker("/bin/cat", {});
  EXPECT_FALSE(worker.running());
  worker.start();
  for (const std::string line : {"one", "", "three words here"}) {
    const WorkerProcess::Reply reply = worker.ask(line, 1min, {});
    EXPECT_EQ(reply.end, WorkerProcess::End::answered);
    EXPECT_EQ(reply.text, line);
  }
  EXPECT_TRUE(worker.running());
}

TEST(WorkerProcess, IsGoneWhenItIsSilentAndStartsAnew) {
  WorkerProcess worker = shell("read line; [ \"$line\" != hang ] || sleep 1000; echo $line");
  worker.start();
  EXPECT_EQ(worker.ask("hang", 100ms, {}).end, WorkerProcess::End::timeout);
  EXPECT_FALSE(worker.running());
  worker.start();
  EXPECT_EQ(worker.ask("answer", 1min, {}).text, "answer");
}

TEST(WorkerProcess, MayCompileForLonger) {
  WorkerProcess answering = shell("read line; echo compiling; echo compiling; echo done");
  answering.start();
  EXPECT_EQ(answering.ask("go", 1h, {}).text, "done");
  WorkerProcess compiling = shell("read line; while true; do echo compiling; sleep 0.02; done");
  compiling.start();
  WorkerProcess::Patience patience = 1h;
  patience.compile = 100ms;
  EXPECT_EQ(compiling.ask("go", patience, {}).end, WorkerProcess::End::compiling);
  EXPECT_FALSE(compiling.running());
  WorkerProcess silent = shell("read line; sleep 1000");
  silent.start();
  patience.until = std::chrono::steady_clock::now();
  EXPECT_EQ(silent.ask("go", patience, {}).end, WorkerProcess::End::timeout);
}

TEST(WorkerProcess, SaysHowItDied) {
  WorkerProcess crashing = shell("read line; kill -SEGV $$"), leaving = shell("read line; exit 3");
  for (WorkerProcess* worker : {&crashing, &leaving}) worker->start();
  const WorkerProcess::Reply crash = crashing.ask("go", 1min, {}), exit = leaving.ask("go", 1min, {});
  EXPECT_EQ(crash.end, WorkerProcess::End::died);
  EXPECT_THAT(crash.text, HasSubstr("signal 11"));
  EXPECT_EQ(exit.end, WorkerProcess::End::died);
  EXPECT_EQ(exit.text, "ended with status 3");
}

TEST(WorkerProcess, IsGivenUpWhenItsUserWantsTo) {
  WorkerProcess worker("/bin/sleep", {"1000"});
  worker.start();
  EXPECT_EQ(worker.ask("go", 1h, [] { return true; }).end, WorkerProcess::End::stopped);
  EXPECT_FALSE(worker.running());
}

TEST(WorkerProcess, ThatCannotStartIsAnError) {
  WorkerProcess worker("/nowhere/worker", {});
  EXPECT_THROW(worker.start(), Error);
}

TEST(Worker, IsTheOneThatIsNamed) {
  const ocl::ScopedVariable named("LENSLET_WORKER", "/bin/cat");
  EXPECT_EQ(find_worker(), "/bin/cat");
}

// The worker is a script: it answers so many requests, and is then at work with a compiler that never ends.
TEST(Worker, CompilesForNoLongerThanTheSessionSays) {
  using Clock = std::chrono::steady_clock;
  const ocl::TemporaryDirectory folder;
  const std::filesystem::path script = folder.path() / "worker";
  const ocl::ScopedVariable named("LENSLET_WORKER", script.c_str());
  const Session session({.cache = false, .build_timeout = 100ms});
  const Work work = image_work({"sharpen"}, {SampleType::f32, 1}, {300, 120});
  const auto executor_after = [&](const std::string& answers) {
    std::ofstream(script) << "#!/bin/sh\n" << answers << "read line; while echo compiling; do sleep 0.02; done\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const auto end = Clock::now() + 1min;
    return make_worker_executor(session, work, {.candidate_timeout = 1h, .stop = [end] { return Clock::now() > end; }});
  };
  EXPECT_THAT([&] { executor_after("")->copies(); },
              testing::ThrowsMessage<Error>(HasSubstr("the compiler was at work for 100 ms")));
  const auto opened =
      executor_after("read line; echo '" + join_fields(std::vector<std::string>{"copies", "2"}) + "'; ");
  EXPECT_EQ(opened->copies(), 2);
  const std::optional<Trial> trial = opened->attempt(op::AnySchedule(Schedule{}), 0, {}, Clock::time_point::max());
  ASSERT_TRUE(trial);
  EXPECT_EQ(trial->outcome, Outcome::build_failed);
}

TEST(Worker, AnswersNonsenseWithAnError) {
  WorkerRequests requests;
  for (const char* line : {"", "dance", "try\tbuffer", "compare\tx", "task", "task\t0\tno such device\tx"}) {
    const std::vector<std::string> answer = split_fields(requests.answer(line));
    EXPECT_EQ(answer.front(), "error") << line;
    EXPECT_EQ(answer.size(), 2u) << line;
  }
}

}  // namespace
}  // namespace lenslet::tune
