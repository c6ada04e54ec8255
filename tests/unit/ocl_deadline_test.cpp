// Work with a time limit.
#include "ocl/deadline.hpp"

#include <future>
#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

namespace lenslet::ocl {
namespace {

using std::chrono::milliseconds;

TEST(Deadline, WorkThatEndsIsDone) {
  bool done = false;
  EXPECT_TRUE(finishes_within(milliseconds::max(), [&] { done = true; }));
  EXPECT_TRUE(done);
}

TEST(Deadline, ErrorsOfTheWorkArriveWithTheirType) {
  const auto work = [] { throw std::out_of_range("7"); };
  EXPECT_THROW(finishes_within(milliseconds(60'000), work), std::out_of_range);
}

TEST(Deadline, WorkThatDoesNotEndIsLeftAloneWithWhatItOwns) {
  std::promise<void> gate;
  auto open = std::make_shared<std::shared_future<void>>(gate.get_future());
  auto ended = std::make_shared<std::promise<void>>();
  std::future<void> end = ended->get_future();
  EXPECT_FALSE(finishes_within(milliseconds(1), [open, ended] {
    open->wait();
    ended->set_value();
  }));
  open.reset();
  ended.reset();
  gate.set_value();
  end.get();
}

}  // namespace
}  // namespace lenslet::ocl
