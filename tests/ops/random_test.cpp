// Programs and images drawn at random against the references. LENSLET_RANDOM=N tries N programs, LENSLET_SEED=S begins
// with another one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/error.hpp>
#include <lenslet/verify.hpp>

#include "support.hpp"

namespace lenslet {
namespace {

constexpr int programs_of_a_day = 24;
constexpr std::int64_t images = 25;

std::uint64_t number_of(const char* variable, std::uint64_t otherwise) {
  const char* wanted = std::getenv(variable);
  return wanted ? std::strtoull(wanted, nullptr, 10) : otherwise;
}

class Random : public DeviceTest {};

TEST_F(Random, ImagesAreRight) {
  const std::uint64_t first = number_of("LENSLET_SEED", 1), programs = number_of("LENSLET_RANDOM", programs_of_a_day);
  std::int64_t tries = 0;
  for (std::uint64_t seed = first; seed < first + programs; ++seed) {
    const RandomResult result = verify_at_random(session(), {.seed = seed, .tries = images});
    tries += result.tries;
    EXPECT_TRUE(result.outcome == Outcome::correct || result.outcome == Outcome::excluded)
        << "seed " << seed << ": " << result.work.call.op << ", " << result.what << ", " << result.work.options.schedule
        << ": " << result.detail;
  }
  EXPECT_GE(tries, static_cast<std::int64_t>(programs) * images / 2);
}

TEST_F(Random, ASeedDrawsTheSameAgain) {
  const RandomResult one = verify_at_random(session(), {.seed = 7, .tries = 2, .ops = {"clip", "invert"}});
  const RandomResult again = verify_at_random(session(), {.seed = 7, .tries = 2, .ops = {"clip", "invert"}});
  EXPECT_EQ(one.work.call.op, again.work.call.op);
  EXPECT_EQ(one.work.call.arguments, again.work.call.arguments);
  EXPECT_EQ(one.what, again.what);
  EXPECT_EQ(one.tries, again.tries);
}

// A stand-in for files, that keeps no pixel or fails.
TEST_F(Random, WhatPassesFilesIsCompared) {
  std::int64_t calls = 0;
  const auto black = [&](const Session&, const Work&, const auto&, const std::vector<ValueType>& outputs,
                         std::uint64_t) {
    ++calls;
    const auto& type = std::get<ImageType>(outputs.front());
    return std::optional(std::vector<HostValue>{Image(type.size, type.format)});
  };
  const RandomOptions options{.tries = 12, .ops = {"invert"}, .by_files = black, .images_per_file = 5};
  const RandomResult wrong = verify_at_random(session(), options);
  EXPECT_EQ(wrong.outcome, Outcome::wrong);
  EXPECT_THAT(wrong.detail, testing::HasSubstr("by files: "));
  EXPECT_EQ(wrong.tries, 5);
  EXPECT_EQ(calls, 1);
  RandomOptions failing = options;
  failing.by_files = [](auto&&...) -> std::optional<std::vector<HostValue>> { throw Error(ErrorKind::io, "no room"); };
  EXPECT_THAT(verify_at_random(session(), failing).detail, testing::HasSubstr("by files: no room"));
}

}  // namespace
}  // namespace lenslet
