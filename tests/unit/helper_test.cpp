// A child that answers, is silent, dies, or cannot start; and what the worker says to requests that are none.
#include "tune/helper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl_test_support.hpp"
#include "tune/fields.hpp"
#include "tune/server.hpp"

namespace lenslet::tune {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Helper shell(const char* script) {
  return Helper("/bin/sh", {"-c", script});
}

TEST(Helper, AnswersLineByLine) {
  Helper helper("/bin/cat", {});
  EXPECT_FALSE(helper.running());
  helper.start();
  for (const std::string line : {"one", "", "three words here"}) {
    const Helper::Reply reply = helper.ask(line, 1min, {});
    EXPECT_EQ(reply.end, Helper::End::answered);
    EXPECT_EQ(reply.text, line);
  }
  EXPECT_TRUE(helper.running());
}

TEST(Helper, IsGoneWhenItIsSilentAndStartsAnew) {
  Helper helper = shell("read line; [ \"$line\" != hang ] || sleep 1000; echo $line");
  helper.start();
  EXPECT_EQ(helper.ask("hang", 100ms, {}).end, Helper::End::timeout);
  EXPECT_FALSE(helper.running());
  helper.start();
  EXPECT_EQ(helper.ask("answer", 1min, {}).text, "answer");
}

TEST(Helper, SaysHowItDied) {
  Helper crashing = shell("read line; kill -SEGV $$"), leaving = shell("read line; exit 3");
  for (Helper* helper : {&crashing, &leaving}) helper->start();
  const Helper::Reply crash = crashing.ask("go", 1min, {}), exit = leaving.ask("go", 1min, {});
  EXPECT_EQ(crash.end, Helper::End::died);
  EXPECT_THAT(crash.text, HasSubstr("signal 11"));
  EXPECT_EQ(exit.end, Helper::End::died);
  EXPECT_EQ(exit.text, "ended with status 3");
}

TEST(Helper, IsGivenUpWhenItsUserWantsTo) {
  Helper helper("/bin/sleep", {"1000"});
  helper.start();
  EXPECT_EQ(helper.ask("go", 1h, [] { return true; }).end, Helper::End::stopped);
  EXPECT_FALSE(helper.running());
}

TEST(Helper, ThatCannotStartIsAnError) {
  Helper helper("/nowhere/helper", {});
  EXPECT_THROW(helper.start(), Error);
}

TEST(Worker, IsTheOneThatIsNamed) {
  const ocl::ScopedVariable named("LENSLET_WORKER", "/bin/cat");
  EXPECT_EQ(find_worker(), "/bin/cat");
}

TEST(Worker, AnswersNonsenseWithAnError) {
  Server server;
  for (const char* line : {"", "dance", "try\tbuffer", "compare\tx", "task", "task\t0\tno such device\tx"}) {
    const std::vector<std::string> answer = split_fields(server.answer(line));
    EXPECT_EQ(answer.front(), "error") << line;
    EXPECT_EQ(answer.size(), 2u) << line;
  }
}

}  // namespace
}  // namespace lenslet::tune
