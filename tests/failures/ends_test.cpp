// What a program that ends in the middle says and leaves: the tool's handlers of signals, in processes of their own.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "system/temporary_folder.hpp"
#include "tool/terminal/interrupt.hpp"
#include "tool/terminal/library_calls.hpp"
#include "tool/terminal/time_limit.hpp"

namespace lenslet::cli {
namespace {

using testing::KilledBySignal;

[[noreturn]] void end_by(int signal, const std::filesystem::path& file) {
  clean_up_on_signals();
  const LastWords words("it stays", file);
  ::raise(signal);
  ::_exit(EXIT_FAILURE);
}

TEST(EndsFailures, LastWordsAreSaidWhereTheirFileIs) {
  const system::TemporaryFolder folder{};
  const std::filesystem::path there = folder.path() / "there", missing = folder.path() / "missing";
  std::ofstream(there) << "rows";
  for (const int signal : {SIGTERM, SIGQUIT, SIGUSR2, SIGPIPE, SIGIO, SIGRTMIN}) {
    EXPECT_EXIT(end_by(signal, there), KilledBySignal(signal), "^\nlenslet: it stays\n$");
    EXPECT_EXIT(end_by(signal, missing), KilledBySignal(signal), "^$");
  }
}

TEST(EndsFailures, TheCompilerHasItsLimitEachTime) {
  using namespace std::chrono_literals;
  TimeTaken taken;
  for (const bool compiles : {true, true, false, true, false}) taken.add(1s, compiles);
  EXPECT_EQ(taken.kernels, 2s);
  EXPECT_EQ(taken.compiler, 0s);
  for (int i = 0; i < 3; ++i) taken.add(1s, true);
  EXPECT_EQ(taken.kernels, 2s);
  EXPECT_EQ(taken.compiler, 3s);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// As LLVM does, which drivers compile with.
[[noreturn]] void set_handler_and_end_by(int signal) {
  clean_up_on_signals();
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) {};
  const bool set = sigaction(signal, &action, &before) == 0;
  ::raise(signal);
  ::_exit(set ? EXIT_SUCCESS : EXIT_FAILURE);
}

TEST(EndsFailures, LibrariesKeepTheToolsHandlers) {
  for (const int signal : {SIGTERM, SIGQUIT, SIGXCPU, SIGUSR1})
    EXPECT_EXIT(set_handler_and_end_by(signal), KilledBySignal(signal), "");
  EXPECT_EXIT(set_handler_and_end_by(SIGRTMIN), testing::ExitedWithCode(EXIT_SUCCESS), "");
}

TEST(EndsFailures, ExitIsHeardInTheProcessThatWatches) {
  const auto exit_heard = [] {
    watch_for_exit([] { ::_exit(17); });
    std::exit(0);
  };
  EXPECT_EXIT(exit_heard(), testing::ExitedWithCode(17), "");
}

#endif

}  // namespace
}  // namespace lenslet::cli
