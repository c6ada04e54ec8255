// Every op of arrays against its plain reference: types, awkward lengths, adversarial elements and schedules, on the
// device that LENSLET_DEVICE names.
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include <lenslet/array_op.hpp>

#include "support.hpp"

namespace lenslet {
namespace {

int effort() {
  const char* wanted = std::getenv("LENSLET_EFFORT");
  return wanted ? std::min(std::atoi(wanted), 2) : 1;
}

class Arrays : public testing::TestWithParam<std::string> {};

TEST_P(Arrays, MatchTheReference) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const std::vector<ArrayCase> cases = array_cases(session(), GetParam(), effort());
  ASSERT_GT(cases.size(), 3u);
  std::size_t correct = 0;
  for (const ArrayCase& one : cases) {
    const ArrayVerdict verdict = verify_array(session(), one);
    EXPECT_TRUE(verdict.outcome == Outcome::correct || verdict.outcome == Outcome::excluded)
        << GetParam() << ", " << one.what << ", schedule '" << one.schedule << "': " << name_of(verdict.outcome) << ": "
        << verdict.detail;
    correct += verdict.outcome == Outcome::correct;
  }
  EXPECT_GT(correct, cases.size() / 2);
}

constexpr int parts = 4;  // so that daily tests can take some ops of all

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const ArrayOpInfo& info : all_array_ops()) names.push_back(info.op.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, Arrays, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param + "_" + std::to_string(test.index % parts); });

}  // namespace
}  // namespace lenslet
